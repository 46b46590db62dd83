import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { Invoice, PaymentMessage } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { moment, money } from '../data/format.ts';
import { useLiveRefresh, usePolling } from '../data/live.tsx';
import { saveFile } from '../data/save-file.ts';
import { Button } from '../parts/button.tsx';
import { customerName } from '../parts/customer-parts.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { DueDay } from '../parts/due-day.tsx';
import { PaidParts } from '../parts/invoice-paid-parts.tsx';
import { canBeVoided, VoidInvoiceDialog } from '../parts/invoice-parts.tsx';
import { InvoiceTrack } from '../parts/invoice-track.tsx';
import { PayLinkActions } from '../parts/pay-link-actions.tsx';
import { messageSteps } from '../parts/payment-messages.tsx';
import { Card, Copy, type Fact, Facts, Fault, SideBlock, State, When } from '../parts/show.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { common } from '../words/common.ts';
import { conversations } from '../words/conversations.ts';
import { due } from '../words/due.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { parts } from '../words/parts.ts';
import { places as titles } from '../words/places.ts';

/** What is to be paid, how far that is, and what the payer was sent. */
export default function InvoiceScreen() {
  const { invoiceId = '' } = useParams();
  const { business, client } = useHere();
  const [isLeaving, setLeaving] = useState(false);
  const found = useQuery({
    queryKey: [business.id, 'invoices', invoiceId],
    queryFn: async () =>
      await client.invoices.retrieve(invoiceId, {
        expand: ['customer', 'payment', 'payLinks', 'parts'],
      }),
  });
  const sent = useQuery({
    queryKey: [business.id, 'invoices', invoiceId, 'messages'],
    queryFn: async () => (await client.invoices.listMessages(invoiceId)).data,
  });
  const refresh = () => void Promise.all([found.refetch(), sent.refetch()]);
  useLiveRefresh(['payment.'], refresh);
  // Neither texts nor the page of a link have events of their own.
  usePolling(refresh);
  const messages = sent.data ?? [];
  return (
    <Detail
      found={found}
      title={t(titles.invoice)}
      titleOf={({ number }) => `${t(titles.invoice)} ${number}`}
      crumb={{ text: t(titles.invoices), href: '/invoices' }}
      actions={(invoice) => <Acts invoice={invoice} onVoid={() => setLeaving(true)} />}
    >
      {(invoice) => (
        <ObjectFrame
          headline={money(invoice.amount, invoice.currency)}
          unit={invoice.currency}
          state={invoice.isOverdue ? 'overdue' : invoice.status}
          sub={[
            <Payer key="payer" invoice={invoice} />,
            invoice.description,
            invoice.status === 'partially_paid' &&
              t(
                parts.paidOf(
                  money(invoice.amountPaid, invoice.currency),
                  money(invoice.amount, invoice.currency),
                ),
              ),
          ]}
          notes={<InvoiceTrack invoice={invoice} messages={messages} />}
          side={<Side invoice={invoice} />}
        >
          <div className="pad stack">
            <PaidParts invoice={invoice} />
            <Lines invoice={invoice} />
            <Links invoice={invoice} />
            <Fault error={sent.error} retry={() => void sent.refetch()} />
            <Reminders messages={messages.filter(isToCome)} isOpen={canBeVoided(invoice)} />
            <Messages messages={messages.filter((one) => !isToCome(one))} />
          </div>
          {isLeaving && <VoidInvoiceDialog invoice={invoice} onClose={() => setLeaving(false)} />}
        </ObjectFrame>
      )}
    </Detail>
  );
}

function Acts({ invoice, onVoid }: { invoice: Invoice; onVoid(): void }) {
  const { client, may } = useHere();
  const pdf = useMutation({
    mutationFn: async () => {
      const answer = await client.invoices.pdf(invoice.id);
      saveFile(await answer.blob(), `invoice-${invoice.number}.pdf`);
    },
  });
  return (
    <>
      <Fault error={pdf.error} />
      <span className="btns">
        {may('charge') && canBeVoided(invoice) && <Button onClick={onVoid}>{t(words.void)}</Button>}
        <Button
          icon="save"
          working={pdf.isPending ? t(words.savingPdf) : undefined}
          onClick={() => pdf.mutate()}
        >
          {t(words.pdf)}
        </Button>
      </span>
    </>
  );
}

function Payer({ invoice: { customer, customerId } }: { invoice: Invoice }) {
  return <Link href={`/customers/${customerId}`}>{customerName(customer) || customerId}</Link>;
}

function Lines({ invoice: { lines, amount, currency } }: { invoice: Invoice }) {
  if (lines.length === 0) return null;
  const parts = lines.map(({ name, amount: part, kind }): Fact => {
    return [name, money(kind === 'discount' ? 0 - part : part, currency)];
  });
  return (
    <Card title={t(words.lines)}>
      <div className="in">
        <Facts facts={[...parts, [t(words.total), money(amount, currency), 'total']]} />
      </div>
    </Card>
  );
}

/** The addresses at which it can be paid; each is shown only where somebody asks for it. */
function Links({ invoice: { payLinks = [] } }: { invoice: Invoice }) {
  const { may } = useHere();
  if (payLinks.length === 0) return null;
  return (
    <Card title={t(words.payLinks)}>
      <table className="table fold">
        <caption className="unseen">{t(words.payLinks)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(common.status)}</th>
            <th scope="col">{t(words.opened)}</th>
            <th scope="col">{t(words.expires)}</th>
            <th scope="col" className="num">
              {t(words.do)}
            </th>
          </tr>
        </thead>
        <tbody>
          {payLinks.map((link) => (
            <tr key={link.id}>
              <td className="p1">
                <State state={link.status} />
              </td>
              <td className="p3">
                <When at={link.openedAt} />
              </td>
              <td>
                <When at={link.expiresAt} />
              </td>
              <td className="num p4">{may('charge') && <PayLinkActions link={link} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Of an invoice that is not to be paid they are not sent, though they wait. */
function Reminders({ messages, isOpen }: { messages: readonly PaymentMessage[]; isOpen: boolean }) {
  const { business, now } = useHere();
  if (messages.length === 0 || !isOpen) return null;
  return (
    <Card title={t(due.toCome)}>
      <div className="in">
        <Facts
          facts={messages.map(
            (message): Fact => [
              moment(message.sendsAt ?? message.createdAt, business.timeZone, now()),
              <CancelText key={message.id} message={message} />,
            ],
          )}
        />
        <p className="soft small">{t(due.toComeText)}</p>
      </div>
    </Card>
  );
}

function isToCome({ template, sendsAt }: PaymentMessage): boolean {
  return template === 'pay_link_reminder' && sendsAt !== null;
}

function CancelText({ message }: { message: PaymentMessage }) {
  const { client, may } = useHere();
  const cancel = useChange((_: undefined, options) => client.messages.cancel(message.id, options), {
    done: () => ({ text: t(conversations.canceled) }),
  });
  return (
    <>
      <State state={message.status} />{' '}
      {may('charge') && (
        <button
          type="button"
          className="link"
          aria-disabled={cancel.isPending || undefined}
          onClick={() => {
            if (!cancel.isPending) cancel.mutate(undefined);
          }}
        >
          {t(conversations.cancelText)}
        </button>
      )}
      <Fault error={cancel.error} />
    </>
  );
}

function Messages({ messages }: { messages: readonly PaymentMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <Card title={t(words.messages)}>
      <Timeline steps={messageSteps(messages)} />
    </Card>
  );
}

function Side({ invoice }: { invoice: Invoice }) {
  const { paymentId, subscriptionId, period, payment, partialPayments, partOfInvoiceId } = invoice;
  return (
    <SideBlock title={t(common.details)}>
      <Facts
        facts={[
          [t(words.number), <Copy key="n" text={invoice.number} />],
          [t(common.order), <Copy key="o" text={invoice.orderNumber} />],
          [t(words.externalId), invoice.externalId],
          [t(due.due), invoice.dueOn && <DueDay key="d" {...invoice} />],
          partialPayments !== null && [
            t(parts.minimum),
            money(partialPayments.minimum, invoice.currency),
          ],
          partOfInvoiceId !== null && [
            t(parts.wholeOf),
            <Link key="w" href={`/invoices/${partOfInvoiceId}`}>
              {partOfInvoiceId}
            </Link>,
          ],
          [
            t(words.payment),
            paymentId && (
              <Link href={`/payments/${paymentId}`}>
                {payment ? <State state={payment.status} /> : paymentId}
              </Link>
            ),
          ],
          [
            t(titles.subscription),
            subscriptionId && (
              <Link href={`/subscriptions/${subscriptionId}`}>
                {period === null ? subscriptionId : t(words.periodOf(period))}
              </Link>
            ),
          ],
          [t(common.created), <When key="c" at={invoice.createdAt} />],
          [t(common.identifiers), <Copy key="i" text={invoice.id} />],
        ]}
      />
    </SideBlock>
  );
}
