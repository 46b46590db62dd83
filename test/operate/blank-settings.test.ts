import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { ConfigFault } from '../../src/settings/setting.ts';

/* A container whose address of the database is lost on its way must not start an empty database of its own. */

for (const name of ['DATABASE_URL', 'QUITTANCE_KEK']) {
  for (const value of ['', ' ']) {
    test(`${name} that is set to '${value}' is refused, not taken as left out`, () => {
      const whole = { DATABASE_URL: 'postgres://user@host/database', QUITTANCE_KEK: 'id:key' };
      readConfig(whole);
      assert.throws(
        () => readConfig({ ...whole, [name]: value }),
        (fault: Error) => {
          assert.ok(fault instanceof ConfigFault);
          assert.match(fault.message, new RegExp(`^${name} is set without a value: [^\\n]+$`));
          return true;
        },
      );
    });
  }
}

test('neither needs to be set', () => {
  const { databaseUrl, keyText } = readConfig({});
  assert.deepEqual([databaseUrl, keyText], ['', '']);
});
