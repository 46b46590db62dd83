import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueRules } from '../../src/backoffice/reconciliation/due-rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { textRules } from '../../src/backoffice/reconciliation/text-rules.ts';
import { openDesk } from './desk.ts';

const damages: Readonly<
  Record<string, { readonly sql: readonly string[]; readonly found: readonly string[] }>
> = {
  nothing: { sql: [], found: [] },
  'two texts tell one event': {
    sql: [
      'drop index messages_of_event',
      `insert into messages (business_id, id, conversation_id, direction, kind, state, body, event_id, created_at,
         finished_at)
       select business_id, 1000, conversation_id, direction, kind, 'canceled', body, event_id, created_at,
         finished_at
       from messages where event_id is not null`,
    ],
    found: ['texted_twice'],
  },
  'a text arrived twice': {
    sql: [
      `insert into sandbox_inbox (business_id, id, channel, reference, sender, recipient, body, received_at)
       select business_id, 1000, channel, reference, sender, recipient, body, received_at
       from sandbox_inbox order by id limit 1`,
    ],
    found: ['texted_twice'],
  },
  'a text went out to somebody who had forbidden it': {
    sql: [
      `update messages set sent_at = (select min(moved_at) + interval '1 hour' from consent_moves)
       where id = (select min(id) from messages where direction = 'out')`,
    ],
    found: ['texted_after_stop'],
  },
  'a text crossed a STOP': {
    sql: [
      `update messages set sent_at = (select min(moved_at) + interval '1 second' from consent_moves)
       where id = (select min(id) from messages where direction = 'out')`,
    ],
    found: [],
  },
  'somebody is opted in, and nobody knows since when': {
    sql: [`update conversations set consent = 'opted_out'`],
    found: ['consent_differs'],
  },
  'a move is gone from the ledger': {
    sql: ['delete from consent_moves where n = 1'],
    found: ['consent_differs'],
  },
  'a text waits, and nobody will look at it': {
    sql: [`update messages set due_at = null where state = 'scheduled'`],
    found: ['nobody_asks'],
  },
  'a text was delivered, and somebody will look at it': {
    sql: [
      `update messages set due_at = created_at where id = (
         select min(id) from messages where state = 'delivered')`,
    ],
    found: ['asks_on'],
  },
  'a text failed and has no end': {
    sql: [
      `update messages set finished_at = null where id = (
         select min(id) from messages where state = 'delivered')`,
    ],
    found: ['text_end_differs'],
  },
};

for (const [damage, { sql, found }] of Object.entries(damages)) {
  test(`the reconciliation sees of texts: ${damage}`, async (t) => {
    const desk = await openDesk(t);
    const shop = await desk.shop();
    await shop.text({ eventId: desk.world.uuid() });
    await desk.work();
    desk.fixture.clock.pass(24 * 3_600_000);
    await shop.hears('STOP');
    desk.fixture.clock.pass(24 * 3_600_000);
    await desk.work();
    await shop.text();
    await shop.hears('START');
    await desk.work();
    await shop.text({ notBefore: new Date(desk.world.now().getTime() + 60_000) });
    for (const one of sql) await desk.fixture.db.query(one);
    const findings: string[] = [];
    for (const rule of [...textRules, ...dueRules]) {
      for await (const finding of checkRule(desk.fixture.db, rule)) findings.push(finding.rule);
    }
    assert.deepEqual(findings, found);
  });
}
