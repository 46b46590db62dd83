import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { ApplicationDetails } from '../../../clients/typescript/src/index.ts';
import { useActorNames } from '../data/actors.ts';
import { useQueryOfAddress } from '../data/address.ts';
import { clientOf, useHere } from '../data/business.tsx';
import { ApplicationDecision } from '../parts/application-decision.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { Shape } from '../parts/icon.tsx';
import { Card, type Fact, Facts, SideBlock, Tag, When } from '../parts/show.tsx';
import { toldOf } from '../parts/told.tsx';
import { t } from '../words/language.ts';
import { outcomeWords, requirementWords, operator as words } from '../words/operator.ts';
import { places as titles } from '../words/places.ts';
import { lookOf } from '../words/states.ts';

/** The findings of the screening first, the decision beside them. */
export default function ApplicationScreen() {
  const { applicationId = '' } = useParams<{ applicationId: string }>();
  const { business, session } = useHere();
  const [{ of = business.id }] = useQueryOfAddress();
  const found = useQuery({
    queryKey: [business.id, 'applications', of, applicationId],
    queryFn: () => clientOf(session, of).applications.retrieve(applicationId),
  });
  return (
    <Detail
      found={found}
      title={t(words.application)}
      titleOf={(one) => nameOf(one)}
      crumb={{ text: t(titles.applications), href: '/applications' }}
    >
      {(application) => (
        <ObjectFrame
          headline={nameOf(application)}
          state={application.status}
          sub={[
            `${t(words.application)} ${application.businessId}-${application.id}`,
            <span key="from">
              {t(words.submitted)} <When at={application.createdAt} />
            </span>,
            application.expiresAt && (
              <span key="to">
                {t(words.ends)} <When at={application.expiresAt} />
              </span>
            ),
          ]}
          sideTitle={t(words.decision)}
          side={
            <>
              <ApplicationDecision key={application.status} application={application} />
              <Moves application={application} />
            </>
          }
        >
          <div className="pad stack">
            <Findings application={application} />
            <AllTold details={application.details} />
          </div>
        </ObjectFrame>
      )}
    </Detail>
  );
}

function nameOf({ details, email }: ApplicationDetails): string {
  const told = details as { BusinessLegalName?: unknown } | null;
  return String(told?.BusinessLegalName ?? email);
}

function Findings({ application }: { application: ApplicationDetails }) {
  const { requirements, outcomeCodes, moves } = application;
  const screened = moves.find(({ from }) => from === 'screening');
  return (
    <Card title={t(words.found)}>
      <ul>
        {requirements.map((code) => (
          <li key={code} className="finding" data-tone="wait">
            <Shape name="warn" />
            <div>
              <b>{t(requirementWords[code] ?? lookOf(code).word)}</b>
              <small>{t(words.missing)}</small>
            </div>
            <Tag tone="wait">{t(words.toJudge)}</Tag>
          </li>
        ))}
        {outcomeCodes.map((code) => (
          <li key={code} className="finding" data-tone="bad">
            <Shape name="declined" />
            <div>
              <b>{t(outcomeWords[code] ?? lookOf(code).word)}</b>
              <small>{t(words.why)}</small>
            </div>
          </li>
        ))}
        {requirements.length + outcomeCodes.length === 0 && (
          <li className="finding" data-tone="good">
            <Shape name="captured" />
            <div>
              <b>{t(words.nothingFound)}</b>
            </div>
          </li>
        )}
        {screened && (
          <li className="finding" data-tone="still">
            <Shape name="half" />
            <div>
              <b>{screened.reason}</b>
              <small>{t(lookOf(screened.to).word)}</small>
            </div>
          </li>
        )}
      </ul>
    </Card>
  );
}

function AllTold({ details }: { details: unknown }) {
  const { business, owner, bank, volume } = toldOf(details);
  return (
    <>
      <div className="two">
        <ToldCard title={t(words.business)} facts={business} />
        <ToldCard title={t(words.owner)} facts={owner} />
      </div>
      <ToldCard title={t(words.bankAccount)} facts={bank} />
      <ToldCard title={t(words.volume)} facts={volume} />
    </>
  );
}

function ToldCard({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <Card title={title}>
      <div className="in">
        <Facts facts={facts} />
      </div>
    </Card>
  );
}

function Moves({ application }: { application: ApplicationDetails }) {
  const nameOf = useActorNames();
  return (
    <SideBlock title={t(words.history)}>
      <ul className="stack small">
        {[...application.moves].reverse().map(({ n, to, actor, reason, createdAt }) => (
          <li key={n}>
            <b>{t(lookOf(to).word)}</b> {t(words.by(nameOf(actor)))}
            <br />
            <span className="soft">
              <When at={createdAt} /> · {reason}
            </span>
          </li>
        ))}
      </ul>
    </SideBlock>
  );
}
