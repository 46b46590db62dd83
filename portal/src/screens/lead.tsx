import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { Lead, LeadForm } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { phone } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { AcknowledgeDialog, nameOf } from '../parts/lead-dialogs.tsx';
import { Card, Copy, Facts, Note, SideBlock, When } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { leads as words } from '../words/leads.ts';
import { places as titles } from '../words/places.ts';

export default function LeadScreen() {
  const { leadId = '' } = useParams();
  const { business, client, may } = useHere();
  const [isAsked, setAsked] = useState(false);
  const found = useQuery({
    queryKey: [business.id, 'leads', leadId],
    queryFn: () => client.leads.retrieve(leadId),
  });
  useKeys(found.data && may('charge') ? { D: () => setAsked(true) } : {});
  return (
    <Detail
      found={found}
      title={t(words.lead)}
      titleOf={nameOf}
      crumb={{ text: t(titles.leads), href: '/leads' }}
      actions={() =>
        may('charge') && (
          <Button look="main" icon="check" hotkey="D" onClick={() => setAsked(true)}>
            {t(words.acknowledge)}
          </Button>
        )
      }
    >
      {(lead) => (
        <ObjectFrame
          headline={nameOf(lead)}
          state={lead.status}
          sub={[
            phone(lead.phone),
            lead.email,
            t(words[lead.source]),
            <When key="at" at={lead.createdAt} />,
          ]}
          notes={
            lead.returnMessage !== null && (
              <Note tone={lead.status === 'acknowledged' ? 'good' : 'wait'} title={t(words.said)}>
                {lead.returnMessage}
              </Note>
            )
          }
          side={<Side lead={lead} />}
        >
          <div className="pad">
            <Answers lead={lead} />
          </div>
          {isAsked && <AcknowledgeDialog lead={lead} onClose={() => setAsked(false)} />}
        </ObjectFrame>
      )}
    </Detail>
  );
}

type Answer = {
  readonly question: number;
  readonly text?: string;
  readonly chosen?: readonly number[];
};

/** The questions of its form, each with what was answered. */
function Answers({ lead: { answers, formId } }: { lead: Lead }) {
  const { business, client } = useHere();
  const form = useQuery({
    queryKey: [business.id, 'leadForms', formId],
    enabled: formId !== null,
    queryFn: () => client.leadForms.retrieve(formId!),
  });
  const given = Array.isArray(answers) ? (answers as readonly Answer[]) : [];
  return (
    <Card title={t(words.answers)}>
      <div className="in">
        {given.length === 0 ? (
          <p className="soft">{t(words.noAnswers)}</p>
        ) : (
          <Facts
            left
            facts={given.map((one) => [
              form.data?.questions[one.question]?.text ?? t(words.questionOf(one.question + 1)),
              answerIn(one, form.data),
            ])}
          />
        )}
      </div>
    </Card>
  );
}

function answerIn({ question, text, chosen }: Answer, form: LeadForm | undefined): string {
  const options = form?.questions[question]?.options ?? [];
  return text ?? chosen?.map((i) => options[i]?.text ?? String(i + 1)).join(', ') ?? '';
}

function Side({ lead }: { lead: Lead }) {
  const { customerId, formId } = lead;
  return (
    <SideBlock title={t(common.details)}>
      <Facts
        facts={[
          [t(common.phone), phone(lead.phone)],
          [t(common.email), lead.email],
          [
            t(common.customer),
            <Link key="c" href={`/customers/${customerId}`}>
              {customerId}
            </Link>,
          ],
          [t(words.form), formId && <Link href={`/lead-forms/${formId}`}>{formId}</Link>],
          [t(common.created), <When key="m" at={lead.createdAt} />],
          [t(words.acknowledged), lead.answeredAt && <When at={lead.answeredAt} />],
          [t(common.identifiers), <Copy key="i" text={lead.id} />],
        ]}
      />
    </SideBlock>
  );
}
