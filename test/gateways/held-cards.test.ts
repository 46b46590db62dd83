import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { customerKind } from '../../src/moving/customers.ts';
import { numberRows } from '../../src/moving/numbers/number-rows.ts';
import { subscriptionKind } from '../../src/moving/subscriptions.ts';
import { tokenKind } from '../../src/moving/tokens.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { replaceCard } from '../../src/payments/replace-card.ts';
import { readTokens } from '../../src/payments/tokens/store.ts';
import type { GatewayProcessor } from '../../src/ports/processors/gateway-kind.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { type AnyRow, importInto } from '../moving/mover.ts';
import type { Scope } from '../scope.ts';
import { findingsIn } from '../subscriptions/club.ts';
import { openLive } from './elavon-business.ts';

/* Cards whose numbers a gateway alone has: imported by what it calls them. */

const fixture = await makeFixture({ after });
const { db } = fixture;
const facts = { brand: 'Visa', last4: '4242', expiryMonth: '12', expiryYear: '2044' };
const row = { id: 'H-1', customer: 'A-1', ...facts };

/** A card that the gateway knows, and that is imported without its number. */
async function openHeld(scope: Scope) {
  const live = await openLive(scope, fixture);
  const { world, businessId, cardToken } = live;
  const name = { businessId, owner: `${cardToken}@converge`, field: 'processor_token' } as const;
  const processorToken = (await world.vault.open(db, name)).reveal();
  const business = (await readBusiness(db, businessId))!;
  const take = async (rows: readonly AnyRow[], isDry = false) =>
    await importInto(world, { business }, tokenKind('live'), rows, { isDry });
  await importInto(world, { business }, customerKind, [{ id: 'A-1', firstName: 'Ada' }]);
  const { reports } = await take([{ ...row, processorToken }]);
  return { ...live, business, take, processorToken, token: reports[0]!.made! };
}

test('a card that a gateway alone has is charged by its name there, by a call and by a subscription', async (t) => {
  const { token, paid, world, business, take, processorToken, done, ...live } = await openHeld(t);
  assert.deepEqual(await paid('held', token), [true, '4242', true]);
  const again = await take([{ ...row, processorToken }]);
  assert.deepEqual(
    again.reports.map(({ outcome, made }) => [outcome, made]),
    [['exists', token]],
  );
  const subscription = { id: 'S-1', customer: 'A-1', token: 'H-1', amountCents: 900 };
  const { counts } = await importInto(world, { business }, subscriptionKind, [
    { ...subscription, interval: 'monthly', nextChargeOn: '2030-01-15' },
  ]);
  assert.equal(counts.created, 1);
  const before = done().length;
  await live.pass(0);
  assert.deepEqual(done().slice(before), ['sale 900']);
  assert.deepEqual(
    (await findingsIn(fixture)).filter((finding) => !finding.includes('book')),
    [],
  );
});

test('its name stays when the gateway refuses it, and leaves with another number', async (t) => {
  const { token, paid, replace, double, world, businessId } = await openHeld(t);
  await replace({ ExpirationDate: '0736' }, token);
  assert.deepEqual(await paid('another expiry', token), [true, '4242', true]);
  double.script('ccupdatetoken', { answer: 'lost' });
  await assert.rejects(replace({ ExpirationDate: '0837' }, token), /service is busy/);
  assert.deepEqual(await paid('no clear answer', token), [true, '4242', true]);
  double.forgetTokens();
  assert.equal((await paid('refused', token))[0], false);
  const name = { businessId, owner: `${token}@converge`, field: 'processor_token' } as const;
  await world.vault.open(db, name);
  await replace({ CardNumber: '5555555555554444', ExpirationDate: '0635' }, token);
  assert.deepEqual((await paid('another number', token)).slice(0, 2), [true, '4444']);
});

test('its gateway is told of a change again, where the answer to an earlier request was lost', async (t) => {
  const { token, world, businessId } = await openHeld(t);
  const [stored] = await readTokens(db, [{ businessId, token }]);
  const told: string[] = [];
  const asked = async (outcome: 'lost' | 'heard', key?: string) => {
    const content = new Secret('{}');
    const expiry = { month: 8, year: 2037 };
    const nothing = { card: undefined, firstName: undefined, lastName: undefined };
    const where = { address: undefined, postalCode: undefined, actor: 'api:test' };
    const idempotencyKey = key === undefined ? undefined : { key, content };
    const about = { businessId, token, customerId: stored!.customerId, idempotencyKey };
    const by = withBank(world, (bank) => ({
      ...bank,
      async updateToken(held, request) {
        const { expiryMonth, expiryYear } = request.card;
        told.push(`${expiryMonth}/${expiryYear} ${outcome}`);
        if (outcome === 'lost') return { outcome: 'unknown', reason: 'no answer in time' };
        return await bank.updateToken!(held, request);
      },
    }));
    await replaceCard(by, { ...about, ...nothing, ...where, expiry });
  };
  await assert.rejects(asked('lost', 'key'), { code: 'busy' });
  await asked('heard', 'key');
  await asked('heard');
  assert.deepEqual(told, ['8/2037 lost', '8/2037 heard', '8/2037 heard']);
});

test('what its gateway does not take of a change is refused, and nothing is changed', async (t) => {
  const { token, world, businessId } = await openHeld(t);
  const [before] = await readTokens(db, [{ businessId, token }]);
  const refusing = withBank(world, (bank) => ({
    ...bank,
    updateToken: async () => ({ outcome: 'rejected', message: 'Only by its number.' }),
  }));
  const asked = {
    ...{ businessId, token, customerId: before!.customerId, idempotencyKey: undefined },
    ...{ card: undefined, firstName: undefined, lastName: undefined, address: undefined },
    ...{ postalCode: undefined, actor: 'api:test', expiry: { month: 8, year: 2037 } },
  };
  await assert.rejects(replaceCard(refusing, asked), { code: 'wrong_state' });
  assert.deepEqual((await readTokens(db, [{ businessId, token }]))[0], before);
});

test('a change that meets another number of its card leaves the gateway, and charges the new one', async (t) => {
  const { token, world, businessId, paid, replace } = await openHeld(t);
  const [before] = await readTokens(db, [{ businessId, token }]);
  const meeting = withBank(world, (bank) => ({
    ...bank,
    async updateToken(held, request) {
      const answer = await bank.updateToken!(held, request);
      await replace({ CardNumber: '5555555555554444', ExpirationDate: '0635' }, token);
      return answer;
    },
  }));
  const asked = {
    ...{ businessId, token, customerId: before!.customerId, idempotencyKey: undefined },
    ...{ card: undefined, firstName: undefined, lastName: undefined, address: '9 Elm St' },
    ...{ postalCode: undefined, actor: 'api:test', expiry: undefined },
  };
  await assert.rejects(replaceCard(meeting, asked), { code: 'busy' });
  await replaceCard(world, asked);
  const [now] = await readTokens(db, [{ businessId, token }]);
  assert.deepEqual([now!.token.last4, now!.token.address], ['4444', '9 Elm St']);
  assert.deepEqual((await paid('after both', token)).slice(0, 2), [true, '4444']);
});

test('a vault that cannot be read for a moment does not end its subscription', async (t) => {
  const { world, business, businessId, done, ...live } = await openHeld(t);
  const subscription = { id: 'S-2', customer: 'A-1', token: 'H-1', amountCents: 700 };
  await importInto(world, { business }, subscriptionKind, [
    { ...subscription, interval: 'monthly', nextChargeOn: '2030-01-15' },
  ]);
  let isFailing = true;
  const { vault } = world;
  const failing: World = {
    ...world,
    vault: {
      ...vault,
      async openMany(sql, records) {
        if (isFailing && records.some(({ field }) => field === 'processor_token')) {
          isFailing = false;
          throw new Error('the connection was lost');
        }
        return await vault.openMany(sql, records);
      },
    },
  };
  const before = done().length;
  await workOnce(failing, businessId);
  assert.equal(isFailing, false);
  await live.pass(60 * 60_000);
  assert.deepEqual(done().slice(before), ['sale 700']);
});

test('it leaves in an export as it came, and is at no other account', async (t) => {
  const { token, processorToken, paid, done, world, businessId } = await openHeld(t);
  const tally = { cards: 0, accounts: 0, unreadable: 0 };
  const rows = await db.begin(async (tx) =>
    (await Array.fromAsync(numberRows(world, tx, businessId, tally))).flat(),
  );
  const held = rows.map((one) => JSON.parse(one)).find(({ id }) => id === token);
  assert.deepEqual(
    [held.number, held.processorToken, held.processor, held.last4],
    [null, processorToken, 'converge', '4242'],
  );
  assert.deepEqual(tally, { cards: 2, accounts: 0, unreadable: 0 });
  await db.query(
    `update vault_records set owner = $1 || '@other' where owner = $1 || '@converge'`,
    [token],
  );
  const before = done();
  assert.equal((await paid('elsewhere', token))[0], false);
  assert.deepEqual(done(), before);
  const findings = await findingsIn(fixture);
  assert.ok(
    findings.some((finding) => finding.startsWith('held_card_lost') && finding.includes(token)),
  );
});

test('a name is refused where it could not be charged, and a dry run says so, too', async (t) => {
  const { take, processorToken, world, business } = await openHeld(t);
  const held = { ...row, id: 'H-2', processorToken };
  const cases: (readonly [AnyRow, RegExp])[] = [
    [{ ...held, processor: 'other' }, /^processor is no account of this business/],
    [{ ...held, number: '4242424242424242' }, /^number and processorToken are both there/],
    [{ ...held, kind: 'bank' }, /^processorToken is of cards only/],
    [{ ...held, processorToken: '4242424242424242' }, /^processorToken must not be a card number/],
    [{ ...held, brand: 'no brand' }, /^brand must be one of: visa, /],
    [{ ...held, last4: '42' }, /^last4 must have 4 digits/],
    [{ ...held, expiryYear: '' }, /^expiryMonth and expiryYear are missing/],
  ];
  const rows = cases.map(([one], n) => ({ ...one, id: `R-${n}` }));
  for (const isDry of [true, false]) {
    const { reports } = await take(rows, isDry);
    for (const [n, [, why]] of cases.entries()) assert.match(reports[n]!.why ?? 'created', why);
  }

  const simulated = await fixture.addBusiness();
  const places = [
    [business, /: elavon, where the account converge is, charges by number$/],
    [simulated.business, /has no account at a gateway, and the simulated bank charges by number$/],
  ] as const;
  for (const [owner, why] of places) {
    const { reports } = await importInto(
      keepingNone(world),
      { business: owner },
      tokenKind('live'),
      [held],
    );
    assert.match(reports[0]!.why ?? 'created', why);
  }
});

/** Where no gateway keeps cards. */
function keepingNone(world: World): World {
  return withBank(world, (bank) => ({ ...bank, can: { ...bank.can, tokens: false } }));
}

function withBank(world: World, change: (bank: GatewayProcessor) => GatewayProcessor): World {
  const { gateways } = world;
  const open: typeof gateways.open = async (...account) => change(await gateways.open(...account));
  return { ...world, gateways: { ...gateways, open } };
}
