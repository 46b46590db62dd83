import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openCounter } from '../customers/counter.ts';
import { bindings } from './bindings.ts';

const { fixture, ask } = await openCounter({ after });
const name = 'CheckPhoneType';

for (const binding of bindings) {
  test(`by ${binding} what is no phone number is said to be none`, async () => {
    const shop = await fixture.addBusiness();
    for (const PhoneNumber of ['12', '911', '0123456789', '2121550100']) {
      const { IsSuccess, Message, Data, Errors } = await ask(
        shop,
        name,
        { PhoneNumber },
        { binding },
      );
      assert.deepEqual([IsSuccess, Data], [false, null]);
      assert.match(Message, /^PhoneNumber is no phone number: one has ten digits/);
      assert.deepEqual(Errors, [{ Field: 'PhoneNumber', Code: 'malformed', Message }]);
    }
    const { IsSuccess, Data } = await ask(shop, name, { PhoneNumber: '2124567890' }, { binding });
    assert.deepEqual([IsSuccess, Data.PhoneType], [true, 'unknown']);
  });
}
