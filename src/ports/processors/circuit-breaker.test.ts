import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { memoryBook } from '../../../packages/sandbox/src/processor/book.ts';
import { simulator } from '../../../packages/sandbox/src/processor/simulator.ts';
import { Secret } from '../../kernel/secret.ts';
import { withBreaker } from './circuit-breaker.ts';
import { answered, there } from './gateway-text.ts';
import type { ChargeRequest, Processor } from './processor.ts';

test('after ten failures in thirty seconds no charge is sent for five', async () => {
  const { bank, processor, charge, pass } = setUp();
  bank.outage(true);
  for (let i = 0; i < 10; i += 1) assert.equal((await charge()).reason, 'connection refused');

  bank.outage(false);
  assert.equal((await charge()).reason, 'circuit open');
  pass(4.9);
  assert.equal((await charge()).outcome, 'not_sent');
  pass(0.2);
  assert.equal((await charge()).outcome, 'approved');
  assert.equal((await charge()).outcome, 'approved');
  assert.equal(processor.name, 'simulator');
});

test('an unknown outcome counts as a failure', async () => {
  const { bank, charge } = setUp();
  bank.script({ next: 10 }, 'timeout_after_booking');
  for (let i = 0; i < 10; i += 1) assert.equal((await charge()).outcome, 'unknown');
  assert.equal((await charge()).reason, 'circuit open');
});

test('it is told once that the circuit opens and once that it closes, whatever trials fail in between', async () => {
  const { bank } = setUp();
  let seconds = 0;
  const now = () => new Date(Date.UTC(2030, 0, 1) + seconds * 1000);
  const heard: boolean[] = [];
  const told = withBreaker(bank, { now, note: (isOpen) => heard.push(isOpen) });
  bank.outage(true);
  for (let n = 0; n < 14; n += 1) {
    await told.charge(request(`a${n}`));
    if (n >= 10) seconds += 6;
  }
  assert.deepEqual(heard, [true]);
  bank.outage(false);
  await told.charge(request('b'));
  assert.deepEqual(heard, [true, false]);
});

test('an answer begins the count anew, also a decline', async () => {
  const { bank, charge } = setUp();
  for (const answer of ['approve', 'insufficient_funds', 'rejection'] as const) {
    bank.script({ next: 9 }, 'garbage_answer');
    for (let i = 0; i < 9; i += 1) await charge();
    bank.script({ next: 1 }, answer);
    assert.notEqual((await charge()).reason, 'circuit open', answer);
  }
});

test('what we held back ourselves neither opens it nor closes it', async () => {
  const { bank } = setUp();
  let seconds = 0;
  let hasTurn = false;
  const paced: Processor = {
    ...bank,
    charge: async (one) =>
      hasTurn ? await bank.charge(one) : { outcome: 'not_sent', reason: 'no turn in time' },
  };
  const heard: boolean[] = [];
  const now = () => new Date(Date.UTC(2030, 0, 1) + seconds * 1000);
  const told = withBreaker(paced, { now, note: (isOpen) => heard.push(isOpen) });
  for (let n = 0; n < 20; n += 1) await told.charge(request(`a${n}`));
  assert.deepEqual(heard, []);
  hasTurn = true;
  bank.outage(true);
  for (let n = 0; n < 10; n += 1) await told.charge(request(`b${n}`));
  seconds += 6;
  hasTurn = false;
  await told.charge(request('c'));
  assert.deepEqual(heard, [true]);
  hasTurn = true;
  bank.outage(false);
  await told.charge(request('d'));
  assert.deepEqual(heard, [true, false]);
});

test('a gateway that answers, and not what became of the card, is not down', async () => {
  const { bank } = setUp();
  const now = () => new Date(Date.UTC(2030, 0, 1));
  for (const answer of [answered('an error of no list'), there('a key that was sent before')]) {
    const told = withBreaker({ ...bank, charge: () => Promise.resolve(answer) }, { now });
    for (let i = 0; i < 30; i += 1) assert.equal(await told.charge(request(`a${i}`)), answer);
  }
});

test('failures spread over more than thirty seconds leave the circuit closed', async () => {
  const { bank, charge, pass } = setUp();
  bank.script({ next: 30 }, 'server_error_before_booking');
  for (let i = 0; i < 30; i += 1) {
    assert.equal((await charge()).reason, 'server error');
    pass(3.4);
  }
});

test('after the pause one charge alone is sent, and its failure begins another pause', async () => {
  const { bank, charge, pass } = setUp();
  bank.script({ next: 11 }, 'connection_refused');
  for (let i = 0; i < 10; i += 1) await charge();
  pass(5);
  const reasons = (await Promise.all([charge(), charge(), charge()])).map(({ reason }) => reason);
  assert.deepEqual(reasons, ['connection refused', 'circuit open', 'circuit open']);
  pass(4.9);
  assert.equal((await charge()).reason, 'circuit open');
  pass(0.1);
  assert.equal((await charge()).outcome, 'approved');
});

test('follow-ups are counted and held back as charges are, and all else goes through', async () => {
  const { bank, processor, charge } = setUp();
  const first = await processor.charge(request('a1'));
  assert.equal(first.outcome, 'approved');
  const refund = (reference: string) =>
    processor.followUp({
      reference,
      kind: 'refund',
      chargeReference: 'a1',
      currency: 'USD',
      chargeId: first.processorId,
      amountCents: 1n,
    });
  bank.script({ next: 10 }, 'timeout_after_booking');
  for (let i = 0; i < 5; i += 1) await charge();
  for (let i = 0; i < 5; i += 1) assert.equal((await refund(`f${i}`)).outcome, 'unknown');
  for (const answer of [await refund('f5'), await charge()]) {
    assert.deepEqual(answer, { outcome: 'not_sent', reason: 'circuit open' });
  }
  assert.deepEqual(await processor.inquire('f5'), { outcome: 'not_found' });
  const items = [{ reference: 'a1', cents: 1000n }];
  assert.equal((await processor.closeBatch!({ reference: 'b1', items })).outcome, 'closed');
  assert.equal((await processor.inquireBatch!({ reference: 'b1', items })).outcome, 'closed');
  assert.equal((await processor.findCustomer!('C-1001')).outcome, 'found');
});

test('inquiries and cancels go through while the circuit is open', async () => {
  const { bank, processor, charge } = setUp();
  bank.script({ next: 10 }, 'timeout_after_booking');
  for (let i = 0; i < 10; i += 1) await charge();
  assert.equal((await charge()).reason, 'circuit open');
  assert.equal((await processor.inquire('r1')).outcome, 'approved');
  assert.equal((await processor.cancel!('r1')).outcome, 'canceled');
  assert.equal((await processor.inquire('r1')).outcome, 'canceled');
});

function setUp() {
  let at = Date.UTC(2030, 0, 1);
  let n = 0;
  const now = () => new Date(at);
  const bank = simulator({ book: memoryBook(), now, sleep: async () => {} });
  const processor: Processor = withBreaker(bank, { now });
  return {
    bank,
    processor,
    pass: (seconds: number) => {
      at += seconds * 1000;
    },
    charge: async (): Promise<{ outcome: string; reason?: string }> => {
      n += 1;
      return await processor.charge(request(`r${n}`));
    },
  };
}

function request(reference: string): ChargeRequest {
  return {
    reference,
    amountCents: 1000n,
    currency: 'USD',
    capture: true,
    allowPartial: false,
    statementDescriptor: undefined,
    card: {
      number: new Secret('4242424242424242'),
      expiryMonth: 12,
      expiryYear: 2031,
      cvv: undefined,
      holder: 'Ada Example',
      address: '1 Main Street',
      postalCode: '10001',
    },
  };
}
