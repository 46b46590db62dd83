import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileBook } from '../../packages/sandbox/src/processor/file-book.ts';
import { scratchFile } from '../../packages/sandbox/test/bank.ts';
import { openOffice } from '../cli/office.ts';
import { makeFixture } from '../fixture.ts';
import { giveBankAccount, openTill } from './till.ts';

test('an operator agrees on terms, closes, pays out and looks into the ledger', async (t) => {
  const folder = dirname(scratchFile(t));
  const fixture = await makeFixture(t, { book: fileBook(`${folder}/simulated-bank.jsonl`) });
  const till = await openTill(t, { fixture });
  const id = String(till.caller.business.id);
  const { ask, run } = openOffice(fixture, { QUITTANCE_DATA: folder });

  const terms = await ask('business', 'terms', id);
  assert.deepEqual([terms.cardFeeBps, terms.batchCutoff], [0, '22:00']);
  const fees = ['--card-percent', '2.90', '--card-fixed', '0.30', '--batch-cutoff', '17:30'];
  const agreed = await ask('business', 'terms', id, ...fees, '--represents', 'off');
  assert.deepEqual(
    [agreed.cardFeeBps, agreed.cardFeeCents, agreed.batchCutoff, agreed.represents],
    [290, 30, '17:30', false],
  );
  const odd = await run('business', 'terms', id, '--batch-cutoff', '25:00');
  assert.equal(odd.code, 2);
  assert.match(odd.err, /--batch-cutoff must be a time of day/);

  const on = ['business', 'payouts', id, 'on', '--reason', 'agreed'];
  const early = await run(...on);
  assert.equal(early.code, 1);
  assert.match(early.err, /business \d+ has no approved application that tells its bank account/);
  await giveBankAccount(fixture, till.caller.business);
  assert.equal((await ask(...on)).state, 'payouts_enabled');

  const { invoice } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '10.00', PaymentID: invoice });
  const [batch] = await ask('batch', 'close', '--business', id);
  assert.deepEqual([batch.state, batch.netCents, batch.feeCents], ['reconciled', '9000', '320']);
  assert.match((await run('batch', 'close', '--business', id)).out, /Nothing of business/);
  const listed = await ask('batch', 'list', '--business', id, '--state', 'reconciled');
  assert.equal(listed.length, 1);
  const shown = await ask('batch', 'show', `${id}/${batch.id}`);
  assert.deepEqual(
    shown.items.map(({ cents }: { cents: string }) => cents),
    ['10000', '-1000'],
  );

  const now = await ask('ledger', 'balance', '--business', id);
  assert.deepEqual(
    now.accounts.find(({ account }: { account: string }) => account === 'clearing').cents,
    '8680',
  );
  const before = await ask('ledger', 'balance', '--business', id, '--at', '2026-01-01T00:00:00Z');
  assert.deepEqual(before.accounts, []);
  const asOfADay = await ask('ledger', 'balance', '--business', id, '--at', '2026-01-01');
  assert.deepEqual([asOfADay.at, asOfADay.accounts], ['2026-01-01T05:00:00.000Z', []]);
  const lines = await ask('ledger', 'list', '--business', id, '--account', 'clearing');
  assert.equal(lines.length, 2);

  assert.deepEqual(await ask('ledger', 'verify', '--business', id), []);
  assert.equal((await run('ledger', 'verify')).out, '0 findings.\n');
  await fixture.db.query(`update transfers set cents = cents + 1 where debit = 'platform_fees'`);
  const found = await run('ledger', 'verify', '--business', id);
  assert.equal(found.code, 1);
  assert.match(found.out, new RegExp(`${id} .*platform_fees moved 321 cents .* 320 are explained`));
  const acts = await ask('audit', 'list', '--business', id);
  const told = acts.map(({ act }: { act: string }) => act);
  assert.deepEqual(told, ['batch.closed', 'business.moved', 'business.terms_changed']);
});
