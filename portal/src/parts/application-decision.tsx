import { useState } from 'react';
import type { ApplicationDetails } from '../../../clients/typescript/src/index.ts';
import { clientOf, useHere } from '../data/business.tsx';
import { asSeen, faultOf, useChange } from '../data/change.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { outcomeWords, requirementWords, operator as words } from '../words/operator.ts';
import { lookOf } from '../words/states.ts';
import { Button } from './button.tsx';
import { Check, TextArea } from './field.tsx';
import { Option } from './option.tsx';
import { Fault, Note, SideBlock } from './show.tsx';

type Applications = ReturnType<typeof clientOf>['applications'];
type Requirement = Parameters<Applications['requestInformation']>[1]['requirements'][number];
type Outcome = Parameters<Applications['decline']>[1]['outcomeCodes'][number];
type Answer = 'approve' | 'ask' | 'decline' | 'withdraw';

const decided = ['approved', 'provisioning', 'active', 'declined', 'withdrawn', 'expired'];
const effects = {
  approve: words.approveText,
  ask: words.askText,
  decline: words.declineText,
  withdraw: words.withdrawText,
} as const;

/** Each answer with its consequence; what is missing, or why it is declined; and why. */
export function ApplicationDecision({ application }: { application: ApplicationDetails }) {
  const { session, business, may } = useHere();
  const [answer, setAnswer] = useState<Answer>();
  const [missing, setMissing] = useState<readonly string[]>(application.requirements);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  const [isAsked, setAsked] = useState(false);
  const change = useChange(
    async (chosen: Answer, given) => {
      const { applications } = clientOf(session, application.businessId);
      const reason = note.trim();
      const { id } = application;
      const options = await asSeen(given, application, () => applications.retrieve(id));
      if (chosen === 'approve') return applications.approve(id, { reason }, options);
      if (chosen === 'withdraw') return applications.withdraw(id, { reason }, options);
      if (chosen === 'decline') {
        const outcomeCodes = codes as readonly Outcome[];
        return applications.decline(id, { reason, outcomeCodes }, options);
      }
      const requirements = missing as readonly Requirement[];
      return applications.requestInformation(id, { reason, requirements }, options);
    },
    { done: ({ status }) => ({ text: t(words.didMove(t(lookOf(status).word))) }) },
  );
  const isDecided = decided.includes(application.status);
  const judges = business.isRoot && may('approve');
  if (isDecided || !(judges || may('administer'))) {
    return (
      <SideBlock title={t(words.decision)}>
        <p className="soft">{t(isDecided ? words.ended : words.mayNot)}</p>
      </SideBlock>
    );
  }
  const answers: Answer[] = judges ? ['approve', 'ask', 'decline', 'withdraw'] : ['withdraw'];
  const list = answer === 'ask' ? missing : answer === 'decline' ? codes : undefined;
  const verb =
    answer === undefined
      ? t(words.decision)
      : answer === 'ask'
        ? t(words.askFor(missing.length))
        : t(words[answer]);
  const submit = () => {
    setAsked(true);
    if (answer && note.trim() !== '' && list?.length !== 0) change.mutate(answer);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        if (key === 'Enter' && (ctrlKey || metaKey)) submit();
      }}
    >
      <SideBlock title={t(words.decision)}>
        <fieldset>
          <legend className="unseen">{t(words.decision)}</legend>
          {answers.map((one) => (
            <Option
              key={one}
              name="answer"
              title={t(words[one])}
              text={t(effects[one])}
              isChosen={answer === one}
              onChoose={() => setAnswer(one)}
            />
          ))}
        </fieldset>
      </SideBlock>
      {answer === 'ask' && (
        <Several
          title={t(words.missing)}
          all={requirementWords}
          chosen={missing}
          onChange={setMissing}
        />
      )}
      {answer === 'decline' && (
        <Several title={t(words.reasons)} all={outcomeWords} chosen={codes} onChange={setCodes} />
      )}
      <section className="side-block stack">
        {isAsked && list?.length === 0 && <Note tone="bad" title={t(words.chooseOne)} />}
        <TextArea
          label={t(words.note)}
          hint={t(words.noteHint)}
          rows={3}
          value={note}
          onChange={setNote}
          fault={
            isAsked && note.trim() === '' ? t(words.noteMissing) : faultOf(change.error, 'reason')
          }
        />
        <Fault error={change.error} />
        <Button
          type="submit"
          look={answer === 'decline' || answer === 'withdraw' ? 'danger' : 'main'}
          full
          hotkey="Ctrl Enter"
          working={change.isPending ? t(common.working) : undefined}
        >
          {verb}
        </Button>
      </section>
    </form>
  );
}

type SeveralProps = {
  title: string;
  all: Readonly<Record<string, readonly [string, string]>>;
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
};

function Several({ title, all, chosen, onChange }: SeveralProps) {
  return (
    <SideBlock title={title}>
      <div className="checks">
        {Object.entries(all).map(([code, text]) => (
          <Check
            key={code}
            label={t(text)}
            value={chosen.includes(code)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, code] : chosen.filter((one) => one !== code))
            }
          />
        ))}
      </div>
    </SideBlock>
  );
}
