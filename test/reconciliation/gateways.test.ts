import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openNmiDouble } from '#sandbox';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import {
  compareAccounts,
  countDays,
} from '../../src/backoffice/reconciliation/gateway-accounts.ts';
import type { BatchTotals } from '../../src/ports/processors/processor.ts';
import { openOffice } from '../cli/office.ts';
import { everyGateway } from '../gateways/every-gateway.ts';
import { closeDouble, dayMs, minuteMs } from '../gateways/live-business.ts';
import { recordedProgress } from '../recorded-progress.ts';
import { type Alter, openDays, plants, reports } from './gateway-days.ts';

/* What a gateway says that it settled is read again, and compared with the books. */

const reporting = everyGateway.filter(({ name }) => !['elavon', 'helcim'].includes(name));
for (const gateway of reporting) {
  test(`${gateway.name}: what was settled is read again, and what differs is named`, async (t) => {
    const { compare, days, pay, paymentOf, businessId, fixture } = await openDays(t, gateway);
    const fair = await compare();
    assert.deepEqual(fair.says, []);
    assert.match(fair.told, /: 3 rows of what it settled from .+ and compared with 3 payments/);
    assert.match(fair.told, /\. 0 differ\.$/);

    for (const [what, alter, rules] of plants) {
      const { rules: found, told } = await compare(alter);
      assert.deepEqual(
        found,
        rules.map((rule) => `gateway_${rule}`),
        what,
      );
      assert.match(told, rules.length === 0 ? / 0 differ\./ : / 1 differs\./, what);
    }

    const put = async (id: bigint, state: string, batch: bigint | null) =>
      await fixture.db.query(
        'update payments set state = $3, batch_id = $4 where business_id = $1 and id = $2',
        [businessId, id, state, batch],
      );
    const { id, batchId } = await paymentOf('other');
    await put(id, 'captured', null);
    assert.deepEqual((await compare()).rules, ['gateway_not_booked']);
    await put(id, 'settled', batchId);
    await pay({ Amount: '30.00', OrderNumber: 'late' });
    await days(2);
    const late = await paymentOf('late');
    assert.ok(late.batchId);
    await put(late.id, 'captured', null);
    const { rules, told } = await compare();
    assert.deepEqual(rules, [], 'the next report books it');
    assert.match(told, /; 1 wait for the next report\. 0 differ\.$/);
  });

  test(`${gateway.name}: what cannot be read is named with its reason`, async (t) => {
    const { compare, pass, pay } = await openDays(t, gateway);
    const silent: Alter = (opened) => ({
      ...opened,
      settledRows: async () => ({ outcome: 'unknown', reason: 'status 500' }),
    });
    const unread = await compare(silent);
    assert.deepEqual([unread.rules, unread.isRead], [[], false]);
    assert.match(unread.told, /NOT COMPARED: status 500\.$/);

    // The latest week is read first: what was booked in it is compared, and nothing else is missed.
    const short: Alter = (opened) => {
      let asked = 0;
      return {
        ...opened,
        async settledRows(since, until) {
          asked += 1;
          if (asked > 1) return { outcome: 'unknown', reason: 'status 500' };
          return await opened.settledRows!(since, until);
        },
      };
    };
    const part = await compare(short);
    assert.deepEqual([part.says, part.isRead], [[], false]);
    assert.match(part.told, /NOT COMPARED: what was settled before \S+: status 500\.$/);

    const slow: Alter = (opened) => ({
      ...opened,
      async settledRows(since, until) {
        await pass(20 * minuteMs);
        return await opened.settledRows!(since, until);
      },
    });
    assert.match((await compare(slow)).told, /before \S+: it took too long\.$/);
    assert.equal((await compare(slow, 3)).isRead, true, 'nothing was left to be read');

    await pay({ Amount: '30.00', OrderNumber: 'new' });
    await pass(dayMs);
    assert.deepEqual((await compare()).rules, [], 'no report told it yet');
  });
}

for (const gateway of everyGateway.filter((one) => !reporting.includes(one))) {
  test(`${gateway.name}: each batch is asked about again, and that it has no rows is said`, async (t) => {
    const { compare, paymentOf, businessId, fixture } = await openDays(t, gateway);
    const fair = await compare();
    assert.deepEqual(fair.says, []);
    assert.match(
      fair.told,
      /it has no report of what it settled; .+ about 2 batches .+ 0 differ\.$/,
    );

    const totals =
      (change: (told: BatchTotals) => BatchTotals): Alter =>
      (opened) => ({
        ...opened,
        async inquireBatch(request) {
          const told = await opened.inquireBatch!(request);
          return told.outcome === 'closed' && told.count === 2 ? change(told) : told;
        },
      });
    for (const change of [
      (told: BatchTotals) => ({ ...told, count: 1 }),
      (told: BatchTotals) => ({ ...told, cents: told.cents + 1n }),
    ])
      assert.deepEqual((await compare(totals(change))).rules, ['gateway_batch']);
    for (const [answer, rules, isReadWhole] of [
      [{ outcome: 'not_found' }, ['gateway_batch', 'gateway_batch'], true],
      [{ outcome: 'unknown', reason: 'status 500' }, [], false],
    ] as const) {
      const asked = await compare((opened) => ({ ...opened, inquireBatch: async () => answer }));
      assert.deepEqual([asked.rules, asked.isRead], [rules, isReadWhole]);
      if (!isReadWhole) assert.match(asked.told, /NOT COMPARED: 2 batches: status 500\.$/);
    }

    const { id } = await paymentOf('other');
    await fixture.db.query(
      'update payments set captured_cents = captured_cents - 1 where business_id = $1 and id = $2',
      [businessId, id],
    );
    const planted = await compare();
    assert.deepEqual(planted.rules, ['gateway_batch']);
    assert.match(planted.says.join(), /2 items over 3000 cents here, and 1 over 1000 at/);
  });
}

test('refunds of one amount within one charge are told apart, and one that is not settled yet is none of them', async (t) => {
  const nmi = everyGateway.find(({ name }) => name === 'nmi')!;
  const sleep = () => new Promise<void>(() => {});
  const parts = { securityKey: nmi.key, isTestMode: false, refundsAreActions: true };
  const open = async (now: () => Date) => await openNmiDouble({ now, sleep, ...parts });
  const { compare, days, refund, invoice } = await openDays(t, { ...nmi, open });
  const again = { RefundType: 'Partial', Amount: '4.00', PaymentID: invoice };
  assert.equal((await refund(again)).state, 'succeeded');
  const before = await compare();
  assert.deepEqual(before.says, []);
  assert.match(before.told, /: 3 rows .+ with 3 payments/);
  await days(2);
  for (const span of [31, 3])
    assert.deepEqual((await compare(undefined, span)).says, [], `${span}`);
  const gone = reports((rows) => rows.filter(({ cents }) => cents !== -400n));
  assert.deepEqual((await compare(gone)).rules, ['gateway_not_told', 'gateway_not_told']);
});

test('what is told as the whole of the work is what is done', async (t) => {
  for (const name of ['nmi', 'elavon']) {
    const gateway = everyGateway.find((one) => one.name === name)!;
    const { world } = await openDays(t, gateway);
    const { progress, steps } = recordedProgress();
    const work = await countDays(world, 31);
    progress.step('gateways', 1, 1, work);
    await Array.fromAsync(compareAccounts(world, { days: 31, progress, note() {} }));
    assert.equal(work, 12);
    assert.deepEqual(
      steps.map(({ done }) => done),
      [work],
    );
  }
});

test('a difference that a person accepted is no finding again, and says so', async (t) => {
  const nmi = everyGateway.find(({ name }) => name === 'nmi')!;
  const { compare, paymentOf, businessId, fixture } = await openDays(t, nmi);
  const { batchId } = await paymentOf('other');
  await fixture.db.query(
    `insert into open_questions (business_id, id, kind, object_kind, object_id, state, evidence, created_at)
     values ($1, 1, 'batch_mismatch', 'batch', $2, 'closed', '{}', now())`,
    [businessId, batchId],
  );
  for (const [, alter] of plants.filter(([, , rules]) => /amount|stranger/.test(rules.join()))) {
    const { rules, told } = await compare(alter);
    assert.deepEqual(rules, []);
    assert.match(told, /0 differ; accepted in cases: 1\.$/);
  }
});

test('the command asks gateways, and ends with 1 where one cannot be read', async (t) => {
  const nmi = everyGateway.find(({ name }) => name === 'nmi')!;
  const { fixture, double, businessId } = await openDays(t, nmi);
  const office = openOffice(fixture);
  const book = join(await scratch(t), 'book.jsonl');
  await writeFile(book, '');
  const read = await office.run('reconcile', '--book', book);
  assert.deepEqual([read.code, read.err], [0, ''], read.out);
  assert.match(read.out, new RegExp(`business ${businessId}, account nmi at nmi in USD: 3 rows`));
  const short = await office.run('reconcile', '--book', book, '--days', '2');
  assert.match(short.out, /: 0 rows of what it settled/);
  await closeDouble(fixture, double);
  const away = await office.run('reconcile', '--book', book);
  assert.equal(away.code, 1);
  assert.match(
    away.out,
    /0 findings\.[\s\S]+NOT COMPARED: .+\n1 of 1 accounts could not be read whole\./,
  );
});
