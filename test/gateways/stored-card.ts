import assert from 'node:assert/strict';
import { callBy } from '../asmx/bindings.ts';
import { cardFields, client } from '../caller.ts';
import type { Fixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';
import type { LiveBusiness } from './live-business.ts';

const blank = {
  FirstName: '',
  LastName: '',
  CardNumber: '',
  ExpirationDate: '',
  Address1: '',
  PostalCode: '',
};
const { CCNumber, ExpirationMonth, ExpirationYear, CVV, ...others } = cardFields;

/** A card that a live business stores with its first payment, charged and replaced afterwards. */
export async function storeCard<D extends { readonly journal: () => string }>(
  scope: Scope,
  { clock }: Fixture,
  live: LiveBusiness<D>,
) {
  const api = client(live.baseUrl, live.caller);
  atEnd(scope, api.close);
  const create = async (fields: Readonly<Record<string, unknown>>) => {
    const { body } = await api.call('CreatePayment', { Amount: '4.00', ...fields });
    return JSON.parse(body);
  };
  const stored = await create({ ...cardFields, OrderNumber: 'first', CreateToken: true });
  assert.equal(stored.IsSuccess, true, JSON.stringify(stored));
  const firstToken: string = stored.Data.TokenResult;
  // What was said is told apart by its time.
  clock.pass(1000);
  return {
    cardToken: firstToken,
    /** Whether it is paid, by which card, and whether that was sent as a token. */
    async paid(OrderNumber: string, CardToken = firstToken) {
      const { IsSuccess } = await create({ ...others, CardToken, OrderNumber });
      const lines = live.double.journal().trim().split('\n');
      const entries = lines.map((line) => JSON.parse(line));
      const last = entries.findLast(({ event }) => event === 'approved');
      clock.pass(1000);
      return [IsSuccess, last?.last4, last?.isByToken];
    },
    async replace(fields: Readonly<Record<string, string>>, CardToken = firstToken) {
      const { username: Username, apiKey: Token } = live.caller;
      const sent = { Token, Username, CardToken, ...blank, ...fields };
      const { body } = await callBy('HTTP POST', live.baseUrl, 'AcquirerATokenUpdate', sent);
      assert.match(body, /Token updated/);
      clock.pass(1000);
    },
  };
}
