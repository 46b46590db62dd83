import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { receiveText } from '../../src/notify/conversations/receive-text.ts';
import { setEndpoint } from '../../src/notify/webhooks/change-endpoint.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import { closeBatch } from '../../src/settlement/close.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { bankFields, cardFields, client, type Fields, type Headers } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { giveBankAccount } from '../settlement/till.ts';
import { type Club, openClub, ownWorld } from '../subscriptions/club.ts';
import { workOff } from '../webhooks/post-office.ts';
import { openReceiver } from '../webhooks/receiver.ts';

type Scope = { after(work: () => Promise<void>): void };

/** How many of the payments are plain ones by card, with nothing after them: as in a business, most. */
const plainOnes = 30;

/**
 * One business in which everything has happened that the reconciliation has a rule for, carried out by the service
 * itself: what copies of it are made from. Its clock stands at the end of February 2030.
 */
export async function playScenario(scope: Scope): Promise<Club> {
  const receiver = await openReceiver(scope);
  const fixture = await makeFixture(scope, { book: memoryBook() });
  const club = await openClub(scope, { fixture, terms: { achFeeCents: 25, returnFeeCents: 400 } });
  await hearWebhooks(club, receiver.url);
  await onboard(club);
  await club.until('2030-01-18 10:00');
  const pay = payerOf(club);

  await subscribe(club);
  for (let n = 1; n <= plainOnes; n += 1)
    await pay({ OrderNumber: `plain-${n}`, TaxAmount: '1.00' });
  await pay({ OrderNumber: 'plain-1', TaxAmount: '1.00' }, { 'Idempotency-Key': 'another key' });
  for (let n = 1; n <= 4; n += 1) await pay({ OrderNumber: `token-${n}`, CreateToken: true });
  for (let n = 1; n <= 3; n += 1) {
    await pay({ OrderNumber: `declined-${n}`, CCNumber: testCard('card_declined') });
  }
  const voided = await pay({ OrderNumber: 'voided' });
  const captured = await pay({ OrderNumber: 'captured', ChargeType: 'Authorize' });
  await pay({ OrderNumber: 'expired', ChargeType: 'Authorize' });
  await pay({ OrderNumber: 'unanswered', CCNumber: testCard('timeout_after_booking') });
  const refunded = [await pay({ OrderNumber: 'refunded' }), await pay({ OrderNumber: 'in-part' })];
  await act(club, voided, 'void');
  await act(club, captured, 'capture', 700n);

  await pay({ ...bank, AccountNumber: '1111111', OrderNumber: 'transfer-1' });
  await pay({ ...bank, AccountNumber: '2222222', OrderNumber: 'transfer-2', CreateToken: true });
  const again = simulatedNumber('return_first', 'R01');
  await pay({ ...bank, AccountNumber: again, OrderNumber: 'presented-again' });
  const late = simulatedNumber('return_always', 'R10', 20);
  await pay({ ...bank, AccountNumber: late, OrderNumber: 'late-return' });
  const repaid = await pay({ ...bank, AccountNumber: '3333333', OrderNumber: 'repaid' });
  await close(club);
  await club.until('2030-01-28 12:00');
  for (const id of refunded) await act(club, id, 'refund', 500n);
  await act(club, repaid, 'refund', 500n);
  fixture.bank.script({ batch: 'mismatch' });
  await close(club);
  await club.until('2030-02-27 12:00');
  await pay({ OrderNumber: 'late-authorization', ChargeType: 'Authorize' });
  await pay({ OrderNumber: 'open-batch' });
  await workOff(club.world);
  await stopAndStart(club);
  await workOff(club.world);
  // From here on nothing comes to its end.
  receiver.answer(500);
  const doubtful = await pay({ OrderNumber: 'undelivered' });
  fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  await act(club, doubtful, 'refund', 500n);
  await pay({ OrderNumber: 'doubtful', CCNumber: testCard('timeout_after_booking') });
  await workOff(club.world);
  return club;
}

const bank = { ...bankFields, Amount: '12.50' };

/** CreatePayment with receipts; the id of the payment. */
function payerOf({ baseUrl, caller }: Club) {
  return async (more: Fields, withHeaders: Headers = {}): Promise<bigint> => {
    const { call, close } = client(baseUrl, caller);
    try {
      const isBank = more.PaymentType === 'ACH';
      const request = { Amount: '12.50', EmailReceipt: true, SMSReceipt: true };
      const fields = { ...(isBank ? {} : cardFields), ...request, ...more };
      const { headers, body } = await call('CreatePayment', fields, withHeaders);
      const id = headers['x-payment-id'];
      if (typeof id !== 'string') throw new Error(body);
      return BigInt(id);
    } finally {
      close();
    }
  };
}

async function act(
  { world, id: businessId }: Club,
  paymentId: bigint,
  kind: 'capture' | 'void' | 'refund',
  amountCents?: bigint,
): Promise<void> {
  await followUp(await ownWorld(world, businessId), {
    businessId,
    paymentId,
    kind,
    amountCents,
    idempotencyKey: undefined,
    actor: 'operator:ann',
    reason: undefined,
  });
}

async function close({ world, id }: Club): Promise<void> {
  await closeBatch(world, id, 'simulator', 'operator:ann');
  await makePayout(world, id);
}

async function subscribe(club: Club): Promise<void> {
  await club.join({ Interval: 'Bi-Weekly' });
  await club.join({ Interval: 'Weekly' });
  await club.join({ StartDate: '2030-04-01' });
}

/** An application as it is after its last move, and the account that payouts go to. */
async function onboard({ fixture, caller: { business } }: Club): Promise<void> {
  await giveBankAccount(fixture, business);
  await fixture.db.query(`update businesses set state = 'payouts_enabled'`);
}

/** A payer forbids texts, and allows them again. */
async function stopAndStart({ fixture, world, id }: Club): Promise<void> {
  const [pair] = await fixture.db.query<{ own_number: string; phone: string }>(
    'select own_number, phone from conversations where business_id = $1 order by id limit 1',
    [id],
  );
  for (const body of ['STOP', 'START']) {
    await receiveText(world, {
      to: pair!.own_number,
      from: pair!.phone,
      body,
      mediaCount: 0,
      carrier: 'sandbox',
      carrierId: `in-${body}`,
    });
  }
}

async function hearWebhooks({ world, id: businessId }: Club, url: string): Promise<void> {
  const request = { businessId, kind: 'payments', url, credentials: undefined } as const;
  await setEndpoint(world, request, 'operator:ann');
}
