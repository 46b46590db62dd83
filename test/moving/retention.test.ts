import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetention, removeOldRows } from '../../src/moving/retention.ts';
import { deleteOldConversations } from '../../src/payments/accounts/gateway-conversations.ts';
import { kinds } from '../../src/worker/kinds.ts';
import { makeFixture } from '../fixture.ts';

const settings = {
  WEBHOOK_DELIVERY_DAYS: '30',
  LEAD_DAYS: '30',
  TEXT_DAYS: '30',
  SANDBOX_INBOX_DAYS: '30',
  GATEWAY_CONVERSATION_DAYS: '30',
};

/** So many rows that are 40 days old and one of yesterday, of each kind, in a business. */
const rows = [
  `insert into deliveries (business_id, id, event_id, kind, object_id, sequence, state, body, created_at, finished_at)
   select $1, n, gen_random_uuid(), 'payments', n, 1, 'exhausted', 'body', at, at from made`,
  `insert into delivery_tries (business_id, delivery_id, n, sent_at) select $1, n, 1, at from made`,
  `insert into leads (business_id, id, customer_id, source, state, details, created_at, answered_at)
   select $1, n, 1, 'contact_insert', 'acknowledged', '{}', at, at from made`,
  `insert into messages (business_id, id, conversation_id, direction, kind, state, body, created_at, finished_at)
   select $1, n, 1, 'out', 'chat', 'delivered', 'Hello', at, at from made`,
  `insert into conversation_notes (business_id, id, conversation_id, actor, body, created_at)
   select $1, n, 1, 'operator', 'Prefers mornings', at from made`,
  `insert into sandbox_inbox (business_id, id, channel, reference, sender, recipient, body, received_at)
   select $1, n, 'mail', n::text, '', '', '', at from made`,
  `insert into gateway_conversations (business_id, id, account, reference, kind, at, took_ms, request, answer)
   select $1, gen_random_uuid(), 'a', 'r', 'charge', at, 1, '', '' from made`,
];

/** Old rows of each business. The sweep takes a thousand at once. */
const oldRows = [1001, 9];

async function fill(
  t: Parameters<typeof makeFixture>[0],
  given: Readonly<Record<string, string>>,
  olds = oldRows,
) {
  const fixture = await makeFixture(t, { settings: given });
  const world = await fixture.open();
  for (const old of olds) {
    const { business } = await fixture.addBusiness();
    for (const text of rows) {
      await fixture.db.query(
        `with made as (
           select n, $2::timestamptz - case when n <= $3 then interval '40 days' else interval '1 day' end as at
           from generate_series(1, $3::bigint + 1) n
         ) ${text}`,
        [business.id, fixture.clock.now(), old],
      );
    }
  }
  return { fixture, world };
}

test('what is old goes from all businesses, and what is young stays', async (t) => {
  const { fixture, world } = await fill(t, settings);
  const before = await readRetention(world);
  assert.deepEqual(
    before.map(({ env, rows: all, old }) => [env, all, old]),
    // TEXT_DAYS is for texts and for notes.
    Object.keys(settings).flatMap((env) => {
      const line = [env, 1012n, 1010n] as const;
      return env === 'TEXT_DAYS' ? [line, line] : [line];
    }),
  );
  const next = await kinds['retention.sweep'](world, {
    businessId: 0n,
    kind: 'retention.sweep',
    key: 'recurring',
    payload: null,
    tries: 1,
  });
  assert.deepEqual(next, new Date(fixture.clock.now().getTime() + 24 * 3_600_000));
  await deleteOldConversations(world);
  for (const { name, rows: all, old } of await readRetention(world)) {
    assert.deepEqual([all, old], [2n, 0n], name);
  }
  const left = await fixture.db.query('select business_id from delivery_tries');
  assert.equal(left.length, 2);
  const texts = await fixture.db.query('select id from messages');
  assert.equal(texts.length, 1012, 'of a text only the words go');
});

test('where no setting says otherwise, nothing goes but what gateways said', async (t) => {
  const { world } = await fill(t, {}, [1]);
  assert.equal(await removeOldRows(world), 0);
  const shown = await readRetention(world);
  assert.deepEqual(
    shown.map(({ days, old }) => [days, old]),
    [
      [0, 0n],
      [0, 0n],
      [0, 0n],
      [0, 0n],
      [0, 0n],
      [180, 0n],
    ],
  );
});
