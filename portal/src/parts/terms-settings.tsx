import { useState } from 'react';
import { answerOf, type BusinessTerms } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { minorOf, typedOf } from '../data/format.ts';
import { filledIn, useHeld, without } from '../data/typed.ts';
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

type Typed = Partial<Record<NumberName, string> & Record<Switch, boolean>>;

type Props = { businessId: string; terms: BusinessTerms; onReload(): void };

/** The agreed terms about money; for operators. */
export function TermsSettings({ businessId, terms: live, onReload }: Props) {
  const { client } = useHere();
  const [typed, setTyped] = useState<Typed>({});
  const [terms, hold] = useHeld(live, Object.keys(typed).length > 0);
  const readOf = (name: NumberName) => {
    const text = typed[name];
    return text === undefined ? terms[name] : numbers[name].read(text);
  };
  const changed = Object.fromEntries(
    [
      ...numberNames.map((name) => [name, readOf(name)] as const),
      ...switches.map((name) => [name, typed[name] ?? terms[name]] as const),
    ].filter(([name, value]) => value !== terms[name as NumberName | Switch]),
  );
  const isBad = numberNames.find((name) => readOf(name) === undefined);
  const keep = (saved: BusinessTerms, sent: Typed) => {
    hold(saved);
    setTyped((now) => without(now, sent));
  };
  const save = useChange(
    (_: Typed, options) => {
      const ifMatch = answerOf(terms)?.etag;
      return client.businesses.updateTerms(businessId, changed, { ...options, ifMatch });
    },
    {
      done: () => ({ text: t(words.savedTerms) }),
      after: keep,
      firstDone: keep,
    },
  );
  const isSame = Object.keys(changed).length === 0;
  const type = <N extends keyof Typed>(name: N, now: Typed[N], stood: Typed[N]) =>
    setTyped((before) => filledIn(before, name, now, save.isPending ? undefined : stood));
  const shown = (name: NumberName) => numbers[name].shown(terms[name]);
  const number = (name: NumberName) => (
    <Field
      key={name}
      label={t(words[name])}
      inputMode="decimal"
      value={typed[name] ?? shown(name)}
      onChange={(value) => type(name, value, shown(name))}
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
      onSave={() => save.mutate(typed)}
      onReload={() => {
        save.reset();
        setTyped({});
        onReload();
      }}
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
          value={typed[name] ?? terms[name]}
          onChange={(isOn) => type(name, isOn, terms[name])}
        />
      ))}
    </SettingsCard>
  );
}
