import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { type Charge, isUnknown } from '../data/charge.ts';
import { money } from '../data/format.ts';
import { common } from '../words/common.ts';
import { inWords, t } from '../words/language.ts';
import { payments } from '../words/payments.ts';
import { declines } from '../words/refusals.ts';
import type { Tone } from '../words/states.ts';
import { terminal as words } from '../words/terminal.ts';
import { Button } from './button.tsx';
import { payerName } from './payment-parts.tsx';
import { Copy, Facts, Method, Note, State, When } from './show.tsx';

/** A payment that took no money: the form stays, to charge the same order otherwise. */
export function tookNothing({ status }: Payment): boolean {
  return status === 'declined' || status === 'canceled';
}

type LostProps = { sum: string; orderNumber: string; isAbsent: boolean };

/** A charge whose answer was lost. Its card is kept nowhere, so it is charged again only where it is typed again. */
export function LostCharge({ sum, orderNumber, isAbsent }: LostProps) {
  return (
    <>
      <Note tone="doubt" title={t(isAbsent ? payments.absentTitle : words.lostTitle)}>
        <p>{t(isAbsent ? words.absentText : words.lostText)}</p>
      </Note>
      <Facts
        left
        facts={[
          [t(common.amount), sum],
          [t(words.orderNumber), <Copy key="order" text={orderNumber} />],
        ]}
      />
    </>
  );
}

/** Shows the outcome of a charge in its place, and reads it again while it is unknown. */
export function TerminalAnswer({ charge, onAnother }: { charge: Charge; onAnother(): void }) {
  const { payment, wasBefore } = charge;
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'payments', 'one', payment.id, 'terminal'],
    queryFn: async () => await client.payments.retrieve(payment.id, { expand: ['customer'] }),
    initialData: payment,
    // Its payer is not there yet.
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.data && isUnknown(state.data) ? 5000 : false),
  });
  const shown = found.data;
  const { amount, currency, status, receiptNumber, amountRefunded } = shown;
  const isBefore = wasBefore && !isUnknown(shown) && !tookNothing(shown);
  const [tone, title, text] = isBefore ? wordsOfBefore(shown) : wordsOf(shown);
  return (
    <div className="pad stack form" role="status">
      <div className="title">
        <span className="sum">
          {money(amount, currency)}
          <small>{currency}</small>
        </span>
        <State state={status} badge />
      </div>
      <Note tone={tone} title={title}>
        {text && <p>{text}</p>}
        {shown.decline && !isUnknown(shown) && <p className="mono small">{shown.decline.code}</p>}
      </Note>
      <Facts
        left
        facts={[
          isBefore && [t(words.beforeAt), <When key="at" at={shown.createdAt} />],
          isBefore && [t(words.paidBy), payerName(shown)],
          isBefore &&
            amountRefunded > 0 && [t(words.refundedSince), money(amountRefunded, currency)],
          [t(words.orderNumber), <Copy key="order" text={shown.orderNumber} />],
          [t(common.method), <Method key="method" {...shown} />],
          [t(payments.receipt), receiptNumber && <Copy key="receipt" text={receiptNumber} />],
        ]}
      />
      <div className="btns">
        <Link className="btn main" href={`/payments/${shown.id}`}>
          {t(words.openPayment)}
        </Link>
        <Button onClick={onAnother}>{t(words.another)}</Button>
      </div>
    </div>
  );
}

/** Another act charged the order: whoever stands here may have given nothing for it. */
function wordsOfBefore({ status, method }: Payment): [Tone, string, string] {
  const title =
    status === 'authorized'
      ? words.authorizedBefore
      : method === 'bank'
        ? words.debitedBefore
        : words.chargedBefore;
  return ['wait', t(title), t(words.beforeWhat)];
}

function wordsOf({ status, amount, currency, decline }: Payment): [Tone, string, string?] {
  const sum = money(amount, currency);
  switch (status) {
    case 'unknown':
    case 'processing':
      return ['doubt', t(payments.unknownTitle), t(words.unknownWhat)];
    case 'declined':
    case 'returned':
      return ['bad', decline ? inWords(decline, declines) : '', t(words.declinedWhat)];
    case 'canceled':
      return ['bad', decline ? inWords(decline, declines) : '', t(words.canceledWhat)];
    case 'authorized':
      return ['good', t(words.authorized(sum))];
    case 'queued':
      return ['good', t(words.queued(sum))];
    default:
      return ['good', t(words.approved(sum))];
  }
}
