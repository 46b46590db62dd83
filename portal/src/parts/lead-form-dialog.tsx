import { useState } from 'react';
import { useLocation } from 'wouter';
import { type NewLeadForm, newIdempotencyKey } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { leads as words } from '../words/leads.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Check, Field, Select, TextArea } from './field.tsx';
import { Fault } from './show.tsx';

const kinds = ['text', 'choice', 'choices'] as const;
const topics = ['spouse', 'occupation', 'birth_date', 'gender'] as const;
type Kind = (typeof kinds)[number];
type Question = {
  readonly key: string;
  readonly text: string;
  readonly kind: Kind;
  readonly options: string;
  readonly isRequired: boolean;
};

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);

export function LeadFormDialog({ onClose }: { onClose(): void }) {
  const { client } = useHere();
  const [, go] = useLocation();
  const [texts, setTexts] = useState({ name: '', intro: '', thanks: '', originId: '' });
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const [chosen, setChosen] = useState<readonly (typeof topics)[number][]>([]);
  const make = useChange((body: NewLeadForm, options) => client.leadForms.create(body, options), {
    done: ({ name }) => ({ text: t(words.made(name)) }),
    after({ id }) {
      onClose();
      go(`/lead-forms/${id}`);
    },
  });
  const submit = () => {
    if (make.isPending) return;
    const { name, ...others } = texts;
    const given = Object.entries(others).filter(([, text]) => text.trim() !== '');
    make.mutate({
      name: name.trim(),
      ...Object.fromEntries(given),
      questions: questions.map(({ text, kind, options, isRequired }) => ({
        ...{ text: text.trim(), kind, isRequired },
        ...(kind !== 'text' && { options: linesOf(options).map((one) => ({ text: one })) }),
      })),
      topics: chosen,
    });
  };
  const of = (name: keyof typeof texts) => ({
    value: texts[name],
    onChange: (value: string) => setTexts({ ...texts, [name]: value }),
    fault: faultOf(make.error, name),
  });
  const change = (i: number, one: Question) => setQuestions(questions.with(i, one));
  const empty = { text: '', kind: 'text', options: '', isRequired: false } as const;
  return (
    <Dialog
      title={t(words.newForm)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button type="submit" look="main" working={make.isPending ? t(words.making) : undefined}>
          {t(words.makeForm)}
        </Button>
      }
    >
      <p>{t(words.neverChanges)}</p>
      <Field label={t(common.name)} {...of('name')} />
      <TextArea label={t(words.intro)} {...of('intro')} />
      <TextArea label={t(words.thanks)} {...of('thanks')} />
      <Field label={t(words.originId)} {...of('originId')} />
      {questions.map((one, i) => (
        <QuestionFields
          key={one.key}
          n={i}
          question={one}
          error={make.error}
          onChange={(next) => change(i, next)}
          onRemove={() => setQuestions(questions.filter(({ key }) => key !== one.key))}
        />
      ))}
      <Button
        icon="plus"
        onClick={() => setQuestions([...questions, { ...empty, key: newIdempotencyKey() }])}
      >
        {t(words.addQuestion)}
      </Button>
      <fieldset>
        <legend className="label">{t(words.topics)}</legend>
        {topics.map((topic) => (
          <Check
            key={topic}
            label={t(words[topic])}
            value={chosen.includes(topic)}
            onChange={(isOn) =>
              setChosen(isOn ? [...chosen, topic] : chosen.filter((one) => one !== topic))
            }
          />
        ))}
      </fieldset>
      <Fault error={make.error} />
    </Dialog>
  );
}

type QuestionProps = {
  n: number;
  question: Question;
  error: unknown;
  onChange(question: Question): void;
  onRemove(): void;
};

function QuestionFields({ n, question, error, onChange, onRemove }: QuestionProps) {
  const { text, kind, options, isRequired } = question;
  return (
    <fieldset className="stack">
      <legend className="label">{t(words.questionOf(n + 1))}</legend>
      <Field
        label={t(words.question)}
        value={text}
        onChange={(value) => onChange({ ...question, text: value })}
        fault={faultOf(error, `questions[${n}].text`)}
      />
      <Select
        label={t(words.kind)}
        value={kind}
        onChange={(value) => onChange({ ...question, kind: value as Kind })}
        options={kinds.map((one) => [one, t(words[one])])}
      />
      {kind !== 'text' && (
        <TextArea
          label={t(words.options)}
          hint={t(words.optionsHint)}
          value={options}
          onChange={(value) => onChange({ ...question, options: value })}
          fault={faultOf(error, `questions[${n}].options`)}
        />
      )}
      <Check
        label={t(words.required)}
        value={isRequired}
        onChange={(isOn) => onChange({ ...question, isRequired: isOn })}
      />
      <Button small icon="x" onClick={onRemove}>
        {t(words.removeQuestion(n + 1))}
      </Button>
    </fieldset>
  );
}
