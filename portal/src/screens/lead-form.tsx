import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { LeadForm } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { phone } from '../data/format.ts';
import { Button } from '../parts/button.tsx';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { nameOf } from '../parts/lead-dialogs.tsx';
import { PartList } from '../parts/part-list.tsx';
import { Copy, Facts, SideBlock, When } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { leads as words } from '../words/leads.ts';

export default function LeadFormScreen() {
  const { formId = '' } = useParams();
  const { business, client, may } = useHere();
  const [isAsked, setAsked] = useState(false);
  const found = useQuery({
    queryKey: [business.id, 'leadForms', formId],
    queryFn: () => client.leadForms.retrieve(formId),
  });
  return (
    <Detail
      found={found}
      title={t(words.form)}
      titleOf={({ name }) => name}
      crumb={{ text: t(words.forms), href: '/lead-forms' }}
      actions={({ status, address }) =>
        status === 'open' && (
          <>
            <a className="btn" href={address} target="_blank" rel="noreferrer">
              {t(words.openPage)}
            </a>
            {may('administer') && <Button onClick={() => setAsked(true)}>{t(words.close)}</Button>}
          </>
        )
      }
    >
      {(form) => (
        <ObjectFrame
          headline={form.name}
          state={form.status}
          sub={[<Copy key="a" text={form.address} />, <When key="at" at={form.createdAt} />]}
          side={<Side form={form} />}
        >
          <LeadsOf formId={form.id} />
          {isAsked && (
            <ConfirmDialog
              isGrave
              title={t(words.closeTitle(form.name))}
              verb={t(words.close)}
              working={t(words.closing)}
              work={(options) => client.leadForms.close(form.id, options)}
              done={({ name }) => ({ text: t(words.closed(name)) })}
              onClose={() => setAsked(false)}
            >
              {t(words.closeText)}
            </ConfirmDialog>
          )}
        </ObjectFrame>
      )}
    </Detail>
  );
}

function LeadsOf({ formId }: { formId: string }) {
  const { client } = useHere();
  return (
    <PartList
      name={['leads', 'of form', formId]}
      title={t(words.leads)}
      icon="people"
      read={(cursor) => client.leads.list({ formId, ...cursor })}
      id={({ id }) => id}
      href={({ id }) => `/leads/${id}`}
      empty={t(words.noLeads)}
      columns={[
        { title: common.name, onPhone: 1, cell: nameOf },
        statusColumn(),
        { title: common.phone, onPhone: 3, cell: (one) => phone(one.phone) },
        { title: common.email, stretches: true, cell: ({ email }) => email },
        createdColumn(2),
      ]}
    />
  );
}

function Side({ form }: { form: LeadForm }) {
  return (
    <>
      <SideBlock title={t(words.questions)}>
        <ol className="lines">
          {form.questions.map(({ text, kind, isRequired, options }) => (
            <li key={text}>
              <span className="grow">
                {text}
                <small>
                  {[
                    options.map((one) => one.text).join(', ') || t(words[kind]),
                    isRequired && t(words.required),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
            </li>
          ))}
        </ol>
      </SideBlock>
      <SideBlock title={t(common.details)}>
        <Facts
          facts={[
            [t(words.intro), form.intro],
            [t(words.thanks), form.thanks],
            [t(words.topics), form.topics.map((topic) => t(words[topic])).join(', ')],
            [t(words.originId), form.originId],
            [t(common.created), <When key="c" at={form.createdAt} />],
            [t(common.identifiers), <Copy key="i" text={form.id} />],
          ]}
        />
      </SideBlock>
    </>
  );
}
