import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { useHere } from '../data/business.tsx';
import { LastAnswer } from '../parts/delivery-parts.tsx';
import { EventObject } from '../parts/delivery-side.tsx';
import { Detail } from '../parts/detail.tsx';
import { Copy, Facts, Fault, SideBlock, State, When } from '../parts/show.tsx';
import { events as words } from '../words/events.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

/** An event as it happened, and to which webhooks it went. */
export default function EventScreen() {
  const { client, business } = useHere();
  const { eventId = '' } = useParams();
  const found = useQuery({
    queryKey: [business.id, 'events', eventId],
    queryFn: async () => await client.events.retrieve(eventId),
  });
  const deliveries = useQuery({
    queryKey: [business.id, 'deliveries', 'of event', eventId],
    queryFn: async () => await client.deliveries.list({ eventId }),
  });
  return (
    <Detail
      found={found}
      title={t(words.event)}
      titleOf={({ kind }) => kind}
      crumb={{ text: t(titles.events), href: '/events' }}
      beside={({ happenedAt }) => <When at={happenedAt} />}
    >
      {(event) => (
        <div className="split wide">
          <div>
            <h2 className="unseen">{t(words.data)}</h2>
            <pre className="code json">{JSON.stringify(event, null, 2)}</pre>
          </div>
          <aside>
            <SideBlock title={event.kind}>
              <Facts
                facts={[
                  ['webhook-id', <Copy key="id" text={event.id} />],
                  [t(words.object), <EventObject key="object" {...event} />],
                  [t(words.happened), <When key="at" at={event.happenedAt} />],
                ]}
              />
            </SideBlock>
            <SideBlock title={t(words.deliveries)}>
              <Fault error={deliveries.error} />
              {deliveries.data?.data.length === 0 && <p className="soft">{t(words.noDelivery)}</p>}
              <table className="table plain tries">
                <caption className="unseen">{t(words.deliveries)}</caption>
                <tbody>
                  {deliveries.data?.data.map((one) => (
                    <tr key={one.id}>
                      <td>
                        <Link href={`/deliveries/${one.id}`}>{one.endpointId}</Link>
                      </td>
                      <td>
                        <State state={one.status === 'succeeded' ? 'delivered' : one.status} />
                      </td>
                      <td className="num">
                        <LastAnswer {...one} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </SideBlock>
          </aside>
        </div>
      )}
    </Detail>
  );
}
