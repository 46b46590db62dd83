import { parseAmountToPay } from '../kernel/money.ts';
import { parsed } from '../kernel/parsed.ts';
import type { Business } from '../parties/businesses/business.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { followUp } from '../payments/follow-ups/carry-out.ts';
import { listPayments, readDossier } from '../payments/follow-ups/dossier.ts';
import type { FollowUp } from '../payments/follow-ups/follow-up.ts';
import { findByInvoice, findByOrder } from '../payments/follow-ups/subject.ts';
import { invoiceIdOf, invoiceNumberOf } from '../payments/invoice-number.ts';
import { listLines } from '../payments/ledger/balance.ts';
import { moves, type PaymentState } from '../payments/moves.ts';
import { firstAttempt, type Payment, referenceOf } from '../payments/payment.ts';
import { readPayments } from '../payments/store.ts';
import { recordAct } from '../records/audit-log.ts';
import type { World } from '../world.ts';
import { ExpectedError, UsageError } from './command.ts';
import { dataCommand, type Output, show } from './data-command.ts';
import { money, nameOf, table } from './layout.ts';
import { list } from './list.ts';
import { businessNamed, type Key, ofAnyBusiness, ofBusiness, optionalObject } from './names.ts';
import { oneOf, reason, verbatim } from './values.ts';
import { option, required } from './words.ts';

const mostLines = 1000;
/** Under --json all of it is shown. */
const longestAnswer = 200;

/** A payment is named in one of three ways. */
const names = {
  payment: optionalObject,
  business: ofAnyBusiness,
  invoice: option('NUMBER', (text) => parsed(text.replaceAll(/\D/g, ''))),
  order: option('NUMBER', verbatim(100)),
};

type Names = {
  readonly payment: Key | undefined;
  readonly business: Business | undefined;
  readonly invoice: string | undefined;
  readonly order: string | undefined;
};

function checkNames(typed: { readonly [Name in keyof Names]: unknown }): void {
  const { payment, business, invoice, order } = typed;
  if ([payment, invoice, order].filter((one) => one !== undefined).length !== 1) {
    throw new UsageError('name the payment by its ID, by --invoice or by --order');
  }
  if (!payment && business === undefined) throw new UsageError('--business is missing');
}

export async function paymentNamed(
  { db, vault }: Pick<World, 'db' | 'vault'>,
  { payment, business: given, invoice, order }: Names,
): Promise<{ business: Business; payment: Payment }> {
  const business = given ?? (await businessNamed(db, payment!.businessId));
  const { id: businessId } = business;
  const invoiceId = invoice && invoiceIdOf(vault, businessId, invoice);
  const byInvoice = invoiceId && (await findByInvoice(db, businessId, invoiceId));
  const byOrder = order && (await findByOrder(db, businessId, order));
  const id = payment?.id ?? (byInvoice || byOrder || undefined);
  const [found] = id === undefined ? [] : await readPayments(db, [{ businessId, id }]);
  if (found) return { business, payment: found };
  throw new ExpectedError(`business ${businessId} has no such payment`);
}

/** The fields of a stored payment that an operator sees: no fingerprint, and no token, with which one could pay. */
function summary<One extends Payment>({ vault }: Pick<World, 'vault'>, payment: One) {
  const { fingerprint: _, requestFingerprint: __, token: ___, ...shown } = payment;
  const { businessId, invoiceId } = payment;
  return { ...shown, invoiceNumber: invoiceNumberOf(vault, businessId, invoiceId) };
}

/** Such as `visa …4242`. */
function sourceOf({ method, brand, last4 }: Pick<Payment, 'method' | 'brand' | 'last4'>): string {
  return `${brand ?? method} …${last4}`;
}

async function readAll(world: World, payment: Payment) {
  const { businessId, id } = payment;
  const dossier = await readDossier(world.db, businessId, id);
  const reference = referenceOf(businessId, id, firstAttempt);
  const lines = { account: undefined, paymentId: id, limit: mostLines };
  return {
    ...summary(world, payment),
    ...dossier,
    charges: dossier.charges.map((one) => ({ reference, ...one })),
    ledger: await listLines(world.db, businessId, lines),
  };
}

function partsOf(data: Awaited<ReturnType<typeof readAll>>) {
  return {
    '': {
      payment: nameOf(data),
      invoice: data.invoiceNumber,
      'invoice reference': data.invoiceExternalId,
      order: data.orderNumber,
      state: data.state,
      'only a test': data.isTest ? 'yes' : undefined,
      from: sourceOf(data),
      amount: money(data.amountCents, data.currency),
      approved: money(data.approvedCents, data.currency),
      captured: money(data.capturedCents, data.currency),
      refunded: money(data.refundedCents, data.currency),
      'being refunded':
        data.refundingCents > 0n ? money(data.refundingCents, data.currency) : undefined,
      disputed: data.disputedCents > 0n ? money(data.disputedCents, data.currency) : undefined,
      batch: data.batchId,
      says: data.message,
      code: data.outcomeCode,
      made: data.createdAt,
    },
    'with the processor': table(
      {
        processor: 'processor',
        reference: 'reference',
        'its own name': 'processorId',
        authorization: 'authorizationCode',
        sent: 'createdAt',
        answered: 'finishedAt',
        looks: 'looks',
        'next look': 'lookAt',
      },
      data.charges,
    ),
    'said at the gateway': table(
      {
        at: 'at',
        what: 'kind',
        reference: 'reference',
        status: 'status',
        'took ms': 'tookMs',
        answer: ({ answer }) =>
          answer.length > longestAnswer ? `${answer.slice(0, longestAnswer)}…` : answer,
      },
      data.conversations,
    ),
    afterwards: table(
      {
        n: 'n',
        what: 'kind',
        state: 'state',
        amount: (one) => money(one.amountCents, data.currency),
        by: 'actor',
        reason: 'reason',
        begun: 'createdAt',
        ended: 'finishedAt',
        says: 'message',
      },
      data.followUps,
    ),
    'bank transfers': table(
      {
        id: 'id',
        kind: 'kind',
        state: 'state',
        amount: (one) => money(one.amountCents, data.currency),
        account: (one) => `${one.accountKind} …${one.last4}`,
        trace: 'traceNumber',
        effective: 'effectiveOn',
        due: 'nextAt',
        returned: 'returnCode',
      },
      data.entries,
    ),
    ledger: table(
      {
        at: 'at',
        debit: 'debit',
        credit: 'credit',
        amount: (one) => money(one.cents, data.currency),
      },
      data.ledger,
    ),
    cases: table({ id: 'id', kind: 'kind', state: 'state' }, data.questions),
  };
}

const common = { ...names, reason: required('TEXT', reason) };
const withAmount = { ...common, amount: option('12.50', parseAmountToPay) };

type Request = {
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amountCents: bigint | undefined;
  readonly reason: string;
};

/** The audit log has the request before anything is done; the result is in the follow-up. */
async function carryOut(
  world: World,
  named: Names,
  { kind, amountCents, reason: why }: Request,
  actor: string,
): Promise<Output> {
  const { business, payment: before } = await paymentNamed(world, named);
  const { businessId, id: paymentId } = before;
  await world.db.begin((tx) =>
    recordAct(tx, {
      businessId,
      actor,
      act: `payment.${kind}_asked`,
      object: `payment:${paymentId}`,
      facts: { amountCents: amountCents?.toString() ?? 'all', reason: why },
      at: world.now(),
    }),
  );
  const own = atClockOf(world, business);
  const request = { kind, amountCents, businessId, paymentId, actor, reason: why };
  const ended = await followUp(own, { ...request, idempotencyKey: undefined });
  const [payment] = await readPayments(world.db, [{ businessId, id: paymentId }]);
  const { requestFingerprint: _, ...shown } = ended;
  return {
    data: { ...shown, payment: summary(world, payment!) },
    text: resultOf(ended, payment!),
    code: ended.state === 'succeeded' ? 0 : 1,
  };
}

function resultOf({ kind, state, amountCents, message }: FollowUp, payment: Payment): string {
  const what = `${kind} of ${money(amountCents, payment.currency)}`;
  const sums = `captured ${money(payment.capturedCents, payment.currency)}, refunded ${money(payment.refundedCents, payment.currency)}`;
  return `The ${what}: ${state}. ${message ?? ''}\nPayment ${nameOf(payment)} is ${payment.state}; ${sums}.`;
}

export const paymentCommands = {
  'payment list': list({
    doc: 'Lists the payments of a business',
    of: 'payments',
    filters: {
      business: ofBusiness,
      state: option('STATE', oneOf(Object.keys(moves) as PaymentState[])),
    },
    rows: async (world, { business, state, before, limit }) => {
      const filter = { state, before: before?.id, limit };
      const found = await listPayments(world.db, business.id, filter);
      return found.map((payment) => summary(world, payment));
    },
    columns: {
      payment: (one) => nameOf(one),
      invoice: 'invoiceNumber',
      order: 'orderNumber',
      state: 'state',
      amount: (one) => money(one.amountCents, one.currency),
      refunded: (one) => money(one.refundedCents, one.currency),
      from: (one) => sourceOf(one),
      at: 'createdAt',
    },
  }),
  'payment show': show({
    doc:
      'Shows a payment: its state and amounts, what the processor was asked, its bank transfers and its ledger lines. --json ' +
      'also has, of a gateway, each request and answer as far as they are kept.',
    words: names,
    check: checkNames,
    read: async (world, options) =>
      await readAll(world, (await paymentNamed(world, options)).payment),
    parts: partsOf,
  }),
  'payment capture': dataCommand({
    doc: 'Captures an authorized payment, all of it or --amount. The rest of the authorization is released.',
    words: withAmount,
    check: checkNames,
    work: async (world, { amount: amountCents, reason: why, ...named }, actor) =>
      await carryOut(world, named, { kind: 'capture', amountCents, reason: why }, actor),
  }),
  'payment void': dataCommand({
    doc: 'Voids a payment that is not settled yet.',
    words: common,
    check: checkNames,
    work: async (world, { reason: why, ...named }, actor) =>
      await carryOut(world, named, { kind: 'void', amountCents: undefined, reason: why }, actor),
  }),
  'payment refund': dataCommand({
    doc:
      'Refunds what is left of a payment, or --amount: running it twice refunds twice. A full refund of a payment that is ' +
      'not settled yet is a void.',
    words: withAmount,
    check: checkNames,
    work: async (world, { amount: amountCents, reason: why, ...named }, actor) =>
      await carryOut(world, named, { kind: 'refund', amountCents, reason: why }, actor),
  }),
} as const;
