import { Link } from 'wouter';
import type { Payment } from '../../../clients/typescript/src/index.ts';
import { money, phone } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { leftOf, payerName } from './payment-parts.tsx';
import { Copy, Facts, Method, SideBlock } from './show.tsx';

const copied = (text: string | null) => (text ? <Copy text={text} /> : null);

/** What is known of a payment, beside it. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  return (
    <aside aria-label={t(common.details)}>
      <Sums payment={payment} />
      <Payer payment={payment} />
      <Source payment={payment} />
      <Identifiers payment={payment} />
    </aside>
  );
}

function Sums({ payment }: { payment: Payment }) {
  const { currency, amount, amountApproved, amountCaptured, amountRefunded, amountDisputed } =
    payment;
  const sum = (minor: number) => money(minor, currency);
  return (
    <SideBlock title={t(common.money)}>
      <Facts
        facts={[
          [t(words.amountAsked), sum(amount)],
          amountApproved > 0 && [t(words.approved), sum(amountApproved)],
          [t(words.capturedSum), sum(amountCaptured), 'total'],
          [t(words.refundedSum), sum(0 - amountRefunded)],
          amountDisputed > 0 && [t(words.disputedSum), sum(0 - amountDisputed)],
          [t(words.net), sum(leftOf(payment)), 'total'],
        ]}
      />
    </SideBlock>
  );
}

function Payer({ payment }: { payment: Payment }) {
  const { customer, customerId } = payment;
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
          ]}
        />
      )}
    </SideBlock>
  );
}

function Source({ payment }: { payment: Payment }) {
  const { method, token, authorizationCode, processor, statementDescriptor } = payment;
  return (
    <SideBlock title={t(method === 'card' ? common.card : words.bankAccount)}>
      <Facts
        facts={[
          [t(words.number), <Method key="number" {...payment} />],
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
  const { batchId, subscriptionId } = payment;
  return (
    <SideBlock title={t(common.identifiers)}>
      <Facts
        facts={[
          [t(words.paymentId), copied(payment.id)],
          [t(common.order), copied(payment.orderNumber)],
          [t(words.receipt), copied(payment.receiptNumber)],
          [t(words.invoice), copied(payment.invoiceNumber)],
          [t(words.externalId), copied(payment.externalId)],
          [t(words.customerId), copied(payment.customerId)],
          [t(words.batch), batchId && <Link href={`/batches/${batchId}`}>{batchId}</Link>],
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
