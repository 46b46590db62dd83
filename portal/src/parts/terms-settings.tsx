import { answerOf, type BusinessTerms } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf } from '../data/change.tsx';
import { minorOf, typedOf } from '../data/minor.ts';
import { useSave, useTyped } from '../data/typed.ts';
import { t } from '../words/language.ts';
import { settings as words } from '../words/settings.ts';
import { Check, Field } from './field.tsx';
import { SettingsCard } from './settings-parts.tsx';

const whole = (typed: string) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : undefined);
const money = {
  shown: (cents: number) => typedOf(cents, 'USD'),
  read: (typed: string) => minorOf(typed, 'USD'),
  bad: words.badAmount,
};
const plain = { shown: String, read: whole, bad: words.badNumber };

/** Numbers of the terms as people type them. */
const numbers = {
  // Hundredths of a percent have two places, as cents have.
  cardFeeBps: { ...money, bad: words.badPercent },
  cardFeeCents: money,
  achFeeCents: money,
  returnFeeCents: money,
  holdDays: plain,
  repeatMinutes: plain,
} as const;
type NumberName = keyof typeof numbers;
const numberNames = Object.keys(numbers) as NumberName[];

const switches = [
  'represents',
  'sameDay',
  'prenotes',
  'partialApprovals',
  'voidsWrongCode',
  'voidsWrongAddress',
  'payerCancels',
] as const;
type Switch = (typeof switches)[number];

type Fields = Record<NumberName, string> & Record<Switch, boolean>;

function fieldsOf(terms: BusinessTerms): Fields {
  const shown = numberNames.map((name) => [name, numbers[name].shown(terms[name])]);
  const on = switches.map((name) => [name, terms[name]]);
  return Object.fromEntries([...shown, ...on]);
}

type Props = { businessId: string; terms: BusinessTerms; onReload(): void };

/** The agreed terms about money; for operators. */
export function TermsSettings({ businessId, terms: live, onReload }: Props) {
  const { client } = useHere();
  const form = useTyped(live, fieldsOf);
  const { one: terms, stood, now } = form;
  const readOf = (name: NumberName) =>
    now[name] === stood[name] ? terms[name] : numbers[name].read(now[name]);
  const changed = Object.fromEntries(
    [
      ...numberNames.map((name) => [name, readOf(name)] as const),
      ...switches.map((name) => [name, now[name]] as const),
    ].filter(([name, value]) => value !== terms[name as NumberName | Switch]),
  );
  const isBad = numberNames.find((name) => readOf(name) === undefined);
  const save = useSave(
    form,
    (options) => {
      const ifMatch = answerOf(terms)?.etag;
      return client.businesses.updateTerms(businessId, changed, { ...options, ifMatch });
    },
    { done: words.savedTerms, onReload },
  );
  const isSame = Object.keys(changed).length === 0;
  const number = (name: NumberName) => (
    <Field
      key={name}
      label={t(words[name])}
      inputMode="decimal"
      value={now[name]}
      onChange={(text) => save.type(name, text)}
      fault={readOf(name) === undefined ? t(numbers[name].bad) : faultOf(save.error, name)}
    />
  );
  return (
    <SettingsCard
      title={t(words.terms)}
      text={t(words.termsText)}
      verb={t(words.saveTerms)}
      change={save}
      because={isSame ? t(words.nothingChanged) : isBad && t(numbers[isBad].bad)}
    >
      <h3>{t(words.fees)}</h3>
      <div className="pair-of-fields">
        {number('cardFeeBps')}
        {number('cardFeeCents')}
      </div>
      <div className="pair-of-fields">
        {number('achFeeCents')}
        {number('returnFeeCents')}
      </div>
      <h3>{t(words.policies)}</h3>
      <div className="pair-of-fields">
        {number('holdDays')}
        {number('repeatMinutes')}
      </div>
      {switches.map((name) => (
        <Check
          key={name}
          label={t(words[name])}
          value={now[name]}
          onChange={(isOn) => save.type(name, isOn)}
        />
      ))}
    </SettingsCard>
  );
}
