import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openAuthorizeNetDouble } from '#sandbox';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { cardFields } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { type LiveBusiness, openLiveBusiness } from './live-business.ts';
import { openLive } from './nmi-business.ts';
import { storeCard } from './stored-card.ts';
import { openLive as openStripe } from './stripe-business.ts';

/*
 * Cards that a gateway keeps where a request of its own makes the token: the Customer Vault of NMI, the customer
 * profiles of Authorize.Net, and the customers of Stripe.
 */

const fixture = await makeFixture({ after });

type Double = {
  readonly url: string;
  readonly script: (reference: string, fault: GatewayFault) => void;
  readonly forgetTokens: () => void;
  readonly journal: () => string;
  readonly close: () => void;
};

type Keeper = {
  readonly name: string;
  /** A business at the double; one without a vault at the gateway where that is asked for. */
  open(scope: Scope, hasVault: boolean): Promise<LiveBusiness<Double>>;
  /** What its double calls the making of a token, and the change of what is behind one. */
  readonly makes: string;
  readonly changes: string;
  /** An error after which it is not known what was done. */
  readonly doubt: string;
};

const loginId = 'exampleLog1';
const key = 'CanaryExampleKy7';
const account = {
  ...({ name: 'anet', processor: 'authorize-net', merchant: loginId } as const),
  key: new Secret(key),
};

const keepers: readonly Keeper[] = [
  {
    name: 'NMI',
    open: async (scope, hasVault) => await openLive(scope, fixture, { hasVault }),
    makes: 'add_customer',
    changes: 'update_customer',
    doubt: '300',
  },
  {
    name: 'Authorize.Net',
    async open(scope, hasProfiles) {
      const sleep = () => new Promise<void>(() => {});
      const options = { now: fixture.clock.now, sleep, loginId, transactionKey: key, hasProfiles };
      const double = await openAuthorizeNetDouble(options);
      return await openLiveBusiness(scope, { fixture, double, account });
    },
    makes: 'createCustomerProfile',
    changes: 'updateCustomerPaymentProfile',
    doubt: 'E00001',
  },
  {
    name: 'Stripe',
    async open(scope, keepsCards) {
      const forbids = keepsCards ? [] : ['/v1/setup_intents'];
      return await openStripe(scope, fixture, { forbids });
    },
    makes: 'setup_intents',
    changes: 'change_card',
    doubt: '500',
  },
];

const master = '5555555555554444';
const other = { CardNumber: master, ExpirationDate: '0635' };
const lost: readonly GatewayFault[] = [
  { answer: 'lost' },
  { executes: 'never' },
  { executes: { afterSeconds: 60 } },
];

async function openStored(scope: Scope, keeper: Keeper, fault: GatewayFault = {}) {
  const live = await keeper.open(scope, true);
  await live.connect();
  live.double.script(keeper.makes, fault);
  const card = await storeCard(scope, fixture, live);
  live.double.script(keeper.makes, {});
  return { ...live, ...card };
}

async function chargesByToken(scope: Scope, keeper: Keeper): Promise<void> {
  const { paid, replace, done } = await openStored(scope, keeper);
  assert.deepEqual(await paid('again'), [true, '4242', true]);
  await replace(other);
  assert.deepEqual(await paid('other'), [true, '4444', true]);
  await replace({ ExpirationDate: '0736' });
  assert.deepEqual(await paid('later'), [true, '4444', true]);
  assert.deepEqual(done(), ['sale 400', 'sale 400', 'sale 400', 'sale 400']);
}

/** Whatever becomes of a token, the payment is paid, and the next one sends the number; an hour later one is made. */
async function survivesItsToken(scope: Scope, keeper: Keeper): Promise<void> {
  for (const fault of [...lost, { code: keeper.doubt, executes: 'never' } as const]) {
    const { paid, stateOf, pass } = await openStored(scope, keeper, fault);
    assert.equal(await stateOf('first'), 'captured');
    await pass(61 * 60_000);
    assert.deepEqual(await paid('again'), [true, '4242', false], JSON.stringify(fault));
    assert.deepEqual(await paid('by token'), [true, '4242', true]);
  }
}

/** What was lost of an update may be executed late: the card of the next charge is the right one all the same. */
async function survivesAnUpdate(scope: Scope, keeper: Keeper): Promise<void> {
  for (const fault of lost) {
    const { double, paid, replace, pass } = await openStored(scope, keeper);
    for (const name of [keeper.makes, keeper.changes]) double.script(name, fault);
    await replace(other);
    for (const name of [keeper.makes, keeper.changes]) double.script(name, {});
    assert.deepEqual(await paid('other'), [true, '4444', false], JSON.stringify(fault));
    await pass(2 * 60_000);
    assert.deepEqual(await paid('again'), [true, '4444', true]);
    double.script(keeper.changes, fault);
    await replace({ ExpirationDate: '0736' });
    assert.deepEqual(await paid('later'), [true, '4444', false]);
  }
}

/** A token that is not known costs no payment. */
async function survivesForgottenTokens(scope: Scope, keeper: Keeper): Promise<void> {
  const { double, paid, done } = await openStored(scope, keeper);
  double.forgetTokens();
  assert.deepEqual(await paid('forgotten'), [true, '4242', false]);
  assert.deepEqual(await paid('next'), [true, '4242', true]);
  assert.deepEqual(done(), ['sale 400', 'sale 400', 'sale 400']);
}

async function chargesWithoutVault(scope: Scope, keeper: Keeper): Promise<void> {
  const live = await keeper.open(scope, false);
  await live.connect();
  const { paid, replace } = await storeCard(scope, fixture, live);
  assert.deepEqual(await paid('again'), [true, '4242', false]);
  const told = () =>
    fixture.logged.filter(
      (line) => line.includes('token.not_made') && line.includes(`"${live.businessId}"`),
    );
  assert.equal(told().length, 1, 'it is not asked for each payment');
  await replace(other);
  assert.deepEqual(await paid('other'), [true, '4444', false]);
  fixture.clock.pass(2 * 3_600_000);
  assert.deepEqual(await paid('later'), [true, '4444', false]);
  assert.equal(told().length, 2);
}

/** Neither a number nor a token is in what is kept of it. */
async function tellsNoCard(scope: Scope, keeper: Keeper): Promise<void> {
  const { world, businessId, cardToken, double, paid, replace } = await openStored(scope, keeper);
  const { db, logged } = fixture;
  const [account] = await db.query<{ name: string }>(
    'select name from processor_accounts where business_id = $1',
    [businessId],
  );
  const owner = `${cardToken}@${account!.name}`;
  const read = async () =>
    (await world.vault.open(db, { businessId, owner, field: 'processor_token' })).reveal();
  const first = await read();
  await paid('again');
  await replace(other);
  await paid('other');
  const second = await read();
  assert.notEqual(second, first);
  await world.gateways.idle();
  const kept = await db.query<{ kind: string }>(
    'select * from gateway_conversations where business_id = $1',
    [businessId],
  );
  assert.ok(kept.some(({ kind }) => kind === 'token'));
  const rows = JSON.stringify(kept, (_, one) => (typeof one === 'bigint' ? `${one}` : one));
  const secrets = [first, second].flatMap((token) => [token, ...token.split('/')]);
  for (const text of [logged.join(''), double.journal(), rows]) {
    for (const secret of [...secrets, cardFields.CCNumber, master, master.slice(0, 12)])
      assert.ok(!text.includes(secret), secret);
  }
}

const stories: Readonly<Record<string, (scope: Scope, keeper: Keeper) => Promise<void>>> = {
  'a stored card is charged by its token, and so is another one behind it': chargesByToken,
  'what becomes of a token is no matter of the payment': survivesItsToken,
  'without a clear answer to an update the number is sent, and the right card is charged':
    survivesAnUpdate,
  'where a token is not known the number is sent at once, and makes another':
    survivesForgottenTokens,
  'where no cards are kept charges go on with the number': chargesWithoutVault,
  'neither the number nor the token is in the log, the journal or what is kept': tellsNoCard,
};

for (const keeper of keepers) {
  for (const [says, story] of Object.entries(stories))
    test(`${keeper.name}: ${says}`, async (t) => await story(t, keeper));
}
