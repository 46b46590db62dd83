import { useState } from 'react';
import { answerOf, type BusinessDetails } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { type PayerLanguage, payerLanguages } from '../data/payer-languages.ts';
import { filledIn, useHeld, without } from '../data/typed.ts';
import { t } from '../words/language.ts';
import { settings as words } from '../words/settings.ts';
import { valuesOf } from './case-parts.tsx';
import { Field, Select } from './field.tsx';
import { SettingsCard } from './settings-parts.tsx';

/** Each with its name among the details, which have those of the other interfaces. */
const fields = {
  businessPhone: 'BusinessPhone',
  businessEmail: 'BusinessEmail',
  businessAddress1: 'BusinessAddress1',
  businessAddress2: 'BusinessAddress2',
  businessCity: 'BusinessCity',
  businessState: 'BusinessState',
  businessPostalCode: 'BusinessPostalCode',
  url: 'URL',
} as const;
type Name = keyof typeof fields;
const names = Object.keys(fields) as Name[];

type Typed = Partial<Record<Name, string>> & { readonly language?: PayerLanguage | '' };

type Props = { one: BusinessDetails; onReload(): void };

export function ProfileSettings({ one: live, onReload }: Props) {
  const { client } = useHere();
  const [typed, setTyped] = useState<Typed>({});
  const [one, hold] = useHeld(live, Object.keys(typed).length > 0);
  const details = valuesOf(one.details);
  const former = (name: Name) => String(details[fields[name]] ?? '');
  const language = typed.language ?? one.language ?? '';
  const isSpoken = language === (one.language ?? '');
  const changed = names.filter((name) => typed[name] !== undefined && typed[name] !== former(name));
  const keep = (saved: BusinessDetails, sent: Typed) => {
    hold(saved);
    setTyped((now) => without(now, sent));
  };
  const save = useChange(
    (_: Typed, options) => {
      const sent = changed.map((name) => [name, typed[name]!.trim() || null] as const);
      const ifMatch = answerOf(one)?.etag;
      const body = {
        ...Object.fromEntries(sent),
        ...(!isSpoken && { language: language || null }),
      };
      return client.businesses.update(one.id, body, { ...options, ifMatch });
    },
    {
      done: () => ({ text: t(words.savedProfile) }),
      after: keep,
      firstDone: keep,
    },
  );
  const type = <N extends keyof Typed>(name: N, now: Typed[N], stood: Typed[N]) =>
    setTyped((before) => filledIn(before, name, now, save.isPending ? undefined : stood));
  const field = (name: Name, more: { type?: string } = {}) => (
    <Field
      key={name}
      label={t(words[name])}
      value={typed[name] ?? former(name)}
      onChange={(value) => type(name, value, former(name))}
      fault={faultOf(save.error, name)}
      {...more}
    />
  );
  return (
    <SettingsCard
      title={t(words.profile)}
      text={t(words.profileText)}
      verb={t(words.saveProfile)}
      change={save}
      because={changed.length === 0 && isSpoken ? t(words.nothingChanged) : undefined}
      onSave={() => save.mutate(typed)}
      onReload={() => {
        save.reset();
        setTyped({});
        onReload();
      }}
    >
      <div className="pair-of-fields">
        {field('businessPhone', { type: 'tel' })}
        {field('businessEmail', { type: 'email' })}
      </div>
      <div className="pair-of-fields">
        {field('businessAddress1')}
        {field('businessAddress2')}
      </div>
      <div className="pair-of-fields">
        {field('businessCity')}
        {field('businessState')}
      </div>
      <div className="pair-of-fields">
        {field('businessPostalCode')}
        {field('url', { type: 'url' })}
      </div>
      <Select
        label={t(words.language)}
        value={language}
        onChange={(code) => type('language', code as PayerLanguage | '', one.language ?? '')}
        options={[['', t(words.languageNone)], ...payerLanguages]}
        hint={t(words.languageHint)}
        fault={faultOf(save.error, 'language')}
      />
    </SettingsCard>
  );
}
