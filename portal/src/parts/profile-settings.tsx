import { answerOf, type BusinessDetails } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf } from '../data/change.tsx';
import { payerLanguages } from '../data/payer-languages.ts';
import { useSave, useTyped } from '../data/typed.ts';
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

type Fields = Record<Name | 'language', string>;

function fieldsOf({ details, language }: BusinessDetails): Fields {
  const { BusinessAddress, ...others } = valuesOf(details);
  // An application tells the street under another name.
  const values: typeof others = { BusinessAddress1: BusinessAddress, ...others };
  const texts = Object.entries(fields).map(([name, own]) => [name, String(values[own] ?? '')]);
  return { ...Object.fromEntries(texts), language: language ?? '' };
}

type Props = { one: BusinessDetails; onReload(): void };

export function ProfileSettings({ one: live, onReload }: Props) {
  const { client } = useHere();
  const form = useTyped(live, fieldsOf);
  const { one, stood, now } = form;
  const changed = Object.entries(now).filter(([name, text]) => text !== stood[name as Name]);
  const save = useSave(
    form,
    (options) => {
      const body = Object.fromEntries(changed.map(([name, text]) => [name, text.trim() || null]));
      const ifMatch = answerOf(one)?.etag;
      return client.businesses.update(one.id, body, { ...options, ifMatch });
    },
    { done: words.savedProfile, onReload },
  );
  const field = (name: Name, more: { type?: string } = {}) => (
    <Field
      key={name}
      label={t(words[name])}
      value={now[name]}
      onChange={(text) => save.type(name, text)}
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
      because={changed.length === 0 ? t(words.nothingChanged) : undefined}
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
        value={now.language}
        onChange={(code) => save.type('language', code)}
        options={[['', t(words.languageNone)], ...payerLanguages]}
        hint={t(words.languageHint)}
        fault={faultOf(save.error, 'language')}
      />
    </SettingsCard>
  );
}
