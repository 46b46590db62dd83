import { Link } from 'wouter';
import type { DeliveryWithTries } from '../../../clients/typescript/src/index.ts';
import { t } from '../words/language.ts';
import { webhooks as words } from '../words/webhooks.ts';
import { FormBody, ReplayButton, Response, Tries } from './delivery-parts.tsx';
import { Copy, Facts, SideBlock, State, When } from './show.tsx';

/** The screen of the object of an event, by the beginning of its kind. */
const homes: Readonly<Record<string, string>> = {
  payment: '/payments/',
  customer: '/customers/',
  subscription: '/subscriptions/',
  batch: '/batches/',
};

/** The object of an event, with a link where a screen shows it. */
export function EventObject({ kind, objectId }: { kind: string; objectId: string }) {
  const home = homes[kind.split('.')[0]!];
  return home ? <Link href={`${home}${objectId}`}>{objectId}</Link> : objectId;
}

type Props = {
  delivery: DeliveryWithTries;
  /** It has a screen to itself, which shows tries, body and answer at large. */
  isAlone?: boolean;
};

/** A delivery beside the list that it was chosen from. */
export function DeliverySide({ delivery, isAlone = false }: Props) {
  const { id, kind, status, eventId, endpointId, objectId } = delivery;
  return (
    <>
      <SideBlock title={kind} link={<State state={status} badge />}>
        <Facts
          facts={[
            [
              t(words.delivery),
              <Link key="id" href={`/deliveries/${id}`}>
                {id}
              </Link>,
            ],
            ['webhook-id', <Copy key="event" text={eventId} />],
            [
              t(words.event),
              <Link key="of" href={`/events/${eventId}`}>
                {kind}
              </Link>,
            ],
            [t(words.object), <EventObject key="object" {...{ kind, objectId }} />],
            [t(words.webhook), endpointId],
            [t(words.nextTry), delivery.dueAt && <When at={delivery.dueAt} />],
            [t(words.finished), delivery.finishedAt && <When at={delivery.finishedAt} />],
            delivery.isReplay && [t(words.ofReplay), t(words.isReplay)],
          ]}
        />
        <div className="row">
          <ReplayButton small delivery={delivery} />
        </div>
      </SideBlock>
      {!isAlone && <Exchange delivery={delivery} />}
    </>
  );
}

function Exchange({ delivery }: { delivery: DeliveryWithTries }) {
  return (
    <>
      <SideBlock title={t(words.tries)}>
        <Tries delivery={delivery} />
      </SideBlock>
      <SideBlock title={t(words.requestBody)}>
        <FormBody body={delivery.body} />
      </SideBlock>
      <SideBlock title={t(words.response)}>
        <Response {...delivery} />
      </SideBlock>
    </>
  );
}
