import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { insertRecords } from '../../src/ports/vault/vault.ts';
import { insertPayout } from '../../src/settlement/payout-store.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, newYork, openAchShop } from './returns-fixture.ts';

/** As the morning's deposit does it, to this account. */
async function deposit({ world, businessId }: AchShop, number: string, cents: bigint) {
  const paidOut = `update businesses set state = 'payouts_enabled' where business_id = $1`;
  await world.db.query(paidOut, [businessId]);
  const name = { businessId, owner: 'application', field: 'account_number' } as const;
  await insertRecords(world.db, [await world.vault.seal(name, new Secret(number))]);
  await insertPayout(world.db, {
    businessId,
    id: await world.ids.next(businessId),
    amountCents: cents,
    routingNumber: '021000021',
    holder: 'Park Dental',
    accountKind: 'checking',
    last4: number.slice(-4),
    numberOwner: 'application',
    nextAt: newYork('2030-01-22 20:00'),
    createdAt: world.now(),
  });
}

/** The account is there without an application that would have brought it. */
const isOther = (finding: string) => !finding.startsWith('secret_without_owner');

test('a deposit that comes back is money of the business again, and a person is asked', async (t) => {
  const shop = await openAchShop(t);
  await shop.pay('1234567');
  await shop.until('2030-01-22 09:00');
  await deposit(shop, simulatedNumber('return_credits', 'R03'), 10_000n);
  await shop.until('2030-01-23 12:00');
  assert.deepEqual(await shop.ledger(), { bank: 10_000n, sales: -10_000n });
  await shop.until('2030-01-25 12:00');
  assert.deepEqual(await shop.ledger(), { clearing: 10_000n, sales: -10_000n });
  const [entry] = (await shop.entries()).filter(({ kind }) => kind === 'deposit');
  assert.deepEqual([entry?.state, entry?.return_code], ['returned', 'R03']);
  const [told] = await shop.events('deposit.returned');
  assert.equal(told?.object_id, entry?.id);
  assert.deepEqual([told?.data.amountCents, told?.data.outcomeCode], ['10000', 'R03']);
  assert.equal(told?.data.last4, '0003');
  const [openCase, ...more] = await shop.cases();
  assert.equal(openCase?.object_id, entry?.id);
  assert.deepEqual(openCase?.evidence.why, ['a deposit came back: its business was not paid']);
  assert.deepEqual(more, []);
  assert.deepEqual((await shop.findings()).filter(isOther), []);
});

test('what a bank corrects of the account of the business itself is for a person', async (t) => {
  const shop = await openAchShop(t);
  await shop.pay('1234567');
  await shop.until('2030-01-22 09:00');
  await deposit(shop, simulatedNumber('correct', 'C01'), 10_000n);
  await shop.until('2030-01-25 12:00');
  const [openCase] = await shop.cases();
  assert.deepEqual(openCase?.evidence.why, ['it corrects the account of the business itself']);
  const name = {
    businessId: shop.businessId,
    owner: 'application',
    field: 'account_number',
  } as const;
  const kept = await shop.world.vault.open(shop.world.db, name);
  assert.ok(kept.holds(simulatedNumber('correct', 'C01')));
  assert.deepEqual((await shop.findings()).filter(isOther), []);
});

test('a prenote that comes back ends its token, and what waited for it is voided', async (t) => {
  const shop = await openAchShop(t, { terms: { prenotes: true } });
  const id = await shop.pay(simulatedNumber('return_always', 'R03'), { CreateToken: true });
  await shop.until('2030-01-17 12:00');
  const { token } = await shop.payment(id);
  assert.notEqual((await shop.token(token!)).prenoted_at, null);
  await shop.until('2030-01-18 08:30');
  const { state, prenoted_at } = await shop.token(token!);
  assert.deepEqual([state, prenoted_at], ['disabled', null]);
  const [prenote] = (await shop.entries()).filter(({ kind }) => kind === 'prenote');
  assert.deepEqual([prenote?.state, prenote?.return_code], ['returned', 'R03']);
  const now = await shop.payment(id);
  assert.deepEqual([now.state, now.holds_order, now.invoice], ['voided', false, 'open']);
  assert.equal((await shop.entries(id))[0]!.state, 'canceled');
  assert.deepEqual(await shop.cases(), []);
  assert.deepEqual(await shop.ledger(), {});
  assert.deepEqual(await shop.findings(), []);
});

test('a prenote that comes back for another reason ends its token too, and a person hears of it', async (t) => {
  const shop = await openAchShop(t, { terms: { prenotes: true } });
  const id = await shop.pay(simulatedNumber('return_always', 'R06'), { CreateToken: true });
  await shop.until('2030-01-18 12:00');
  const { token } = await shop.payment(id);
  const { state, prenoted_at } = await shop.token(token!);
  assert.deepEqual([state, prenoted_at], ['disabled', null]);
  const now = await shop.payment(id);
  assert.deepEqual([now.state, now.holds_order, now.invoice], ['voided', false, 'open']);
  const [openCase] = await shop.cases();
  const says = 'a prenote came back, and its token takes no more payments';
  assert.ok(openCase?.evidence.why.includes(says));
  const byToken = { AccountNumber: undefined, RoutingNumber: undefined, ACHToken: token };
  await assert.rejects(shop.pay('', byToken), /no longer be used|disabled|cannot be used/i);
  assert.deepEqual(await shop.findings(), []);
});

test('a return while the money is still on its way takes nothing from what is held', async (t) => {
  const shop = await openAchShop(t, { terms: { returnFeeCents: 100 } });
  const bank = bankOf(shop);
  const id = await shop.pay('1234567');
  await shop.until('2030-01-15 21:00');
  await bank.post('a.ach', await bank.answer([[id, 'R04']]));
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await shop.entries(id))[0]!.state, 'returned');
  await shop.until('2030-01-25 12:00');
  assert.deepEqual(await shop.ledger(), {
    clearing: -100n,
    platform_fees: 100n,
    returns: 10_000n,
    sales: -10_000n,
  });
  assert.equal((await shop.payment(id)).captured_cents, 0n);
  assert.deepEqual(await shop.findings(), []);
});

test('where somebody died, a person reads when', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const id = await shop.pay('1234567', { CreateToken: true });
  await shop.until('2030-01-17 09:00');
  const dateOfDeath = Temporal.PlainDate.from('2029-12-24');
  await bank.post('a.ach', await bank.answer([[id, { kind: 'return', code: 'R15', dateOfDeath }]]));
  await readInboxes(shop.world, shop.businessId);
  const [openCase] = await shop.cases();
  assert.equal(openCase?.evidence.dateOfDeath, '2029-12-24');
  const { token } = await shop.payment(id);
  assert.equal((await shop.token(token!)).state, 'disabled');
  assert.deepEqual(await shop.findings(), []);
});
