import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeFixture } from '../../../test/fixture.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { Business, BusinessState } from '../../parties/businesses/business.ts';
import { defaultOperations } from '../operations/index.ts';
import { createDoorkeeper } from './caller.ts';

const settings = { BAD_CREDENTIALS_PER_MINUTE: '3', REQUESTS_PER_SECOND: '1' };
const fixture = await makeFixture({ after }, { settings });

async function enter() {
  const { business } = await fixture.addBusiness();
  return { business, door: createDoorkeeper(await fixture.open()) };
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => 'let in',
    (error) => error.code,
  );
}

function refusal(code: RefusalCode) {
  return (error: { code?: unknown }) => error.code === code;
}

test('a business may do what its state allows', async () => {
  const { door, business } = await enter();
  const [charging] = defaultOperations.filter(({ needsPayments }) => needsPayments);
  const texting = { ...charging!, needsPayments: false };
  const admitted = (state: BusinessState, asks: typeof texting) =>
    door.against({ ...business, state }, asks)?.code ?? 'admitted';
  const expected: [BusinessState, charging: string, texting: string][] = [
    ['messaging_only', 'payments_not_active', 'admitted'],
    ['payments_pending', 'payments_not_active', 'admitted'],
    ['payments_enabled', 'admitted', 'admitted'],
    ['payouts_enabled', 'admitted', 'admitted'],
    ['suspended', 'business_suspended', 'business_suspended'],
    ['closed', 'business_suspended', 'business_suspended'],
  ];
  for (const [state, toCharge, toText] of expected) {
    assert.deepEqual([admitted(state, charging!), admitted(state, texting)], [toCharge, toText]);
  }
});

test('requests are counted where limits hold, each business by itself', async () => {
  const { door, business } = await enter();
  const limited: Business = { ...business, limited: true };
  const other: Business = { ...limited, id: 7n };
  assert.deepEqual([door.countRequest(limited), door.countRequest(limited)], [1, 0]);
  assert.throws(() => door.countRequest(limited), refusal('rate_limited'));
  assert.equal(door.countRequest(other), 1);
});

test('requests are not counted where no limits hold', async () => {
  const { door, business } = await enter();
  for (let times = 0; times < 5; times += 1) {
    assert.equal(door.countRequest(business), undefined);
  }
});

test('unknown tokens are counted where limits hold, each business by itself', async () => {
  const { door, business } = await enter();
  const limited: Business = { ...business, limited: true };
  const missed = (whose: Business) => door.tokenMissesOf(whose).judge(async () => undefined);
  for (let times = 0; times < 3; times += 1) assert.equal(await missed(limited), undefined);
  await assert.rejects(missed(limited), refusal('too_many_token_misses'));
  assert.equal(await missed({ ...limited, id: 7n }), undefined);
  assert.equal(await missed(business), undefined);
});

test('of a thousand unknown tokens at once no more are looked up than one after the other', async () => {
  const { door, business } = await enter();
  const misses = door.tokenMissesOf({ ...business, limited: true });
  let looked = 0;
  const miss = () =>
    misses.judge(async () => {
      looked += 1;
      await fixture.db.query('select 1');
      return undefined;
    });
  const codes = await Promise.all(Array.from({ length: 1000 }, () => codeOf(miss())));
  assert.equal(looked, 3);
  assert.equal(codes.filter((code) => code === 'too_many_token_misses').length, 997);
});

test('right numbers of a payment are not counted, and too many wrong ones end the trying', async () => {
  const { door, business } = await enter();
  const guesses = door.guessesOf({ ...business, limited: true });
  for (let times = 0; times < 9; times += 1) assert.ok(guesses.judge(1n, () => true));
  for (let times = 0; times < 3; times += 1) assert.ok(!guesses.judge(1n, () => false));
  assert.throws(() => guesses.judge(1n, () => true), refusal('too_many_token_misses'));
  assert.ok(guesses.judge(2n, () => true));
});
