import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryRules } from '../../src/backoffice/reconciliation/delivery-rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { openPostOffice } from './post-office.ts';
import { openReceiver } from './receiver.ts';

const damages: Readonly<
  Record<string, { readonly sql?: string; readonly found: readonly string[] }>
> = {
  nothing: { found: [] },
  'a delivery waits for one that is over': {
    sql: `update deliveries set state = 'pending', finished_at = null where sequence = 2`,
    found: ['delivery_left'],
  },
  'an event was given out twice': {
    sql: `insert into deliveries (business_id, id, event_id, kind, object_id, sequence, state, body, created_at,
        finished_at)
      select business_id, 1000, event_id, kind, object_id, 3, 'discarded', body, created_at, finished_at
      from deliveries where sequence = 1`,
    found: ['delivered_twice'],
  },
  'an event will be given out again': {
    sql: `update events set untold = '{webhook}' where kind = 'payment.queued'`,
    found: ['told_both_ways'],
  },
  'the log lost a try': {
    sql: `delete from delivery_tries where delivery_id = (select min(id) from deliveries)`,
    found: ['delivered_unheard'],
  },
};

for (const [damage, { sql, found }] of Object.entries(damages)) {
  test(`the reconciliation sees of deliveries: ${damage}`, async (t) => {
    const office = await openPostOffice(t);
    const shop = await office.business();
    const receiver = await openReceiver(t);
    await office.endpoint(shop, 'payments', receiver.url);
    await office.happens(shop, 'payment.queued', 7n);
    await office.happens(shop, 'payment.returned', 7n);
    await office.work();
    if (sql) await office.fixture.db.query(sql);
    const findings: string[] = [];
    for (const rule of deliveryRules) {
      for await (const finding of checkRule(office.fixture.db, rule)) findings.push(finding.rule);
    }
    assert.deepEqual(findings, found);
  });
}
