import { type ReactNode, useRef, useState } from 'react';
import type {
  MailPreview,
  MailTemplate,
  MailTemplateDraft,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { asSeen, changedMeanwhile, faultOf, isRefused } from '../data/change.tsx';
import { unknownIn, usePlacing } from '../data/text-templates.ts';
import { type Form, useSave } from '../data/typed.ts';
import { type Text, t } from '../words/language.ts';
import { kindsOfMails, mailTemplates as words } from '../words/mail-templates.ts';
import { settings } from '../words/settings.ts';
import { textTemplates } from '../words/text-templates.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Field, TextArea } from './field.tsx';
import { SettingsCard } from './settings-parts.tsx';

export const parts = ['subject', 'opening', 'closing'] as const;
type Part = (typeof parts)[number];

/** Own words as they stand in the fields, where nothing is typed. */
export function wordsIn(stored: MailTemplate | undefined): Record<Part, string> {
  const wordsOf = (part: Part) => stored?.[part] ?? '';
  return { subject: wordsOf('subject'), opening: wordsOf('opening'), closing: wordsOf('closing') };
}

type Props = {
  of: Pick<MailTemplateDraft, 'kind' | 'language'>;
  form: Form<MailTemplate | undefined, Record<Part, string>>;
  /** The mail in the usual words, once it is known. */
  usual: MailPreview | undefined;
  /** Why the service makes no mail of the words. */
  refused: unknown;
  onReload(): void;
};

/** Own words for one kind of mail in one language, with what can be filled in. */
export function MailTemplateEditor(props: Props) {
  const { of, form, usual, refused, onReload } = props;
  const { one: stored, stood, now } = form;
  const { client } = useHere();
  const [isGoing, setGoing] = useState(false);
  const save = useSave(
    form,
    async (options) => {
      const wanted = parts.map((part) => [part, now[part].trim() || null] as const);
      try {
        if (!stored) {
          const given = Object.fromEntries(wanted.filter(([, text]) => text !== null));
          return await client.mailTemplates.create({ ...of, ...given }, options);
        }
        const seen = await asSeen(options, stored, () => client.mailTemplates.retrieve(stored.id));
        return await client.mailTemplates.update(stored.id, Object.fromEntries(wanted), seen);
      } catch (error) {
        // Somebody else gave it words first, or took them back.
        throw faultOf(error, 'kind') || isRefused(error, 'not_found') ? changedMeanwhile() : error;
      }
    },
    { done: words.saved, onReload },
  );
  const set = (part: Part) => (text: string) => save.type(part, text);
  const subject = usePlacing<HTMLInputElement>(now.subject, set('subject'), templateOf(150));
  const opening = usePlacing(now.opening, set('opening'), templateOf(1000));
  const closing = usePlacing(now.closing, set('closing'), templateOf(1000));
  const fields = { subject, opening, closing };
  const last = useRef<Part>('opening');
  const field = (part: Part) => ({
    label: t(words[part]),
    value: now[part],
    onChange: set(part),
    onFocus: () => {
      last.current = part;
    },
    fault: faultIn(now[part], usual) ?? faultOf(save.error ?? refused, part),
  });
  const isEmpty = parts.every((part) => now[part].trim() === '');
  const isChanged = parts.some((part) => now[part].trim() !== stood[part]);
  const because = !isChanged
    ? t(settings.nothingChanged)
    : isEmpty
      ? t(words.allEmpty)
      : faultsIn(now, usual)[0];
  return (
    <>
      <SettingsCard
        title={t(words.title)}
        text={t(words.text)}
        verb={t(words.save)}
        change={save}
        because={because}
      >
        <Field
          {...field('subject')}
          area={subject.area}
          maxLength={150}
          autoComplete="off"
          placeholder={usual?.usualSubject ?? ''}
        />
        <TextArea
          {...field('opening')}
          area={opening.area}
          rows={4}
          maxLength={1000}
          hint={usual && openingHint(usual)}
        />
        <TextArea
          {...field('closing')}
          area={closing.area}
          rows={3}
          maxLength={1000}
          hint={t(words.closingHint)}
        />
        <fieldset className="put-in" aria-label={t(textTemplates.putIn)}>
          <span className="soft small">{t(textTemplates.putIn)}</span>
          {usual?.placeholders.map((name) => (
            <Button key={name} small onClick={() => fields[last.current].place(`{${name}}`)}>
              {names[name] ? t(names[name]) : name}
            </Button>
          ))}
        </fieldset>
      </SettingsCard>
      {stored && (
        <p>
          <Button look="plain" onClick={() => setGoing(true)}>
            {t(words.back)}
          </Button>
        </p>
      )}
      {stored && isGoing && (
        <ConfirmDialog
          isGrave
          title={t(words.backOf(t(kindsOfMails[of.kind])))}
          verb={t(words.back)}
          working={t(words.going)}
          work={async (options) => {
            try {
              const seen = await asSeen(options, stored, () =>
                client.mailTemplates.retrieve(stored.id),
              );
              await client.mailTemplates.delete(stored.id, seen);
            } catch (error) {
              // Somebody else did the same.
              if (!isRefused(error, 'not_found')) throw error;
            }
          }}
          done={() => ({ text: t(words.gone) })}
          after={form.forget}
          onClose={() => setGoing(false)}
        >
          {t(words.backText)}
        </ConfirmDialog>
      )}
    </>
  );
}

const templateOf = (longest: number) => ({ isTemplate: true, longest });

function openingHint({ replacesUsual, usualOpening }: MailPreview): ReactNode {
  return t(replacesUsual ? words.instead(usualOpening) : words.before(usualOpening));
}

export function faultsIn(words: Record<Part, string>, usual: MailPreview | undefined): string[] {
  return parts.flatMap((part) => faultIn(words[part], usual) ?? []);
}

/** What cannot be filled in. */
function faultIn(text: string, usual: MailPreview | undefined): string | undefined {
  const unknown = usual && unknownIn(text, usual.placeholders);
  return unknown === undefined ? undefined : t(textTemplates.unknown(unknown));
}

const { firstName, lastName, business } = textTemplates;
const { amount, orderNumber, method, date, plan } = words;
const ofMail = { amount, orderNumber, method, date, plan };
const names: Readonly<Record<string, Text>> = { firstName, lastName, business, ...ofMail };
