import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { useHere } from '../data/business.tsx';
import { Account } from '../parts/ach-parts.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { EventsOf } from '../parts/events-of.tsx';
import { Copy, Facts, Note, SideBlock, When } from '../parts/show.tsx';
import { bankTransfers as words } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';

export default function AccountValidationScreen() {
  const { validationId = '' } = useParams();
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'accountValidations', validationId],
    queryFn: () => client.accountValidations.retrieve(validationId),
  });
  return (
    <Detail
      found={found}
      title={t(words.validation)}
      titleOf={({ id }) => `${t(words.validation)} ${id}`}
      crumb={{ text: t(words.validations), href: '/account-validations' }}
    >
      {(one) => (
        <ObjectFrame
          headline={<Account last4={one.last4} />}
          state={one.status}
          sub={[t(words[one.method]), <When key="at" at={one.createdAt} />]}
          notes={one.reason !== null && <Note tone="bad" title={one.reason} />}
          side={
            <SideBlock title={t(common.details)}>
              <Facts
                facts={[
                  [t(words.how), t(words[one.method])],
                  [
                    t(words.routing),
                    <span key="r" className="digits">
                      {one.routingNumber}
                    </span>,
                  ],
                  [
                    t(words.payment),
                    <Link key="p" href={`/payments/${one.paymentId}`}>
                      {one.paymentId}
                    </Link>,
                  ],
                  [t(common.created), <When key="c" at={one.createdAt} />],
                  [t(words.validated), one.validatedAt && <When at={one.validatedAt} />],
                  [t(words.ended), one.endedAt && <When at={one.endedAt} />],
                  [t(common.identifiers), <Copy key="i" text={one.id} />],
                ]}
              />
            </SideBlock>
          }
        >
          <EventsOf objectId={one.paymentId} />
        </ObjectFrame>
      )}
    </Detail>
  );
}
