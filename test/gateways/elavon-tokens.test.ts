import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ElavonDouble, openElavonDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { callBy } from '../asmx/bindings.ts';
import { cardFields, client } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';
import { openLiveBusiness } from './live-business.ts';

/* Cards that the gateway keeps beside us: charged by its token, and replaced there too. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;
const pin = 'Canary-P8K2Q4Z7';
const master = '5555555555554444';
const blank = {
  FirstName: '',
  LastName: '',
  CardNumber: '',
  ExpirationDate: '',
  Address1: '',
  PostalCode: '',
};
const { CCNumber, ExpirationMonth, ExpirationYear, CVV, ...others } = cardFields;

async function openLive(scope: Scope) {
  const double = await openElavonDouble({
    now: clock.now,
    sleep: () => new Promise(() => {}),
    merchantId: '0012345',
    userId: 'quittance',
    pin,
    isTestMode: false,
  });
  const account = {
    name: 'converge',
    processor: 'elavon',
    key: new Secret(pin),
    merchant: '0012345:quittance',
  } as const;
  const live = await openLiveBusiness<ElavonDouble>(scope, { fixture, double, account });
  await live.connect();
  const api = client(live.baseUrl, live.caller);
  atEnd(scope, api.close);
  const create = async (fields: Readonly<Record<string, unknown>>) => {
    const { body } = await api.call('CreatePayment', { Amount: '4.00', ...fields });
    return JSON.parse(body);
  };
  const stored = await create({ ...cardFields, OrderNumber: 'first', CreateToken: true });
  const CardToken: string = stored.Data.TokenResult;
  // What was said is told apart by its time.
  clock.pass(1000);
  return {
    double,
    /** Whether it is paid, by which card, and whether that was sent as a token. */
    async paid(OrderNumber: string) {
      const { IsSuccess } = await create({ ...others, CardToken, OrderNumber });
      const last = JSON.parse(double.journal().trim().split('\n').at(-1) ?? '{}');
      await live.world.gateways.idle();
      const [said] = await db.query<{ request: string }>(
        `select request from gateway_conversations
         where business_id = $1 and kind = 'charge' order by at desc, id desc limit 1`,
        [live.businessId],
      );
      clock.pass(1000);
      return [IsSuccess, last.last4, /<ssl_token>/.test(said?.request ?? '')];
    },
    async replace(fields: Readonly<Record<string, string>>) {
      const { username: Username, apiKey: Token } = live.caller;
      const sent = { Token, Username, CardToken, ...blank, ...fields };
      const { body } = await callBy('HTTP POST', live.baseUrl, 'AcquirerATokenUpdate', sent);
      assert.match(body, /Token updated/);
      clock.pass(1000);
    },
  };
}

test('Elavon: a stored card is charged by the token of the gateway, and so is another one behind it', async (t) => {
  const { paid, replace } = await openLive(t);
  assert.deepEqual(await paid('again'), [true, '4242', true]);
  await replace({ CardNumber: master, ExpirationDate: '0635' });
  assert.deepEqual(await paid('other'), [true, '4444', true]);
  await replace({ ExpirationDate: '0736' });
  assert.deepEqual(await paid('later'), [true, '4444', true]);
});

test('Elavon: without a clear answer to an update the number is sent, and the right card is charged', async (t) => {
  for (const fault of [{ answer: 'lost' }, { executes: 'never' }] as const) {
    const { double, paid, replace } = await openLive(t);
    double.script('ccupdatetoken', fault);
    await replace({ CardNumber: master, ExpirationDate: '0635' });
    assert.deepEqual(await paid('other'), [true, '4444', false]);
    assert.deepEqual(await paid('again'), [true, '4444', true], 'it made another token');
  }
});

test('Elavon: a token that the gateway refuses is forgotten, and the number is sent from then on', async (t) => {
  const { double, paid } = await openLive(t);
  double.forgetTokens();
  assert.equal((await paid('refused'))[0], false);
  assert.deepEqual(await paid('next'), [true, '4242', false]);
});
