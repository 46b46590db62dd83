import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { returnByHand } from '../../src/ach/returns/apply-by-hand.ts';
import { aPayment, serveV1, type Told } from './serve.ts';

test('returns and corrections are listed with the file that they came in', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const debit = async (accountNumber: string, orderNumber: string): Promise<Told['body']> => {
    const source = { bankAccount: { accountNumber, routingNumber: '021000021' } };
    return (await call('POST', '/v1/payments', { body: { ...aPayment, source, orderNumber } }))
      .body;
  };
  const back = await debit(simulatedNumber('return_always', 'R03', 1), 'A-1');
  const corrected = await debit(simulatedNumber('correct', 'C01', 1), 'A-2');
  const good = await debit('1234567', 'A-3');
  await call('POST', '/v1/sandbox/clock/advance', { body: { hours: 24 * 4 } });

  const { data } = (await call('GET', '/v1/ach-returns')).body;
  const byPayment = (id: string) => data.filter((one: Told['body']) => one.paymentId === id);
  const [returned, ...others] = byPayment(back.id);
  const [notice] = byPayment(corrected.id);
  assert.deepEqual([others, byPayment(good.id), data.length], [[], [], 2]);
  assert.deepEqual(
    [returned.kind, returned.code, returned.isApplied, returned.amount, returned.last4],
    ['return', 'R03', true, 1250, back.last4],
  );
  assert.deepEqual([notice.kind, notice.code, notice.isApplied], ['correction', 'C01', true]);
  const file = (await call('GET', `/v1/ach-files/${returned.fileId}`)).body;
  assert.deepEqual([file.direction, file.status], ['in', 'read']);
  assert.deepEqual((await call('GET', `/v1/ach-returns/${returned.id}`)).body, returned);

  for (const [query, wanted] of [
    ['kind=correction', [notice]],
    ['code=r03', [returned]],
    [`paymentId=${back.id}`, [returned]],
    [`entryId=${notice.entryId}`, [notice]],
    [`fileId=${returned.fileId}&kind=return`, [returned]],
    [`receivedTo=${back.createdAt}`, []],
    [`receivedFrom=${back.createdAt}&code=C01`, [notice]],
    ['q=A-1', [returned]],
    [`q=${notice.traceNumber}`, [notice]],
    [`q=${returned.last4}&kind=return`, [returned]],
    [`q=${returned.id}&kind=return`, [returned]],
    ['q=nobody', []],
  ]) {
    const told = await call('GET', `/v1/ach-returns?${query}`);
    assert.deepEqual(told.body.data, wanted, `${query} ${told.text}`);
  }

  const { data: entries } = (await call('GET', `/v1/ach-entries?paymentId=${good.id}`)).body;
  const key = { businessId: v1.caller.business.id, id: BigInt(entries[0].id) };
  const told = { ...key, code: 'R29', actor: 'operator:ada', reason: 'a call of the bank' };
  assert.equal(await returnByHand(await v1.open(), told), 'applied');
  const [byHand] = (await call('GET', `/v1/ach-returns?paymentId=${good.id}`)).body.data;
  assert.deepEqual([byHand.code, byHand.fileId], ['R29', null]);
});
