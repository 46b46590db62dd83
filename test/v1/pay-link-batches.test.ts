import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveText } from '../../src/notify/conversations/receive-text.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { Caller } from '../fixture.ts';
import { changesIn, rowsOf } from '../owned-rows.ts';
import type { Scope } from '../scope.ts';
import { aPayment, serveV1 } from './serve.ts';

type Result = {
  readonly row: number;
  readonly outcome: string;
  readonly payLink: { readonly id: string; readonly address?: string } | null;
  readonly madeAt: string | null;
  readonly error: { readonly code: string; readonly fields: readonly string[] } | null;
};

const ada = { phone: '2125550100', firstName: 'Ada' };
const bea = { phone: '6175550101', firstName: 'Bea' };
const dayMs = 24 * 3_600_000;

async function openBatches(t: Scope) {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const { id: businessId } = v1.caller.business;
  return {
    ...v1,
    world,
    async ask(body: object, key?: string): Promise<Result[]> {
      const headers = key === undefined ? {} : { 'Idempotency-Key': key };
      const told = await v1.call('POST', '/v1/pay-links/batches', { body, headers });
      assert.equal(told.status, 200, told.text);
      return told.body.results;
    },
    rows: async () => await rowsOf(v1.db, [businessId]),
    /** To whom one went, in the order of the numbers. */
    async texts(): Promise<string[]> {
      while ((await workOnce(world)) > 0);
      const sent = await v1.db.query<{ recipient: string }>(
        `select recipient from sandbox_inbox where business_id = $1 and channel = 'text'`,
        [businessId],
      );
      return sent.map(({ recipient }) => recipient).sort();
    },
  };
}

const outcomes = (results: readonly Result[]) => results.map(({ outcome }) => outcome);
const errors = (results: readonly Result[]) => results.map(({ error }) => error);

test('a dry run tells what would be made, and writes nothing', async (t) => {
  const { ask, rows, texts } = await openBatches(t);
  const batch = {
    round: 'January',
    rows: [
      { amount: 100, customer: ada, send: 'text' },
      { amount: 200, customer: { email: 'new@example.com' }, orderNumber: 'A-1' },
      { amount: 300, customer: { phone: '2125550110' }, send: 'text' },
    ],
  };
  // Its key was used before the rows are read.
  await ask({ rows: [], dryRun: true });
  const before = await rows();
  for (const key of [undefined, 'key-1']) {
    const told = await ask({ ...batch, dryRun: true }, key);
    assert.deepEqual(outcomes(told), ['possible', 'possible', 'refused']);
    assert.deepEqual(
      told.map(({ payLink, madeAt }) => [payLink, madeAt]),
      Array(3).fill([null, null]),
    );
  }
  assert.deepEqual(changesIn(before, await rows()), []);
  assert.deepEqual(outcomes(await ask(batch)), ['created', 'created', 'refused']);
  assert.deepEqual(await texts(), [ada.phone]);

  const made = await rows();
  const again = await ask({ ...batch, dryRun: true });
  assert.deepEqual(outcomes(again), ['exists', 'exists', 'refused']);
  assert.equal(again[0]!.madeAt, '2030-01-15T15:00:00.000Z');
  assert.match(again[0]!.payLink!.address!, /\/pay\//);
  assert.deepEqual(changesIn(made, await rows()), []);
});

test('each refusal of a dry run is that of the making', async (t) => {
  const batches = await openBatches(t);
  const { ask, call, db, caller, world, addBusiness } = batches;
  const { id: businessId } = caller.business;
  const stopped = { phone: '2125550102' };
  const shunned = { phone: '2125550103' };
  const first = await ask({
    rows: [
      { amount: 100, customer: stopped, send: 'text', orderNumber: 'open' },
      { amount: 100, customer: shunned },
      { amount: 100, customer: bea, orderNumber: 'revoked' },
    ],
  });
  assert.deepEqual(outcomes(first), ['created', 'created', 'created']);
  await call('POST', `/v1/pay-links/${first[2]!.payLink!.id}/revoke`);
  await call('POST', '/v1/payments', { body: { ...aPayment, orderNumber: 'paid' } });
  await ask({ rows: [{ amount: 5, customer: ada }] }, 'used');
  const [own] = await db.query<{ number: string }>(
    'select mobile_number as number from business_profiles where business_id = $1',
    [businessId],
  );
  const stop = { body: 'STOP', carrier: 'sandbox', carrierId: 'S', mediaCount: 0 };
  await receiveText(world, { ...stop, from: stopped.phone, to: own!.number });
  await db.query(`update customers set status = 'do_not_contact' where phone = $1`, [
    shunned.phone,
  ]);
  const text = { amount: 100, send: 'text' };
  const rows: [code: string | undefined, row: object][] = [
    ['unknown_customer', { amount: 100, customerId: '4711' }],
    ['wrong_fields', { amount: 100, customer: { firstName: 'Ada' } }],
    ['wrong_fields', { amount: 100, customer: ada, expiresAt: '2030-01-15T14:00:00Z' }],
    ['wrong_fields', { ...text, customer: { email: 'a@example.com' } }],
    ['wrong_fields', { ...text, customer: { phone: '1115550100' } }],
    ['wrong_fields', { ...text, customer: ada, text: 'x'.repeat(1590) }],
    [
      'wrong_fields',
      { ...text, customer: ada, sendAt: '2030-02-01T15:00:00Z', expiresAt: '2030-02-01T15:00:00Z' },
    ],
    ['text_not_wanted', { ...text, customer: stopped }],
    ['text_not_wanted', { ...text, customer: shunned }],
    ['number_takes_no_texts', { ...text, customer: { phone: '2125550110' } }],
    ['number_takes_no_texts', { ...text, customer: { phone: '2125550130' } }],
    ['order_number_reused', { amount: 101, customer: stopped, orderNumber: 'open' }],
    ['order_number_reused', { amount: 1250, customer: ada, orderNumber: 'paid' }],
    [undefined, { amount: 101, customer: bea, orderNumber: 'revoked' }],
    [undefined, { ...text, customer: bea }],
    // Of two with one order number the first is made.
    [undefined, { amount: 7, customer: ada, orderNumber: 'twin' }],
    ['order_number_reused', { amount: 8, customer: ada, orderNumber: 'twin' }],
  ];
  const batch = { rows: rows.map(([, row]) => row) };
  const before = await batches.rows();
  const dry = await ask({ ...batch, dryRun: true });
  assert.deepEqual(changesIn(before, await batches.rows()), []);
  const real: Result[] = [];
  // One after the other, so that of two with one order number it is the first that is made.
  for (const row of batch.rows) real.push(...(await ask({ rows: [row] })));
  const codes = rows.map(([code]) => code);
  assert.deepEqual(
    dry.map(({ error }) => error?.code),
    codes,
  );
  assert.deepEqual(errors(dry), errors(real));

  const [reusedDry] = await ask({ rows: [{ amount: 6, customer: ada }], dryRun: true }, 'used');
  const [reused] = await ask({ rows: [{ amount: 6, customer: ada }] }, 'used');
  assert.equal(reusedDry!.error?.code, 'idempotency_key_reused');
  assert.deepEqual(reusedDry!.error, reused!.error);

  const asTold = async (as: Caller, code: string) => {
    const rowsOfText = [{ ...text, customer: ada }];
    for (const dryRun of [true, false]) {
      const body = { rows: rowsOfText, dryRun };
      const told = await call('POST', '/v1/pay-links/batches', { as, body });
      assert.equal(told.body.results?.[0].error?.code, code, told.text);
    }
  };
  // A live business texts from a number that was bought for it.
  await asTold(await addBusiness({ environment: 'live' }), 'no_number_to_text_from');
  await db.query('update business_types set services = array_remove(services, $1)', ['messaging']);
  await asTold(await addBusiness(), 'service_not_included');
});

test('asked twice under two keys, rows with order numbers are made once, and the second time it is said that they exist', async (t) => {
  const { ask, texts } = await openBatches(t);
  const rows = [
    { amount: 100, customer: ada, send: 'text', orderNumber: 'A-1' },
    { amount: 200, customer: bea, send: 'text', orderNumber: 'A-2' },
  ];
  const made = await ask({ rows }, 'key-1');
  assert.deepEqual(outcomes(made), ['created', 'created']);
  const again = await ask({ rows }, 'key-2');
  assert.deepEqual(
    again,
    made.map((one) => ({ ...one, outcome: 'exists' })),
  );
  assert.deepEqual(await ask({ rows, dryRun: true }, 'key-3'), again);
  assert.deepEqual(await texts(), [ada.phone, bea.phone]);
});

test('in a round each row is made once: mended, in another order and beside other rows', async (t) => {
  const { ask, texts, clock } = await openBatches(t);
  const [one, two] = [
    { amount: 100, customer: ada, send: 'text' },
    { amount: 200, customer: bea, send: 'text' },
  ];
  const wrong = { amount: 300, customer: { phone: '2125550110' }, send: 'text' };
  const round = 'dues.csv 2030-01-15';
  assert.deepEqual(outcomes(await ask({ round, rows: [one, wrong, two] })), [
    'created',
    'refused',
    'created',
  ]);
  const mended = { ...wrong, customer: { phone: '2125550104' } };
  const rows = [two, mended, one];
  const asked = await ask({ round, rows, dryRun: true });
  assert.deepEqual(outcomes(asked), ['exists', 'possible', 'exists']);
  assert.deepEqual(outcomes(await ask({ round, rows })), ['exists', 'created', 'exists']);
  // Two of a family with one phone: a copy is a row of its own.
  const copies = [one, { ...one, copy: 1 }];
  assert.deepEqual(outcomes(await ask({ round, rows: copies })), ['exists', 'created']);
  assert.deepEqual(await texts(), [ada.phone, ada.phone, '2125550104', bea.phone].sort());

  // Another round is told of the one before, and may be made.
  clock.pass(20 * dayMs);
  const next = { round: 'dues.csv 2030-02-04', rows: [one, { ...one, amount: 101 }] };
  const told = await ask({ ...next, dryRun: true });
  assert.deepEqual(
    told.map(({ outcome, madeAt }) => [outcome, madeAt]),
    [
      ['possible', '2030-01-15T15:00:00.000Z'],
      ['possible', null],
    ],
  );
  assert.deepEqual(outcomes(await ask(next)), ['created', 'created']);
});

test('a month later a round of the same name is another one', async (t) => {
  const { ask, clock, db } = await openBatches(t);
  const batch = { round: 'dues', rows: [{ amount: 100, customer: ada }] };
  await ask(batch);
  clock.pass(31 * dayMs);
  const keys = async () =>
    await db.query('select id, idempotency_key from pay_links order by business_id, id');
  const before = await keys();
  const [told] = await ask({ ...batch, dryRun: true });
  assert.deepEqual([told!.outcome, told!.madeAt], ['possible', null]);
  assert.deepEqual(await keys(), before);
  assert.deepEqual(outcomes(await ask(batch)), ['created']);
});

test('equal rows of one request are told as one', async (t) => {
  const { ask } = await openBatches(t);
  const rows = [
    { amount: 100, customer: ada },
    { amount: 100, customer: ada },
  ];
  const dry = await ask({ round: 'r', rows, dryRun: true });
  assert.deepEqual(outcomes(dry), ['possible', 'exists']);
  assert.deepEqual(outcomes(await ask({ round: 'r', rows })).sort(), ['created', 'exists']);
});
