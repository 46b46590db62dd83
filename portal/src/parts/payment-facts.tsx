import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { dayNear, money, phone } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { parts } from '../words/parts.ts';
import { checks, payments as words } from '../words/payments.ts';
import { Actor } from './actor.tsx';
import { leftOf, payerName } from './payment-parts.tsx';
import { Copy, type Fact, Facts, Method, SideBlock, State, When } from './show.tsx';

const copied = (text: string | null) => (text ? <Copy text={text} /> : null);

/** The facts of a payment, beside it. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  return (
    <aside aria-label={t(common.details)}>
      <Sums payment={payment} />
      <Whereabouts payment={payment} />
      <Payer payment={payment} />
      <Source payment={payment} />
      <Identifiers payment={payment} />
    </aside>
  );
}

function Sums({ payment }: { payment: Payment }) {
  const { currency, amount, amountApproved, amountCaptured } = payment;
  const { amountVoided, amountRefunded, amountDisputed } = payment;
  const sum = (minor: number) => money(minor, currency);
  const { lines = [], fee = null, isFeeFinal, net = null } = payment.money ?? {};
  return (
    <SideBlock title={t(common.money)}>
      <Facts
        facts={[
          ...lines.map(({ name, amount: part, kind }): Fact => {
            return [name, sum(kind === 'discount' ? 0 - part : part)];
          }),
          lines.length > 0
            ? [t(words.amountAsked), sum(amount), 'total']
            : [t(words.amountAsked), sum(amount)],
          amountApproved > 0 &&
            amountApproved !== amount && [t(words.approved), sum(amountApproved)],
          [t(words.capturedSum), sum(amountCaptured), 'total'],
          amountVoided > 0 && [t(words.voidedSum), sum(0 - amountVoided)],
          [t(words.refundedSum), sum(0 - amountRefunded)],
          amountDisputed > 0 && [t(words.disputedSum), sum(0 - amountDisputed)],
          fee !== null && fee > 0 && [t(isFeeFinal ? words.fee : words.feeExpected), sum(0 - fee)],
          net === null || amountCaptured === 0
            ? [t(words.left), sum(leftOf(payment)), 'total']
            : [t(words.net), sum(net), 'total'],
        ]}
      />
    </SideBlock>
  );
}

/** Where its money is by now, and on which day it is expected at the bank of the business. */
function Whereabouts({ payment }: { payment: Payment }) {
  const { business, now } = useHere();
  const { batchId, amountCaptured } = payment;
  const { fee, batchClosesAt, payoutExpectedOn, payout } = payment.money ?? {};
  const isFeeOfBatch = (batchId !== null && fee === null && amountCaptured > 0) || undefined;
  if (!batchId && !batchClosesAt && !payoutExpectedOn) return null;
  return (
    <SideBlock title={t(words.track)}>
      <Facts
        facts={[
          [t(words.batch), batchId && <Link href={`/batches/${batchId}`}>{batchId}</Link>],
          [t(words.batchCloses), batchClosesAt && <When at={batchClosesAt} />],
          [
            t(words.payoutExpected),
            payoutExpectedOn && dayNear(payoutExpectedOn, business.timeZone, now()),
          ],
          [
            t(words.payout),
            payout && (
              <Link href={`/payouts/${payout.id}`}>
                <State state={payout.status} />
              </Link>
            ),
          ],
          [t(words.paidOut), payout?.settledAt && <When at={payout.settledAt} />],
          [t(words.fee), isFeeOfBatch && t(words.feeOfBatch)],
        ]}
      />
    </SideBlock>
  );
}

/** The sums that the payer has paid until today, by currency. */
function usePaidSoFar(customerId: string): readonly Fact[] {
  const { business, client } = useHere();
  const { data } = useQuery({
    queryKey: [business.id, 'customers', 'totals', customerId],
    queryFn: async () => await client.customers.retrieve(customerId, { expand: ['totals'] }),
  });
  const paid = (data?.totals ?? []).filter((one) => one.paid > 0);
  if (paid.length === 0) return [];
  const sums = paid.map((one) => money(one.paid - one.refunded, one.currency));
  return [[t(words.paidSoFar), sums.join(' + ')]];
}

function Payer({ payment }: { payment: Payment }) {
  const { customer, customerId } = payment;
  const paidSoFar = usePaidSoFar(customerId);
  const name = payerName(payment);
  const href = `/customers/${customerId}`;
  return (
    <SideBlock
      title={t(common.customer)}
      link={
        <Link className="small" href={href}>
          {t(words.openCustomer)}
        </Link>
      }
    >
      {customer && (
        <Facts
          facts={[
            [t(common.name), name && <Link href={href}>{name}</Link>],
            [t(common.phone), customer.phone && phone(customer.phone)],
            [t(common.email), customer.email],
            ...paidSoFar,
          ]}
        />
      )}
    </SideBlock>
  );
}

function Source({ payment }: { payment: Payment }) {
  const { method, token, authorizationCode, processor, statementDescriptor } = payment;
  const { expiresOn, securityCodeCheck, addressCheck } = payment;
  return (
    <SideBlock title={t(method === 'card' ? common.card : words.bankAccount)}>
      <Facts
        facts={[
          [t(words.number), <Method key="number" {...payment} />],
          [t(words.expires), expiresOn && `${expiresOn.slice(5)}/${expiresOn.slice(2, 4)}`],
          [t(words.securityCode), securityCodeCheck && t(checks[securityCodeCheck])],
          [t(words.address), addressCheck && t(checks[addressCheck])],
          [t(words.approval), copied(authorizationCode)],
          [t(words.token), copied(token)],
          [t(words.processor), processor],
          [t(words.descriptor), statementDescriptor],
        ]}
      />
    </SideBlock>
  );
}

function Identifiers({ payment }: { payment: Payment }) {
  const { subscriptionId, actor } = payment;
  return (
    <SideBlock title={t(common.identifiers)}>
      <Facts
        facts={[
          [t(words.takenBy), actor && <Actor key="actor" of={actor} />],
          [t(words.paymentId), copied(payment.id)],
          [t(common.order), copied(payment.orderNumber)],
          [t(words.receipt), copied(payment.receiptNumber)],
          [t(words.invoice), copied(payment.invoiceNumber)],
          payment.partOfInvoiceId !== null && [
            t(parts.wholeOf),
            <Link key="whole" href={`/invoices/${payment.partOfInvoiceId}`}>
              {payment.partOfInvoiceId}
            </Link>,
          ],
          [t(words.externalId), copied(payment.externalId)],
          [t(words.customerId), copied(payment.customerId)],
          [
            t(words.subscription),
            subscriptionId && (
              <Link href={`/subscriptions/${subscriptionId}`}>{subscriptionId}</Link>
            ),
          ],
        ]}
      />
    </SideBlock>
  );
}
