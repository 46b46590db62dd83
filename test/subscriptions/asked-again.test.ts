import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Club, openClub } from './club.ts';

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
