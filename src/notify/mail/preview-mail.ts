import { dayMs } from '../../kernel/duration.ts';
import type { Language } from '../../kernel/language.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { hideAddresses } from '../../parties/businesses/page-address.ts';
import { type PublicProfile, readFace, speaking } from '../../parties/businesses/public-profile.ts';
import { uuid } from '../../runtime/column.ts';
import { namedCurrency } from '../../runtime/event-currency.ts';
import type { PaymentData } from '../../runtime/event-kinds.ts';
import { type AnyEvent, dataField } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { usualSheet, type Writer } from './compose.ts';
import { type MailKind, type OwnWords, type Placeholder, parts } from './mail-template.ts';
import { inOwnWords, namesIn, valuesOf } from './own-words.ts';
import type { Row, Sheet } from './sheet.ts';
import { readSubjects, type Subject } from './subjects.ts';

export type PreviewedMail = {
  /** With the own words, and without secret addresses. */
  readonly sheet: Sheet;
  /** The same in the usual words. */
  readonly usual: Sheet;
  /** The payment or subscription that it tells of; undefined: it is a sample. */
  readonly objectId: bigint | undefined;
  /** Placeholders of the own words that are not known of its payer. */
  readonly missing: readonly Placeholder[];
};

export type Draft = OwnWords & { readonly kind: MailKind; readonly language: Language };

/** The last mail of its kind as it would be with these words. A sample: there is none, or no payer is to be shown. Nothing is sent. */
export async function previewMail(
  world: Writer & Pick<World, 'now'>,
  business: Business,
  draft: Draft,
  showsPayer: boolean,
): Promise<PreviewedMail> {
  const { id } = business;
  const own = await readFace(world.db, id);
  if (!own) throw new Error('a caller without its business');
  const face = speaking(own, draft.language);
  const last = showsPayer ? await readLast(world.db, id, draft.kind) : undefined;
  const told = last && usualSheet(world, last, face);
  if (told) return preview(last, told, face, draft, last.event.objectId);
  const sample = sampleOf(business, draft.kind, world.now());
  const sheet = usualSheet(world, sample, face);
  if (!sheet) throw new Error(`a sample of ${draft.kind} that says nothing`);
  return preview(sample, sheet, face, draft, undefined);
}

function preview(
  subject: Subject,
  whole: Sheet,
  face: PublicProfile,
  draft: Draft,
  objectId: bigint | undefined,
): PreviewedMail {
  const { action, otherAction } = whole;
  const usual = { ...whole, action: hidden(action), otherAction: hidden(otherAction) };
  const values = valuesOf(subject, whole, face);
  const named = new Set(parts.flatMap((part) => namesIn(draft[part] ?? '')));
  return {
    sheet: inOwnWords(usual, draft, values),
    usual,
    objectId,
    missing: [...named].filter((name) => !values.has(name)),
  };
}

function hidden(link: Row | undefined): Row | undefined {
  return link && { ...link, value: hideAddresses(link.value) };
}

/** Events of one kind have no index: one that lies further back is not looked for. */
const mostEvents = 5000;
const ids = shape({ id: uuid });

/** What the last mail of a kind is about. */
async function readLast(
  sql: Sql,
  businessId: bigint,
  kind: MailKind,
): Promise<Subject | undefined> {
  const found = await ids.readOne(
    sql,
    `select e.id from (
       select id, kind, data from events where business_id = $1 order by id desc limit ${mostEvents}
     ) e
     where e.kind = $2 and (e.kind <> 'payment.voided' or ${dataField('payerIsAsked', 'e.')} is null)
     order by e.id desc limit 1`,
    [businessId, kind],
  );
  if (!found) return undefined;
  return (await readSubjects(sql, [{ businessId, id: found.id }])).get(found.id);
}

const somebody = { firstName: 'Maria', lastName: 'Lopez' };

/** A payment of nobody, and what became of it. */
function sampleOf({ id: businessId, currency }: Business, kind: MailKind, at: Date): Subject {
  const paid = {
    ...{ paymentId: '1', customerId: '1', invoiceNumber: '1000000001', orderNumber: '1001' },
    ...{ amountCents: '4200', currency: namedCurrency(currency), state: 'captured' },
    ...{ method: 'card', brand: 'visa', last4: '4242' },
  } as const satisfies PaymentData;
  const debited = { ...paid, method: 'bank', brand: undefined, last4: '6789' } as const;
  const later = new Date(at.getTime() + 3 * dayMs).toISOString();
  const subscribed = {
    ...{ subscriptionId: '1', customerId: '1', planCode: 'monthly' },
    ...{ email: undefined, phone: undefined, currency: paid.currency },
  };
  const charge = { ...subscribed, amountCents: '4200', chargedAt: later };
  const data: { readonly [K in MailKind]: Extract<AnyEvent, { readonly kind: K }>['data'] } = {
    'payment.captured': paid,
    'payment.queued': { ...debited, state: 'queued' },
    'payment.refunded': { ...paid, followUpCents: '1200', refundedCents: '1200' },
    'payment.voided': { ...paid, state: 'voided' },
    'payment.returned': {
      ...{ ...debited, state: 'returned', outcomeCode: 'R01', entryCents: '4200' },
      payerIsAsked: 'to_pay_otherwise',
    },
    'payment.account_validating': { ...debited, state: 'queued', validationId: '1' },
    'subscription.payment_failed': {
      ...{ ...charge, period: 2, code: 'card_declined', ask: 'will_retry' },
      ...{ nextTryAt: later, linkId: '1' },
    },
    'subscription.trial_will_end': charge,
    'subscription.card_expiring': { ...charge, expiry: '0130', last4: '4242' },
  };
  const isOfPayment = kind.startsWith('payment.');
  const billTo = somebody;
  const details = {
    billTo,
    email: '',
    phone: '',
    lines: [],
    emailReceipt: true,
    smsReceipt: false,
  };
  return {
    event: { businessId, id: '', kind, objectId: 1n, at, data: data[kind] } as AnyEvent,
    payment: isOfPayment
      ? { invoiceId: 1n, details, capturedCents: 4200n, openLinkId: 1n }
      : undefined,
    payer: somebody,
    doNotContact: false,
    businessState: 'payments_enabled',
    language: undefined,
    pageId: isOfPayment ? undefined : 1n,
    isCalledOff: false,
  };
}
