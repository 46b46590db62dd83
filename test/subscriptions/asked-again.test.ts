import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { type Club, openClub } from './club.ts';
import { makePlan } from './member.ts';

const later = { StartDate: '06-01-2030' };

test('a key of more than thirty days ago makes another one, beside the same one without a key', async (t) => {
  const club = await openClub(t);
  await club.until('2030-02-01 12:00');
  const sent = { ...later, CardToken: await club.token() };
  const ids = [await idOf(club, sent, 'K'), await idOf(club, sent)];
  await club.until('2030-03-04 12:00');
  ids.push(await idOf(club, sent, 'K'));
  assert.equal(new Set(ids).size, 3);
  assert.equal(await idOf(club, sent, 'K'), ids[2], 'the key is kept from now on');
  assert.equal(await idOf(club, sent), ids[1]);
});

test('two keys of more than thirty days ago make one more each', async (t) => {
  const club = await openClub(t);
  await club.until('2030-02-01 12:00');
  const sent = { ...later, CardToken: await club.token() };
  const ids = [await idOf(club, sent, 'K1'), await idOf(club, sent, 'K2')];
  await club.until('2030-03-04 12:00');
  ids.push(await idOf(club, sent, 'K1'), await idOf(club, sent, 'K2'));
  await club.until('2030-04-05 12:00');
  ids.push(await idOf(club, sent, 'K1'), await idOf(club, sent, 'K2'));
  assert.equal(new Set(ids).size, 6);
});

async function idOf(club: Club, sent: Readonly<Record<string, string>>, key?: string) {
  const told = await club.subscribe(sent, key);
  assert.equal(told.IsSuccess, true, told.Message);
  return told.Data.SubscriptionID as string;
}

test('the same call is told the number of the first payment, also years later', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const sent = { CardToken: await club.token() };
  const first = await club.subscribe(sent);
  const id = first.Data.SubscriptionID;
  assert.equal(first.OrderNumber, `SUB-${id}-1`);
  await club.until('2030-04-10 12:00');
  const again = await club.subscribe(sent);
  assert.deepEqual([again.Data.SubscriptionID, again.OrderNumber], [id, `SUB-${id}-1`]);
});

test('what was to start today is found again after midnight, and nothing else of yesterday is made', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 23:59');
  const sent = { CardToken: await club.token(), StartDate: '01-31-2030' };
  const plain = await club.subscribe(sent);
  const keyed = await club.subscribe(sent, 'K');
  await club.until('2030-02-01 00:01');
  assert.deepEqual(await club.subscribe(sent), plain);
  assert.deepEqual(await club.subscribe(sent, 'K'), keyed);
  for (const [more, key] of [
    [{ Amount: '11.00' }, undefined],
    [{}, 'L'],
    [{ StartDate: '01-30-2030' }, undefined],
  ] as const) {
    const { IsSuccess, Errors } = await club.subscribe({ ...sent, ...more }, key);
    assert.equal(IsSuccess, false);
    const faults = Errors.map(({ Field, Code }: Record<string, string>) => [Field, Code]);
    assert.deepEqual(faults, [['StartDate', 'too_early']]);
  }
  assert.equal((await club.states()).length, 2);
  await club.until('2030-02-02 00:01');
  const { IsSuccess } = await club.subscribe(sent);
  assert.equal(IsSuccess, false, 'after a second midnight it is a date of the past');
});

test('the same call is told what it made also when its token, its plan or its processor is gone since', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  await makePlan(club, {});
  const planned = { PlanCode: 'plan', Amount: '', Interval: '', ...later };
  const account = await club.bankToken(simulatedNumber('return_always', 'R02'));
  const ofBank = { CardToken: account, ...planned };
  const ofCard = { CardToken: await club.token(), ...planned };
  const first = await club.subscribe({ CardToken: account });
  assert.equal(first.IsSuccess, true);
  const told = [];
  for (const sent of [ofBank, ofCard]) {
    told.push(await club.subscribe(sent), await club.subscribe(sent, `K${told.length}`));
  }
  await club.until('2030-02-06 12:00');
  assert.deepEqual(await statesOfTokens(club), ['active', 'disabled']);
  const { db } = club.fixture;
  await db.query('delete from plans where business_id = $1', [club.id]);
  const { Errors } = await club.subscribe(ofCard, 'L');
  const fields = Errors.map(({ Field }: Record<string, string>) => Field);
  assert.deepEqual(fields, ['Amount', 'Interval']);
  await db.query(`update businesses set environment = 'live' where business_id = $1`, [club.id]);
  // Who calls is remembered for a while.
  await club.until('2030-02-06 14:00');
  const again = [];
  for (const sent of [ofBank, ofCard]) {
    again.push(await club.subscribe(sent), await club.subscribe(sent, `K${again.length}`));
  }
  assert.deepEqual(again, told);
  // Another one is not made of them.
  const refused = async (sent: Readonly<Record<string, string>>, key?: string) => {
    const { IsSuccess, Message } = await club.subscribe(sent, key);
    assert.equal(IsSuccess, false);
    return Message as string;
  };
  for (const [sent, key] of [
    [ofBank, 'L'],
    [{ ...ofBank, Tax: '1.00' }, undefined],
  ] as const) {
    assert.match(await refused(sent, key), /can no longer be used/);
  }
  assert.match(await refused(ofCard, 'L'), /No card processor/);
});

async function statesOfTokens({ fixture, id }: Club): Promise<string[]> {
  const rows = await fixture.db.query<{ state: string }>(
    'select distinct state from tokens where business_id = $1 order by state',
    [id],
  );
  return rows.map(({ state }) => state);
}
