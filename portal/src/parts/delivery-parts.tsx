import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Delivery, DeliveryWithTries } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { fullMoment, preciseTime } from '../data/format.ts';
import { t } from '../words/language.ts';
import { webhooks as words } from '../words/webhooks.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The answer to the last try: a status, or why none came. */
export function LastAnswer({ lastStatus, lastError, status }: Delivery) {
  const isBad = status !== 'succeeded' && status !== 'in_flight';
  return <span className={isBad ? 'down' : 'soft'}>{lastStatus ?? lastError}</span>;
}

/** Each try with its moment, its answer and how long it took; then the next one, where one is planned. */
export function Tries({ delivery }: { delivery: DeliveryWithTries }) {
  const { business } = useHere();
  const { log, dueAt } = delivery;
  const clock = (iso: string) => (
    <time dateTime={iso} title={fullMoment(iso, business.timeZone)}>
      {preciseTime(iso, business.timeZone)}
    </time>
  );
  if (log.length === 0 && !dueAt) return <p className="soft">{t(words.noTry)}</p>;
  return (
    <table className="table plain tries">
      <thead className="unseen">
        <tr>
          <th>{t(words.tries)}</th>
          <th>{t(words.finished)}</th>
          <th>{t(words.answer)}</th>
          <th>{t(words.took)}</th>
        </tr>
      </thead>
      <tbody>
        {log.map(({ sentAt, endedAt, outcome, status, error }, i) => (
          <tr key={sentAt}>
            <td>{i + 1}</td>
            <td className="soft">{clock(sentAt)}</td>
            <td className={outcome === 'failed' ? 'down' : 'soft'}>
              {status ?? error ?? t(words.underway)}
            </td>
            <td className="num soft">
              {endedAt && `${new Date(endedAt).getTime() - new Date(sentAt).getTime()} ms`}
            </td>
          </tr>
        ))}
        {dueAt && (
          <tr>
            <td className="faint">{log.length + 1}</td>
            <td className="faint">{clock(dueAt)}</td>
            <td className="faint">{t(words.planned)}</td>
            <td />
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The form that is posted, a line for each of its fields. */
export function FormBody({ body }: { body: string }) {
  const fields = [...new URLSearchParams(body)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <pre className="code" tabIndex={0}>
      {fields.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a form may have a name twice, and never changes
        <span key={i}>
          <span className="k">{name}</span>=<span className="v">{value}</span>
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

/** The receiver's answer to the last try, masked by the service. */
export function Response({ log }: DeliveryWithTries) {
  const last = log.at(-1);
  if (!last) return <p className="soft">{t(words.noTry)}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <pre className="code" tabIndex={0}>
      <span className="c">{last.status ?? last.error}</span>
      {last.address && ` ${last.address}`}
      {last.answer && `\n${last.answer}`}
    </pre>
  );
}

/** Sends a delivery again, after it was said what that means. */
export function ReplayButton({ delivery, small = false }: { delivery: Delivery; small?: boolean }) {
  const { client, may } = useHere();
  const [, go] = useLocation();
  const [isAsking, setAsking] = useState(false);
  if (!may('administer')) return null;
  return (
    <>
      <Button small={small} icon="replay" onClick={() => setAsking(true)}>
        {t(words.replay)}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t(words.replayOne)}
          verb={t(words.replay)}
          working={t(words.replaying)}
          work={(options) => client.deliveries.replay(delivery.id, options)}
          done={({ id }) => ({ text: t(words.replayedOne), href: `/deliveries/${id}` })}
          after={({ id }) => go(`/deliveries/${id}`)}
          onClose={() => setAsking(false)}
        >
          {t(words.replayOneText(delivery.kind, delivery.endpointId))}
        </ConfirmDialog>
      )}
    </>
  );
}
