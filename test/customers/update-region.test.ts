import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bindings, type Sent } from '../asmx/bindings.ts';
import type { Fields } from '../caller.ts';
import type { Caller } from '../fixture.ts';
import { openCounter } from './counter.ts';

/** Where a customer lives, as UpdateCustomer changes it. */
const { fixture, ask, newCustomer } = await openCounter({ after });
const name = 'UpdateCustomer';

test('a state is judged by the country that is sent, or else by that of the customer, in every binding', async () => {
  for (const binding of bindings) {
    const { shop, id } = await enter({ CountryCode: 'DE', StateCode: 'Bayern' });
    const change = async (sent: Sent) =>
      await ask(shop, name, { IndividualID: id, ...sent }, { binding });
    assert.equal((await change({ StateCode: 'Nordrhein-Westfalen' })).IsSuccess, true);
    const refused = [
      [{ StateCode: 'x'.repeat(31) }, 'too_long'],
      [{ CountryCode: 'US', StateCode: 'Bayern' }, 'not_one_of'],
      [{ CountryCode: 'CA', StateCode: 'NY' }, 'not_one_of'],
      // What is known already is no state there.
      [{ CountryCode: 'US' }, 'not_one_of'],
    ] as const;
    for (const [sent, code] of refused) {
      const { IsSuccess, Errors } = await change(sent);
      assert.equal(IsSuccess, false);
      assert.deepEqual(
        Errors?.map(({ Field, Code }) => [Field, Code]),
        [['StateCode', code]],
      );
    }
    const { StateCode, CountryCode } = await look(shop, id);
    assert.deepEqual([StateCode, CountryCode], ['Nordrhein-Westfalen', 'DE']);
    assert.equal((await change({ CountryCode: 'ca', StateCode: 'on' })).IsSuccess, true);
    assert.equal((await change({ StateCode: 'qc' })).IsSuccess, true);
    assert.equal((await look(shop, id)).StateCode, 'QC');
    assert.equal((await change({ StateCode: 'Bayern' })).IsSuccess, false);
  }
});

test('of two changes at once, of the state and of the country, no state of another country is left', async () => {
  const { shop, id } = await enter();
  for (let round = 0; round < 10; round += 1) {
    await ask(shop, name, { IndividualID: id, CountryCode: 'US', StateCode: 'MA' });
    await Promise.all([
      ask(shop, name, { IndividualID: id, CountryCode: 'CA', StateCode: 'ON' }),
      ask(shop, name, { IndividualID: id, StateCode: 'NY' }),
    ]);
    const { StateCode, CountryCode } = await look(shop, id);
    assert.equal(`${StateCode} ${CountryCode}`, 'ON CA');
  }
});

async function enter(changes: Fields = {}) {
  const shop = await fixture.addBusiness();
  return { shop, ...(await newCustomer(shop, changes)) };
}

async function look(shop: Caller, IndividualID: string): Promise<Record<string, unknown>> {
  return (await ask(shop, 'GetCustomerInformation', { IndividualID })).Data;
}
