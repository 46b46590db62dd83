import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { beginValidations } from '../../src/ach/validation/begin.ts';
import { createKey } from '../../src/parties/businesses/change-keys.ts';
import { readDisputes } from '../../src/payments/disputes/read-disputes.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import type { DisputeRow } from '../../src/ports/processors/dispute-row.ts';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { telling } from '../disputes/disputed-shop.ts';
import { giveBankAccount } from '../settlement/till.ts';
import type { Maker } from './maker.ts';
import { card } from './serve.ts';

const actor = 'operator:ada';

/** Payments, and what is saved of their payers; what comes due later is done when the clock is moved. */
export async function makePayments(maker: Maker) {
  const { v1, world, businessId, word, phone, amount, post } = maker;
  await giveBankAccount(v1, maker.owner.business);
  await switchPayouts(world, businessId, true, { actor, reason: 'agreed' });
  await changeTerms(world, businessId, { represents: false }, actor);
  const customer = await post('/v1/customers', {
    email: `ada@${word}.example.com`,
    phone,
    firstName: 'Ada',
    lastName: word,
  });
  const customerId: string = customer.id;
  const token = async (number = card.number): Promise<string> =>
    (await post('/v1/tokens', { source: { card: { ...card, number } }, customerId })).token;
  const pay = async (name: string, more: object): Promise<string> => {
    const base = { amount, customerId, source: { card }, orderNumber: `${word} ${name}` };
    return (await post('/v1/payments', { ...base, ...more })).id;
  };
  const account = { accountNumber: '9876543', routingNumber: '021000021' };
  const returned = { ...account, accountNumber: simulatedNumber('return_first', 'R01', 1) };
  const paymentId = await pay('one', {});
  const refund = await post(`/v1/payments/${paymentId}/refunds`, { amount: 100, reason: word });
  const made = {
    customerId,
    forgottenCustomer: (await post('/v1/customers', { email: `eve@${word}.example.com` }))
      .id as string,
    mergedCustomer: (await post('/v1/customers', { email: `ann@${word}.example.com` }))
      .id as string,
    token: await token(),
    otherToken: await token('5555555555554444'),
    deletedToken: await token('4000000000000259'),
    paymentId,
    refundId: refund.id as string,
    capturedLater: await pay('two', { capture: false }),
    voidedLater: await pay('three', { capture: false }),
    bankPayment: await pay('four', { source: { bankAccount: account } }),
    returnedPayment: await pay('five', { source: { bankAccount: returned } }),
  };
  const { data } = await post('/v1/batches', {});
  await makePayout(world, businessId);
  // It is in no batch yet.
  const disputedPayment = await pay('six', {});
  return { ...made, disputedPayment, batchId: data[0].id as string };
}

/** What there is once some days have passed. */
export async function findMoney(
  { first }: Maker,
  { bankPayment, returnedPayment }: Record<'bankPayment' | 'returnedPayment', string>,
) {
  return {
    entryId: (await first(`/v1/ach-entries?paymentId=${bankPayment}`)).id as string,
    returnedEntry: (await first(`/v1/ach-entries?paymentId=${returnedPayment}&isReturned=true`))
      .id as string,
    returnId: (await first(`/v1/ach-returns?paymentId=${returnedPayment}`)).id as string,
    fileId: (await first('/v1/ach-files')).id as string,
    payoutId: (await first('/v1/payouts')).id as string,
    transferId: (await first('/v1/ledger/transfers')).id as string,
  };
}

/** The validation of a bank account that was never debited. */
export async function makeValidation({ world, businessId, amount, word, post, first }: Maker) {
  await changeTerms(world, businessId, { accountValidation: 'micro_deposits' }, actor);
  const bankAccount = { accountNumber: '12345678', routingNumber: '021000021' };
  const customer = { email: `bob@${word}.example.com`, lastName: word };
  await post('/v1/payments', { amount, customer, source: { bankAccount } });
  await beginValidations(world, businessId);
  return { validationId: (await first('/v1/account-validations')).id as string };
}

/** A dispute of a payment, and others that fit none; each has its case. */
export async function makeDisputes(
  maker: Maker,
  { disputedPayment }: Record<'disputedPayment', string>,
) {
  const { v1, world, businessId, word, amount, post } = maker;
  const disputeOf = (n: number, reference: string): DisputeRow => ({
    id: `${word}-${n}`,
    reference,
    chargeId: '',
    cents: BigInt(amount - 100),
    state: 'open',
    reasonCode: '10.4',
    reason: word,
    at: world.now(),
    answerUntil: new Date(world.now().getTime() + 30 * 24 * 3_600_000),
  });
  const rows = [
    disputeOf(1, referenceOf(businessId, BigInt(disputedPayment), 1)),
    ...[2, 3, 4].map((n) => disputeOf(n, `${word}-reference-${n}`)),
  ];
  const feed = telling(world, async () => ({ outcome: 'disputes', rows }));
  await readDisputes(feed, { businessId, processor: 'simulator' });
  const { body } = await v1.call('GET', '/v1/cases?kind=dispute_unmatched', { as: maker.owner });
  const [caseId, proposed, rejected]: string[] = body.data.map(({ id }: { id: string }) => id);
  // Issued by the operator: what the owner makes itself would be the same person.
  const { apiKey } = await createKey(world, maker.owner.business, {
    ...{ actor: 'operator:root', by: { name: 'operator:root', origins: [] } },
    ...{ name: 'proposer', rights: ['approve'] },
  });
  for (const id of [proposed, rejected]) {
    const decision = { decision: 'noted', note: word };
    await post(`/v1/cases/${id}/propose`, decision, { as: { apiKey } });
  }
  const dispute = await maker.first(`/v1/disputes?paymentId=${disputedPayment}`);
  return {
    disputeId: dispute.id as string,
    caseId: caseId!,
    proposedCase: proposed!,
    rejectedCase: rejected!,
  };
}
