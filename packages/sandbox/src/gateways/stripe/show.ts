import type { Book, Dispute, Intent, Movement, Refund } from './book.ts';

/* The gateway's objects, as JSON. */

export function intentJson(intent: Intent, at: number): object {
  const { id, cents, captureMethod, status, receivedCents, metadata, createdAt, lastError } =
    intent;
  const { checks, intentId: _, ...error } = lastError ?? {};
  const isUnclear = intent.unclearUntil > at;
  const paymentMethod = checks && { payment_method: { card: { checks } } };
  return {
    id,
    object: 'payment_intent',
    amount: Number(cents),
    amount_received: Number(receivedCents),
    capture_method: captureMethod,
    created: Math.floor(createdAt / 1000),
    currency: intent.currency,
    customer: intent.customer ?? null,
    last_payment_error: lastError && !isUnclear ? { ...error, ...paymentMethod } : null,
    latest_charge: chargeJson(intent),
    metadata: Object.fromEntries(metadata),
    status: isUnclear ? 'processing' : status,
  };
}

function chargeJson(intent: Intent): object | null {
  const { charge, id, metadata, refundedCents } = intent;
  if (!charge) return null;
  const { authorizationCode, last4, checks } = charge;
  return {
    id: charge.id,
    object: 'charge',
    amount: Number(intent.cents),
    amount_captured: Number(intent.receivedCents),
    currency: intent.currency,
    // An authorization that was canceled is shown as refunded.
    amount_refunded: Number(intent.status === 'canceled' ? intent.cents : refundedCents),
    metadata: Object.fromEntries(metadata),
    payment_intent: id,
    payment_method_details: {
      card: {
        authorization_code: authorizationCode || null,
        checks,
        last4,
        network_transaction_id: charge.status === 'succeeded' ? `${charge.id.slice(3)}12345` : null,
      },
      type: 'card',
    },
    status: charge.status,
  };
}

export function refundJson(refund: Refund, at: number): object {
  return {
    id: refund.id,
    object: 'refund',
    amount: Number(refund.cents),
    created: Math.floor(refund.createdAt / 1000),
    currency: refund.of.currency,
    metadata: { reference: refund.reference },
    payment_intent: refund.of.id,
    status: refund.unclearUntil > at ? 'requires_action' : refund.status,
  };
}

function movementJson(movement: Movement, at: number, balanceIn: string | undefined): object {
  const { id, type, cents, source, createdAt } = movement;
  const { currency } = 'of' in source ? source.of : source;
  const isExchanged = balanceIn !== undefined && balanceIn !== currency;
  return {
    id,
    object: 'balance_transaction',
    amount: isExchanged ? Math.round(Number(cents) * rate) : Number(cents),
    created: Math.floor(createdAt / 1000),
    currency: balanceIn ?? currency,
    source: 'of' in source ? refundJson(source, at) : chargeJson(source),
    type,
  };
}

/** The rate of every exchange. */
const rate = 0.7;

const daysToAnswer = 14;

function disputeJson(dispute: Dispute, at: number): object {
  const { id, of, status, reason, reasonCode, createdAt } = dispute;
  const created = Math.floor(createdAt / 1000);
  return {
    id,
    object: 'dispute',
    amount: Number(of.receivedCents),
    balance_transactions: disputeMoves(dispute),
    charge: of.charge?.id ?? '',
    created,
    currency: of.currency,
    evidence_details: { due_by: created + daysToAnswer * 24 * 3600 },
    payment_intent: intentJson(of, at),
    payment_method_details: { card: { network_reason_code: reasonCode }, type: 'card' },
    reason,
    status,
  };
}

const daysToDecide = 30;

/** An inquiry takes nothing; the money of a dispute that was won comes back. */
function disputeMoves({ of, status, createdAt }: Dispute): object[] {
  if (status.startsWith('warning_')) return [];
  const created = Math.floor(createdAt / 1000);
  const taken = { amount: -Number(of.receivedCents), created };
  if (status !== 'won') return [taken];
  return [taken, { amount: Number(of.receivedCents), created: created + daysToDecide * 24 * 3600 }];
}

type Shown = { readonly id: string; readonly createdAt: number; readonly json: object };

/** A list or one thing; undefined: there is no such thing. */
export function show(
  book: Book,
  path: string,
  query: URLSearchParams,
  at: number,
): object | undefined {
  const [, id] = /^\/v1\/payment_intents\/(pi_\w+)$/.exec(path) ?? [];
  if (id !== undefined) {
    const intent = book.intents.get(id);
    return intent && intentJson(intent, at);
  }
  const rows = rowsOf(book, path, query, at);
  return rows && page(path, rows, query);
}

function rowsOf(
  book: Book,
  path: string,
  query: URLSearchParams,
  at: number,
): readonly Shown[] | undefined {
  switch (path) {
    case '/v1/payment_intents':
      return intentRows(book, at, 0);
    case '/v1/payment_intents/search': {
      const [, reference] =
        /^metadata\['reference'\]:'([\w-]+)'$/.exec(query.get('query') ?? '') ?? [];
      const rows = intentRows(book, at, searchDelayMs);
      return rows.filter(({ id }) => book.intents.get(id)?.metadata.get('reference') === reference);
    }
    case '/v1/refunds': {
      const charge = query.get('payment_intent');
      const ours = book.refunds.filter(({ of }) => charge === null || of.id === charge);
      return ours
        .filter(({ visibleAt }) => visibleAt <= at)
        .flatMap((one) => twice(one, refundJson(one, at)));
    }
    case '/v1/balance_transactions':
      return book.movements.map((one) => ({
        ...one,
        json: movementJson(one, at, book.balanceIn),
      }));
    case '/v1/disputes':
      return book.disputes.map((one) => ({ ...one, json: disputeJson(one, at) }));
    default:
      return undefined;
  }
}

/** A new payment is not in the index of a search. */
const searchDelayMs = 60_000;

function intentRows({ intents }: Book, at: number, delayMs: number): readonly Shown[] {
  const seen = [...intents.values()].filter(({ visibleAt }) => visibleAt + delayMs <= at);
  return seen.flatMap((one) => twice(one, intentJson(one, at)));
}

function twice(
  one: { readonly id: string; readonly createdAt: number; readonly isTwice: boolean },
  json: object,
): Shown[] {
  const { id, createdAt, isTwice } = one;
  const shown = { id, createdAt, json };
  return isTwice ? [shown, shown] : [shown];
}

/** The gateway's own rows are this long, with addresses, evidence and what is expanded in them. */
const rowBytes = 5500;
const disputeBytes = 11_000;

/** Newest first. */
function page(path: string, rows: readonly Shown[], query: URLSearchParams): object {
  const from = Number(query.get('created[gte]') ?? 0) * 1000;
  const to = Number(query.get('created[lte]') ?? Number.MAX_SAFE_INTEGER / 1000) * 1000 + 999;
  const inTime = rows.filter(({ createdAt }) => createdAt >= from && createdAt <= to).toReversed();
  const after = query.get('starting_after');
  const start = after === null ? 0 : inTime.findLastIndex(({ id }) => id === after) + 1;
  const limit = Number(query.get('limit') ?? 10);
  const evidence = '-'.repeat(path === '/v1/disputes' ? disputeBytes : rowBytes);
  return {
    object: path.endsWith('/search') ? 'search_result' : 'list',
    data: inTime.slice(start, start + limit).map(({ json }) => ({ ...json, evidence })),
    has_more: inTime.length > start + limit,
  };
}
