import type { Invoice, PaymentMessage } from '../../../clients/typescript/src/index.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { lookOf, type Tone } from '../words/states.ts';
import { When } from './show.tsx';

type Stop = {
  readonly name: string;
  /** True once it happened. */
  readonly was: boolean;
  readonly tone: Tone;
  readonly at?: string | null | undefined;
};

type Props = { invoice: Invoice; messages: readonly PaymentMessage[] };

/** How far it is: made, sent, opened, paid. */
export function InvoiceTrack({ invoice, messages }: Props) {
  const all = stopsOf(invoice, messages);
  const last = all.findLastIndex(({ was }) => was);
  return (
    <ol className="track" aria-label={t(words.track)}>
      {all.map(({ name, tone, at }, i) => (
        <li
          key={name}
          className={i === last ? 'is' : i < last ? 'was' : 'todo'}
          data-tone={tone}
          aria-current={i === last ? 'step' : undefined}
        >
          <b>{name}</b>
          <span>
            <When at={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function stopsOf(invoice: Invoice, messages: readonly PaymentMessage[]): readonly Stop[] {
  const { status, createdAt, payLinks = [], payment } = invoice;
  const isOpen = status === 'open' || status === 'partially_paid';
  const text = messages.find(({ template, sentAt }) => template === 'pay_link' && sentAt !== null);
  const openedAt = payLinks.flatMap((link) => link.openedAt ?? []).sort()[0];
  const made: Stop = { name: t(words.created), was: true, tone: 'good', at: createdAt };
  /** Coming steps are shown while they may come. */
  const ofLink = (name: string, at: string | null | undefined): readonly Stop[] => {
    if (at) return [{ name, was: true, tone: 'good', at }];
    return isOpen && payLinks.length > 0 ? [{ name, was: false, tone: 'still' }] : [];
  };
  const sent = openedAt && !text ? [] : ofLink(t(words.sent), text?.sentAt);
  const opened = ofLink(t(words.opened), openedAt);
  const look = lookOf(isOpen ? 'paid' : status);
  const at = payment?.finishedAt ?? payment?.createdAt;
  const end: Stop = {
    name: t(look.word),
    was: !isOpen,
    tone: isOpen ? 'still' : look.tone,
    ...(!isOpen && { at }),
  };
  return [made, ...sent, ...opened, end];
}
