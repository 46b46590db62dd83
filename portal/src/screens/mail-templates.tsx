import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { MailTemplate } from '../../../clients/typescript/src/index.ts';
import { useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { useMailPreview } from '../data/mail-preview.ts';
import { payerLanguages } from '../data/payer-languages.ts';
import { useTyped } from '../data/typed.ts';
import { Select } from '../parts/field.tsx';
import { faultsIn, MailTemplateEditor, parts, wordsIn } from '../parts/mail-template-editor.tsx';
import { MailTemplatePreview } from '../parts/mail-template-preview.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Bones, Card, Fault } from '../parts/show.tsx';
import { t } from '../words/language.ts';
import { kindsOfMails, mailTemplates as words } from '../words/mail-templates.ts';
import { places as titles } from '../words/places.ts';

const kinds = Object.keys(kindsOfMails) as MailTemplate['kind'][];
const languages = payerLanguages.map(([code]) => code);

/** Own words in the mails that payers get. */
export default function MailTemplates() {
  const { business, client } = useHere();
  const [query, change] = useQueryOfAddress();
  const found = useQuery({
    queryKey: [business.id, 'mail-templates'],
    queryFn: async () => {
      const [templates, { language: spoken }] = await Promise.all([
        // One for each kind and language: they fit into one page.
        client.mailTemplates.list({ limit: 100 }),
        client.businesses.retrieve(business.id),
      ]);
      return { templates: templates.data, spoken };
    },
  });
  const kind = kinds.find((one) => one === query.kind) ?? 'payment.captured';
  const chosen = languages.find((one) => one === query.language);
  const language = chosen ?? found.data?.spoken ?? 'en';
  const key = `${kind} ${language}`;
  const ownOf = (one: string, spoken: string) =>
    found.data?.templates.find((own) => own.kind === one && own.language === spoken);
  // What was typed for one mail stays while another one is looked at.
  const form = useTyped(ownOf(kind, language), wordsIn, key);
  const marked = (name: string, own: MailTemplate | undefined) =>
    own ? `${name} · ${t(words.own)}` : name;
  return (
    <Sheet title={t(titles.mailTemplates)}>
      {found.data ? (
        <OneMail
          key={key}
          of={{ kind, language }}
          form={form}
          onReload={() => void found.refetch()}
        >
          <div className="pair-of-fields">
            <Select
              label={t(words.mail)}
              value={kind}
              onChange={(chosen) => change({ kind: chosen })}
              options={kinds.map((one) => [
                one,
                marked(t(kindsOfMails[one]), ownOf(one, language)),
              ])}
            />
            <Select
              label={t(words.language)}
              value={language}
              onChange={(chosen) => change({ language: chosen })}
              options={payerLanguages.map(([code, name]) => [
                code,
                marked(name, ownOf(kind, code)),
              ])}
            />
          </div>
        </OneMail>
      ) : found.error ? (
        <div className="pad">
          <Fault error={found.error} retry={() => void found.refetch()} />
        </div>
      ) : (
        <Bones />
      )}
    </Sheet>
  );
}

type Props = Pick<ComponentProps<typeof MailTemplateEditor>, 'of' | 'form' | 'onReload'> & {
  /** Which one it is. */
  children: ReactNode;
};

/** The words of one mail, beside the mail as it would be. */
function OneMail({ of, form, onReload, children }: Props) {
  const usual = useMailPreview(of);
  const { now } = form;
  const given = parts.map((part) => [part, now[part].trim()]).filter(([, text]) => text !== '');
  const isRight = usual.data && faultsIn(now, usual.data).length === 0;
  const preview = useMailPreview(isRight ? { ...of, ...Object.fromEntries(given) } : undefined);
  const error = usual.error ?? preview.error;
  return (
    <div className="split even">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <div className="pad stack" tabIndex={0} role="group" aria-label={t(words.title)}>
        {children}
        <MailTemplateEditor
          {...{ of, form, onReload }}
          usual={usual.data}
          refused={preview.error}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <div className="sunk" tabIndex={0} role="group" aria-label={t(words.preview)}>
        <div className="pad">
          <Card title={t(words.preview)}>
            <div className="in">
              {preview.data && <MailTemplatePreview preview={preview.data} />}
              {!preview.data && !error && isRight !== false && <Bones />}
              <Fault error={error} retry={() => void (usual.error ? usual : preview).refetch()} />
            </div>
          </Card>
        </div>
      </div>
    </div>
  );
}
