import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { simulatedAccount, simulatedAccounts } from '../packages/sandbox/src/odfi/accounts.ts';
import { sandboxAchDoc } from './sandbox-ach-doc.ts';

test('each number that the page shows does what the page says', () => {
  const rows = [
    ...sandboxAchDoc().matchAll(
      /^\| (\d) \| ([^|]+) \| `(\d+)`: (\w\d\d) on banking day (\d+) \|/gm,
    ),
  ];
  assert.equal(rows.length, simulatedAccounts.length);
  for (const [, digit, says, number = '', code, day] of rows) {
    const found = simulatedAccount(number);
    assert.deepEqual([found?.code, String(found?.day)], [code, day]);
    const account = simulatedAccounts.find(({ does }) => does === found?.does);
    assert.deepEqual([account?.digit, account?.says], [digit, says]);
  }
});
