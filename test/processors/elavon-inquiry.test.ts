import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeOwn } from '../../src/ports/processors/elavon/judge.ts';
import type { Row } from '../../src/ports/processors/elavon/wire.ts';

const reference = '1-a-1';

function row(ssl_transaction_type: string, ssl_trans_status: string, more: Partial<Row> = {}): Row {
  return {
    ssl_txn_id: '010125A-7001',
    ssl_merchant_txn_id: reference,
    ssl_transaction_type,
    ssl_trans_status,
    ssl_result_message: 'APPROVAL',
    ssl_amount: '10.00',
    ssl_transaction_currency: '',
    ssl_approval_code: '123456',
    ssl_avs_response: 'Y',
    ssl_cvv2_response: 'M',
    ...more,
  };
}

function told(...rows: readonly Row[]): string {
  const answer = judgeOwn({ reference, of: undefined }, rows);
  return answer?.outcome === 'approved'
    ? `approved ${answer.amountCents}`
    : (answer?.outcome ?? 'nothing');
}

test('Elavon: a charge is undone by an undo that was approved, and by no other', () => {
  const other = { ssl_txn_id: '010125A-7002' };
  const failed = { ...other, ssl_result_message: 'ERROR' };
  for (const [rows, meaning] of [
    [[row('DELETE', 'OPN')], 'canceled'],
    [[row('VOID', '', other)], 'canceled'],
    [[row('SALE', 'STL'), row('DELETE', '', failed)], 'approved 1000'],
    [[row('SALE', 'OPN'), row('VOID', 'OPN', failed)], 'approved 1000'],
    // Somebody says that it holds nothing, and it holds the money.
    [[row('SALE', 'STL'), row('DELETE', '', other)], 'unknown'],
    [[row('SALE', 'OPN'), row('VOID', '', other)], 'unknown'],
    // A charge that is not shown, and an undo that failed: it is there.
    [[row('DELETE', '', failed)], 'unknown'],
    [[row('SALE', 'OPN', { ssl_result_message: 'DECLINED' }), row('VOID', '', failed)], 'unknown'],
  ] as const) {
    assert.equal(told(...rows), meaning, rows.map((one) => one.ssl_transaction_type).join(', '));
  }
});
