import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { WebhookEndpoint } from '../../../clients/typescript/src/index.ts';
import { useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { moment, number } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { useLiveRefresh, usePolling } from '../data/live.tsx';
import { Button } from '../parts/button.tsx';
import { LastAnswer } from '../parts/delivery-parts.tsx';
import { DeliverySide } from '../parts/delivery-side.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Bones, Empty, Fault, Note, State, When } from '../parts/show.tsx';
import { kinds, WebhookForm } from '../parts/webhook-dialogs.tsx';
import { WebhookSide } from '../parts/webhook-side.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { webhooks as words } from '../words/webhooks.ts';

/** Endpoints with their health, the newest deliveries of the chosen one, and beside them what was chosen. */
export default function Webhooks() {
  const { client, business, may } = useHere();
  const [query, change] = useQueryOfAddress();
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<{ id: string; secret: string }>();
  const found = useQuery({
    queryKey: [business.id, 'webhooks'],
    queryFn: async () => await client.webhookEndpoints.list(),
  });
  const endpoints = found.data?.data ?? [];
  const chosen = endpoints.find(({ id }) => id === query.webhook) ?? endpoints[0];
  const free = kinds.filter((kind) => !endpoints.some(({ id }) => id === kind));
  const deliveries = useQuery({
    queryKey: [business.id, 'deliveries', 'of', chosen?.id],
    enabled: chosen !== undefined,
    queryFn: async () => await client.deliveries.list({ endpointId: chosen?.id, limit: 20 }),
  });
  const rows = deliveries.data?.data ?? [];
  const delivery = useQuery({
    queryKey: [business.id, 'deliveries', query.delivery],
    enabled: query.delivery !== undefined,
    queryFn: async () => await client.deliveries.retrieve(query.delivery ?? ''),
  });
  const refresh = () => void Promise.all([found.refetch(), deliveries.refetch()]);
  useLiveRefresh([''], refresh);
  usePolling(() => {
    refresh();
    if (query.delivery !== undefined) void delivery.refetch();
  });
  const move = (by: number) => {
    const at = rows.findIndex(({ id }) => id === query.delivery);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next) change({ delivery: next.id });
  };
  useKeys({
    J: () => move(1),
    K: () => move(-1),
    ...(query.delivery !== undefined && { Escape: () => change({ delivery: undefined }) }),
    ...(may('administer') && free.length > 0 && { N: () => setNew(true) }),
  });
  return (
    <Sheet
      title={t(titles.webhooks)}
      actions={
        may('administer') && (
          <Button
            look="main"
            icon="plus"
            hotkey="N"
            because={free.length === 0 ? t(words.allKinds) : undefined}
            onClick={() => setNew(true)}
          >
            {t(words.newOne)}
          </Button>
        )
      }
    >
      {found.isPending ? (
        <Bones />
      ) : found.error ? (
        <div className="pad">
          <Fault error={found.error} retry={() => void found.refetch()} />
        </div>
      ) : endpoints.length === 0 || !chosen ? (
        <Empty icon="hook" title={t(words.none)} text={t(words.noneText)} />
      ) : (
        <div className="split wide">
          <div>
            <Endpoints
              {...{ endpoints, chosen }}
              onChoose={(webhook) => change({ webhook, delivery: undefined })}
            />
            <Health endpoint={chosen} />
            <div className="toolbar wrap">
              <h2>{t(words.deliveries)}</h2>
              <span className="soft grow">{chosen.id}</span>
              <Link className="btn s" href={`/deliveries?endpointId=${chosen.id}`}>
                {t(words.allDeliveries)}
              </Link>
            </div>
            <Fault error={deliveries.error} />
            {deliveries.isPending ? (
              <Bones />
            ) : rows.length === 0 ? (
              <Empty
                icon="send"
                title={t(words.deliveriesEmpty)}
                text={t(words.deliveriesEmptyText)}
              />
            ) : (
              <table className="table fold">
                <caption className="unseen">{t(words.deliveries)}</caption>
                <thead>
                  <tr>
                    <th>{t(common.status)}</th>
                    <th>{t(words.event)}</th>
                    <th className="spare-next">{t(words.object)}</th>
                    <th className="num">{t(words.tries)}</th>
                    <th>{t(words.answer)}</th>
                    <th>{t(words.nextTry)}</th>
                    <th className="num">{t(common.created)}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr
                      key={row.id}
                      className={row.id === query.delivery ? 'at opens' : 'opens'}
                      onClick={() => change({ delivery: row.id })}
                    >
                      <td className="p4">
                        <State state={row.status === 'succeeded' ? 'delivered' : row.status} />
                      </td>
                      <td className="p1">
                        <button type="button" className="link whole">
                          {row.kind}
                        </button>
                      </td>
                      <td className="soft p3 spare-next">{row.objectId}</td>
                      <td className="num">{number(row.tries)}</td>
                      <td className="p2">
                        <LastAnswer {...row} />
                      </td>
                      <td className="stretch soft">
                        <When at={row.dueAt} />
                      </td>
                      <td className="num soft">
                        <When at={row.createdAt} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </div>
          <aside aria-label={t(query.delivery === undefined ? words.webhook : words.delivery)}>
            {query.delivery === undefined ? (
              <WebhookSide key={chosen.id} endpoint={chosen} onSecret={setSecret} />
            ) : delivery.data ? (
              <DeliverySide delivery={delivery.data} />
            ) : delivery.error ? (
              <Fault error={delivery.error} />
            ) : (
              <Bones />
            )}
          </aside>
        </div>
      )}
      {isNew && (
        <WebhookForm
          free={free}
          onMade={(made) => {
            setNew(false);
            change({ webhook: made.id });
            setSecret(made);
          }}
          onClose={() => setNew(false)}
        />
      )}
      {secret && (
        <SecretDialog
          title={t(words.secretOf(secret.id))}
          text={t(words.secretText)}
          secret={secret.secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Sheet>
  );
}

type EndpointsProps = {
  endpoints: readonly WebhookEndpoint[];
  chosen: WebhookEndpoint;
  onChoose(id: string): void;
};

function Endpoints({ endpoints, chosen, onChoose }: EndpointsProps) {
  return (
    <table className="table fold">
      <caption className="unseen">{t(words.endpoints)}</caption>
      <thead>
        <tr>
          <th>{t(words.webhook)}</th>
          <th>{t(words.address)}</th>
          <th>{t(common.status)}</th>
          <th className="num">{t(words.lastSuccess)}</th>
          <th className="num">{t(words.failures)}</th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map(({ id, url, status, lastSuccessAt, failures }) => (
          <tr
            key={id}
            className={id === chosen.id ? 'at opens' : 'opens'}
            onClick={() => onChoose(id)}
          >
            <td className="p1">
              <button
                type="button"
                className="link whole"
                aria-pressed={id === chosen.id}
                onClick={() => onChoose(id)}
              >
                {id}
              </button>
            </td>
            <td className="stretch mono soft p3" title={url}>
              {url}
            </td>
            <td className="p4">
              <State state={status} />
            </td>
            <td className="num p2">
              <When at={lastSuccessAt} />
            </td>
            <td className="num soft">{number(failures)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Trouble with an endpoint, and its remedy. */
function Health({
  endpoint: { id, status, failures, failingSince, disabledReason },
}: {
  endpoint: WebhookEndpoint;
}) {
  const { business, now } = useHere();
  if (status === 'enabled') return null;
  const since = failingSince ? moment(failingSince, business.timeZone, now()) : '';
  return (
    <div className="pad">
      <Note
        tone="bad"
        title={t(status === 'failing' ? words.failsSince(id, since) : words.isDisabled(id))}
      >
        {status === 'failing' ? t(words.failsText(number(failures))) : t(words.disabledText)}{' '}
        {disabledReason}
      </Note>
    </div>
  );
}
