import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { useHere } from '../data/business.tsx';
import { usePolling } from '../data/live.tsx';
import { FormBody, Response, Tries } from '../parts/delivery-parts.tsx';
import { DeliverySide } from '../parts/delivery-side.tsx';
import { Detail } from '../parts/detail.tsx';
import { Card } from '../parts/show.tsx';
import { t } from '../words/language.ts';
import { webhooks as words } from '../words/webhooks.ts';

/** One delivery with each of its tries. */
export default function DeliveryScreen() {
  const { client, business } = useHere();
  const { deliveryId = '' } = useParams();
  const found = useQuery({
    queryKey: [business.id, 'deliveries', deliveryId],
    queryFn: async () => await client.deliveries.retrieve(deliveryId),
  });
  usePolling(() => void found.refetch());
  return (
    <Detail
      found={found}
      title={t(words.delivery)}
      titleOf={({ kind }) => kind}
      crumb={{ text: t(words.deliveries), href: '/deliveries' }}
      beside={({ id }) => id}
    >
      {(delivery) => (
        <div className="split wide">
          <div className="pad">
            <Card title={t(words.tries)}>
              <div className="in">
                <Tries delivery={delivery} />
              </div>
            </Card>
            <Card title={t(words.requestBody)}>
              <div className="in">
                <FormBody body={delivery.body} />
              </div>
            </Card>
            <Card title={t(words.response)}>
              <div className="in">
                <Response {...delivery} />
              </div>
            </Card>
          </div>
          <aside aria-label={t(words.delivery)}>
            <DeliverySide delivery={delivery} isAlone />
          </aside>
        </div>
      )}
    </Detail>
  );
}
