import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { batches } from '../../src/ports/processors/elavon/batches.ts';
import type { Reply, Row } from '../../src/ports/processors/elavon/client.ts';
import { openClient } from '../../src/ports/processors/elavon/client.ts';
import type { BatchItem } from '../../src/ports/processors/processor.ts';
import type { CallResult } from '../../src/runtime/http-out/http-call.ts';

/* Batches of as many items as settlement puts into one, at a gateway in memory. */

const most = 20_000;
const largest = 99_999_999n;
const dayMs = 24 * 3_600_000;
const noCall = async (): Promise<CallResult> => ({ kind: 'not_sent', reason: 'no call' });

/** Charges over a day, some in the same second. `fails`: which settlements get no answer, and whether they are executed. */
function terminal(fails: Readonly<Record<number, 'executed' | 'not'>> = {}) {
  const begun = (i: number) => new Date(Math.floor((Math.floor(i / 3) * dayMs * 3) / most));
  const items = Array.from({ length: most }, (_, i): BatchItem => {
    return { reference: `1-${i}-1`, cents: largest, processorId: `txn-${i}`, begunAt: begun(i) };
  });
  const settled = new Map<string, number>();
  const asked = { settlements: 0, lists: 0, ids: 0, longest: 0 };
  const row = (i: number): Row => ({
    ssl_txn_id: `txn-${i}`,
    ssl_trans_status: settled.has(`txn-${i}`) ? 'STL' : 'OPN',
    ssl_transaction_type: 'SALE',
    ssl_merchant_txn_id: `1-${i}-1`,
    ssl_amount: '999999.99',
    ssl_transaction_currency: '',
    ssl_result_message: 'APPROVAL',
    ssl_approval_code: '123456',
    ssl_avs_response: '',
    ssl_cvv2_response: '',
  });
  const gateway = batches({
    ...openClient({ call: noCall, user: undefined, pin: new Secret('pin') }),
    async transact(_, { group: ids = [] } = {}) {
      asked.settlements += 1;
      asked.longest = Math.max(asked.longest, ids.length);
      const failure = fails[asked.settlements];
      if (failure !== 'not') for (const id of ids) settled.set(id, (settled.get(id) ?? 0) + 1);
      if (failure) return { outcome: 'unknown', reason: 'lost' };
      return { kind: 'reply', ssl_result: '0' } as Reply;
    },
    async findById(id) {
      asked.ids += 1;
      return [row(Number(id.slice(4)))];
    },
    async between(since, until) {
      asked.lists += 1;
      const nth = (at: Date) => Math.round((at.getTime() * most) / dayMs);
      const first = Math.max(0, nth(since) - 3);
      const near = items.slice(first, Math.max(0, nth(until) + 4));
      const rows = near.flatMap(({ begunAt }, i) =>
        begunAt! >= since && begunAt! <= until ? [row(first + i)] : [],
      );
      if (rows.length <= 60) return rows;
      return { outcome: 'unknown', reason: 'too long', isTooLong: true };
    },
  });
  return { gateway, items, settled, asked };
}

test('Elavon: the most items of a batch are settled in parts, each once, and come to more than any amount', async () => {
  const { gateway, items, settled, asked } = terminal();
  const batch = { reference: 'b1', items };
  const told = await gateway.closeBatch(batch);
  assert.equal(told.outcome === 'unknown' && told.isThere, true);
  assert.deepEqual([asked.settlements, asked.longest], [40, 500]);
  assert.ok(asked.lists + asked.ids < most / 10, `${asked.lists} lists, ${asked.ids} ids`);
  assert.deepEqual(await gateway.inquireBatch(batch), {
    outcome: 'closed',
    reference: 'b1',
    processorId: 'b1',
    count: most,
    cents: largest * BigInt(most),
  });
  assert.ok([...settled.values()].every((times) => times === 1));
  assert.equal(settled.size, most);
});

test('Elavon: a part without an answer ends a settlement, and the next one names what is open', async () => {
  const { gateway, items, settled, asked } = terminal({ 3: 'executed', 10: 'not' });
  const batch = { reference: 'b1', items };
  const outcomes: string[] = [];
  for (let times = 0; times < 4; times += 1) {
    const told = await gateway.closeBatch(batch);
    outcomes.push(told.outcome === 'unknown' ? told.reason : told.outcome);
  }
  const [part, all] = ['settled in part', 'scheduled, and not shown as settled yet'];
  assert.deepEqual(outcomes, [part, part, all, 'closed']);
  assert.equal(asked.settlements, 41, 'one was sent again');
  assert.equal(settled.size, most);
  assert.ok([...settled.values()].every((times) => times === 1));
});

test('Elavon: a list that is longer than is read, or that the gateway cuts, is none', async () => {
  const row =
    '<txn><ssl_txn_id>a</ssl_txn_id><ssl_transaction_type>SALE</ssl_transaction_type></txn>';
  const list = (rows: number, told = rows) =>
    `<txnlist><ssl_txn_count>${told}</ssl_txn_count>${row.repeat(rows)}</txnlist>`;
  const searchAt = async (result: CallResult) => {
    const user = { merchantId: '0012345', userId: 'quittance' };
    const { between } = openClient({ call: async () => result, user, pin: new Secret('pin') });
    const rows = await between(new Date(0), new Date(dayMs));
    return 'outcome' in rows ? (rows.isTooLong ?? false) : rows.length;
  };
  const answered = (body: string) => ({ kind: 'answered', status: 200, body }) as const;
  assert.equal(await searchAt(answered(list(0))), 0);
  assert.equal(await searchAt(answered(list(60))), 60);
  // Whether there were more than so many, nothing says.
  assert.equal(await searchAt(answered(list(1000))), true);
  assert.equal(await searchAt(answered(list(60).slice(0, -20))), true);
  assert.equal(await searchAt({ kind: 'unknown', reason: 'answer too long' }), true);
  assert.equal(await searchAt({ kind: 'unknown', reason: 'no answer in time' }), false);
  assert.equal(await searchAt(answered('<html/>')), false);
});
