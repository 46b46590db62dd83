import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { maskCardNumbers } from '../../../src/kernel/mask.ts';
import { checkAnswer } from '../../../src/ports/processors/answer-check.ts';
import type { ChargeAnswer } from '../../../src/ports/processors/processor.ts';
import { memoryBook } from '../src/processor/book.ts';
import { processorIds } from '../src/processor/processor-ids.ts';
import { simulator } from '../src/processor/simulator.ts';
import { bankAt, standingClock, testCard } from './bank.ts';
import { approved, chargeRequest, followUp } from './subject.ts';

const good = '4242424242424242';

test('a charge is found whatever became of its answer', async () => {
  for (const does of [
    'timeout_after_booking',
    'server_error_after_booking',
    'garbage_answer',
    'slow_approval',
  ] as const) {
    const bank = bankAt(memoryBook(), standingClock());
    const answer = await bank.charge(chargeRequest('a1', testCard(does)));
    assert.equal(answer.outcome, does === 'slow_approval' ? 'approved' : 'unknown', does);
    assert.equal((await bank.inquire('a1')).outcome, 'approved', does);
  }
});

test('an error before the booking leaves nothing', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  for (const does of ['server_error_before_booking', 'rejection'] as const) {
    const answer = await bank.charge(chargeRequest('a1', testCard(does)));
    assert.equal(answer.outcome, does === 'rejection' ? 'rejected' : 'unknown', does);
    assert.equal((await bank.inquire('a1')).outcome, 'not_found', does);
  }
});

test('a decline whose answer was lost is found as a decline', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  await bank.charge(chargeRequest('a1', testCard('timeout_after_decline')));
  const found = await bank.inquire('a1');
  assert.equal(found.outcome, 'declined');
});

test('a mixed-up answer is caught, and the charge is found', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  for (const does of ['wrong_amount_answer', 'wrong_reference_answer'] as const) {
    const request = chargeRequest(does.slice(0, 20), testCard(does));
    const answer: ChargeAnswer = await bank.charge(request);
    assert.equal(answer.outcome, 'approved');
    assert.equal(checkAnswer(request, answer).outcome, 'unknown');
    const found = await bank.inquire(request.reference);
    assert.deepEqual(
      [found.outcome, 'amountCents' in found && found.amountCents],
      ['approved', 1000n],
    );
  }
});

test('a wrong amount in the book is found as it was charged', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  const request = chargeRequest('a1', testCard('wrong_amount_booked'));
  assert.equal((await bank.charge(request)).outcome, 'unknown');
  const found = await bank.inquire('a1');
  assert.deepEqual(
    [found.outcome, 'amountCents' in found && found.amountCents],
    ['approved', 1100n],
  );
  assert.deepEqual(await bank.charge(request), found);
});

test('a request that is repeated while the first is still lying about stays unknown', async () => {
  const clock = standingClock();
  const bank = bankAt(memoryBook(), clock);
  const request = chargeRequest('a1', testCard('late_booking'));
  await bank.charge(request);
  assert.equal((await bank.charge(request)).outcome, 'unknown');
  clock.passSeconds(4);
  assert.equal((await bank.charge(request)).outcome, 'approved');
});

test('a late booking comes after the time-out and within the late window', async () => {
  const clock = standingClock();
  const bank = simulator({ book: memoryBook(), now: clock.now, sleep: async () => {} });
  await bank.charge(chargeRequest('a1', testCard('late_booking')));
  clock.passSeconds(20);
  assert.equal((await bank.inquire('a1')).outcome, 'not_found');
  clock.passSeconds(10);
  assert.equal((await bank.inquire('a1')).outcome, 'approved');
});

test('a card counts as expired when its month has ended everywhere on earth', async () => {
  const request = (expiryMonth: number, expiryYear: number) => {
    const { card, ...rest } = chargeRequest(`a${expiryMonth}-${expiryYear}`, good);
    return { ...rest, card: { ...card, expiryMonth, expiryYear } };
  };
  for (const [now, month, year, outcome] of [
    ['2030-02-01T11:59:59Z', 1, 2030, 'approved'],
    ['2030-02-01T12:00:00Z', 1, 2030, 'declined'],
    ['2030-01-01T12:00:00Z', 12, 2029, 'declined'],
    ['2030-02-01T12:00:00Z', 2, 2030, 'approved'],
  ] as const) {
    const clock = { now: () => new Date(now), passSeconds() {} };
    const answer = await bankAt(memoryBook(), clock).charge(request(month, year));
    assert.equal(answer.outcome, outcome, `${month}/${year} at ${now}`);
  }
});

test('a card expires by the clock of whoever is paid, where the request says it', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  const outcomes: string[] = [];
  for (const [reference, simulatedAt] of [
    ['a1', undefined],
    ['a2', new Date('2040-01-01T11:59:59Z')],
    ['a3', new Date('2040-01-01T12:00:00Z')],
  ] as const) {
    const answer = await bank.charge(chargeRequest(reference, good, { simulatedAt }));
    outcomes.push(answer.outcome === 'declined' ? answer.code : answer.outcome);
  }
  assert.deepEqual(outcomes, ['approved', 'approved', 'expired_card']);
});

test('a script decides for a reference, or for the next charges, whatever their cards', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  bank.script({ reference: 'a3' }, 'insufficient_funds');
  bank.script({ next: 2 }, 'lost_card');
  const outcomes: string[] = [];
  for (const reference of ['a1', 'a3', 'a2', 'a4']) {
    const answer = await bank.charge(chargeRequest(reference, good));
    outcomes.push(answer.outcome === 'declined' ? answer.code : answer.outcome);
  }
  assert.deepEqual(outcomes, ['lost_card', 'insufficient_funds', 'lost_card', 'approved']);
});

test('a script is found again by a repeated request, and forgotten after many others', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  bank.script({ reference: 'a1' }, 'server_error_before_booking');
  const charge = async () => (await bank.charge(chargeRequest('a1', good))).outcome;
  assert.deepEqual([await charge(), await charge()], ['unknown', 'unknown']);
  for (let n = 0; n < 20_000; n += 1) bank.script({ reference: `b${n}` }, 'lost_card');
  assert.equal(await charge(), 'approved');
});

test('a script decides for follow-ups too, before their card does', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  const charge = await approved(bank, 'a1', testCard('refund_declined'));
  const refund = async (reference: string) => {
    const answer = await bank.followUp(followUp('refund', reference, charge, 100n));
    return answer.outcome === 'declined' ? answer.code : answer.outcome;
  };
  bank.script({ reference: 'r3' }, 'garbage_answer');
  bank.script({ next: 2 }, 'approve');
  const outcomes = [await refund('r1'), await refund('r2'), await refund('r3'), await refund('r4')];
  assert.deepEqual(outcomes, ['approved', 'approved', 'unknown', 'card_declined']);
  assert.equal((await bank.inquire('r3')).outcome, 'approved');
});

test('a refund that happens late is not found before, and its money is kept for it', async () => {
  const clock = standingClock();
  const bank = bankAt(memoryBook(), clock);
  const charge = await approved(bank, 'a1', testCard('refund_late_booking'));
  assert.equal((await bank.followUp(followUp('refund', 'r1', charge))).outcome, 'unknown');
  assert.deepEqual(await bank.inquire('r1'), { outcome: 'not_found' });
  bank.script({ next: 1 }, 'approve');
  assert.equal((await bank.followUp(followUp('refund', 'r2', charge, 1n))).outcome, 'declined');
  clock.passSeconds(4);
  assert.equal((await bank.inquire('r1')).outcome, 'approved');
});

test('a batch does not come out even, or its answer is lost, when the bank is told so', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  for (const reference of ['a1', 'a2', 'a3']) await approved(bank, reference, good);
  const batch = (reference: string, ...items: string[]) => ({
    reference,
    items: items.map((item) => ({ reference: item, cents: 1000n })),
  });
  bank.script({ batch: 'mismatch' });
  bank.script({ batch: 'timeout_before_booking' });
  bank.script({ batch: 'timeout_after_booking' });
  const uneven = await bank.closeBatch(batch('b1', 'a1', 'a2'));
  assert.deepEqual('count' in uneven && [uneven.count, uneven.cents], [1, 1000n]);
  assert.deepEqual(await bank.inquireBatch({ reference: 'b1', items: [] }), uneven);
  assert.equal((await bank.closeBatch(batch('b2', 'a3'))).outcome, 'unknown');
  assert.deepEqual(await bank.inquireBatch({ reference: 'b2', items: [] }), {
    outcome: 'not_found',
  });
  assert.equal((await bank.closeBatch(batch('b3', 'a2', 'a3'))).outcome, 'unknown');
  const found = await bank.inquireBatch({ reference: 'b3', items: [] });
  assert.deepEqual('count' in found && [found.count, found.cents], [2, 2000n]);
});

test('an outage of a day ends by itself', async () => {
  const clock = standingClock();
  const bank = bankAt(memoryBook(), clock);
  bank.outage({ seconds: 86_400 });
  clock.passSeconds(86_399);
  const batch = { reference: 'b1', items: [] };
  assert.equal((await bank.charge(chargeRequest('a1', good))).outcome, 'not_sent');
  assert.equal((await bank.closeBatch(batch)).outcome, 'not_sent');
  assert.equal((await bank.inquireBatch({ reference: 'b1', items: [] })).outcome, 'unknown');
  clock.passSeconds(1);
  assert.equal((await bank.charge(chargeRequest('a1', good))).outcome, 'approved');
});

test('the smallest amount is approved whole, and an odd one in half rounded down', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  for (const [cents, part] of [
    [1n, 1n],
    [2n, 1n],
    [3n, 1n],
    [1001n, 500n],
  ] as const) {
    const more = { amountCents: cents, allowPartial: true };
    const answer = await approved(bank, `a${cents}`, testCard('partial_approval'), more);
    assert.equal(answer.amountCents, part);
  }
});

test('during an outage nothing is charged and nothing can be learnt', async () => {
  const bank = bankAt(memoryBook(), standingClock());
  bank.outage(true);
  assert.equal((await bank.charge(chargeRequest('a1', good))).outcome, 'not_sent');
  assert.equal((await bank.inquire('a1')).outcome, 'unknown');
  assert.equal((await bank.cancel('a1')).outcome, 'unknown');
  bank.outage(false);
  assert.deepEqual(await bank.inquire('a1'), { outcome: 'not_found' });
});

test('waiting is asked for, never more than the whole call may take', async () => {
  const waits: number[] = [];
  const bank = simulator({
    book: memoryBook(),
    now: standingClock().now,
    sleep: async (ms) => {
      waits.push(ms);
    },
    answerDelayMs: 7,
  });
  await bank.charge(chargeRequest('a1', good));
  await bank.charge(chargeRequest('a2', testCard('slow_approval')));
  await bank.charge(chargeRequest('a3', testCard('timeout_after_booking')));
  await bank.charge(chargeRequest('a4', testCard('connection_refused')));
  await bank.inquire('a1');
  await bank.cancel('a1');
  assert.deepEqual(waits, [7, 7, 3000, 20_000, 7, 7]);
});

test('a bank that thinks longer than callers wait leaves every outcome unknown', async () => {
  const bank = simulator({
    book: memoryBook(),
    now: standingClock().now,
    sleep: async () => {},
    answerDelayMs: 100,
    callTimeoutMs: 100,
  });
  assert.equal((await bank.charge(chargeRequest('a1', good))).outcome, 'unknown');
  assert.equal((await bank.inquire('a1')).outcome, 'unknown');
  assert.equal((await bank.cancel('a1')).outcome, 'unknown');
});

test('a bank that cannot write its book charges nothing and leaves the outcome unknown', async () => {
  const fail = async () => await Promise.reject(new Error('disk broken'));
  const broken = {
    record: fail,
    follow: fail,
    find: fail,
    closeBatch: fail,
    findBatch: fail,
    close() {},
  };
  const bank = bankAt(broken, standingClock());
  assert.equal((await bank.charge(chargeRequest('a1', good))).outcome, 'unknown');
  assert.equal((await bank.inquire('a1')).outcome, 'unknown');
  assert.equal((await bank.cancel('a1')).outcome, 'unknown');
});

test('processor ids follow from seed and reference, and no two references share one', () => {
  const [one, two] = [processorIds(1), processorIds(2)];
  assert.equal(one('7.1.1'), processorIds(1)('7.1.1'));
  assert.notEqual(one('7.1.1'), two('7.1.1'));
  const ids = new Set<string>();
  for (let i = 0; i < 100_000; i += 1) ids.add(one(`7.${i}.1`));
  assert.equal(ids.size, 100_000);
});

test('no processor id looks like a card number, so that what shows the bank shows it whole', () => {
  const idOf = processorIds(1);
  for (let i = 0; i < 10_000; i += 1) {
    const id = idOf(`7.${i}.1`);
    assert.equal(maskCardNumbers(id, { glued: true }), id);
  }
});
