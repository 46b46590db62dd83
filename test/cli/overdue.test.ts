import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandNamed } from '../../src/cli/help.ts';
import { overdueKinds } from '../../src/monitoring/overdue.ts';
import { makeFixture } from '../fixture.ts';
import { waitingRows as rows } from '../monitoring/waiting-rows.ts';
import { openOffice } from './office.ts';

const fixture = await makeFixture({ after });
const { db, clock } = fixture;
const { run, ask } = openOffice(fixture);

test('what is late or failed is listed over all businesses, with the command that shows more', async () => {
  const businesses = [await fixture.addBusiness(), await fixture.addBusiness()];
  const ids = businesses.map(({ business }) => business.id);
  assert.match((await run('overdue')).out, /^No overdue work found\.\n$/);
  const now = clock.now().getTime();
  const [since, again] = [new Date(now - 120_000), new Date(now + 600_000)];
  for (const id of ids) {
    for (const sql of Object.values(rows)) {
      const values = [id, since, ...(sql.includes('$3') ? [again] : [])];
      await db.query(sql, values);
    }
  }
  const found: { kind: string; businessId: string; count: string; why?: string }[] =
    await ask('overdue');
  assert.deepEqual(Object.keys(rows).sort(), [...overdueKinds].sort());
  const seen = found.map(({ kind, businessId }) => `${businessId} ${kind}`).sort();
  const all = ids.flatMap((id) => overdueKinds.map((kind) => `${id} ${kind}`)).sort();
  assert.deepEqual(seen, all);
  const why = (kind: string) => found.find((one) => one.kind === kind)!.why;
  assert.equal(why('webhooks'), '503');
  assert.equal(why('mails'), 'no_connection');
  assert.equal(why('jobs'), 'no number is left');

  const { out } = await run('overdue');
  const lines = out.trimEnd().split('\n').slice(1);
  assert.equal(lines.length, all.length);
  for (const line of lines) {
    const command = line.split(/ {2,}/)[4]!;
    assert.notEqual(commandNamed(command.split(' ')), undefined, line);
  }
  assert.ok(out.includes(`webhooks show ${ids[1]}/17`));

  const jobs = await ask('overdue', '--kind', 'jobs', '--limit', '1');
  assert.deepEqual([jobs.length, jobs[0].kind], [1, 'jobs']);
});

test('circuits that are open are named with their account and the processes, also two of one business', async () => {
  const { business } = await fixture.addBusiness();
  const now = fixture.clock.now();
  const circuit = (name: string, secondsAgo: number) => ({
    business_id: String(business.id),
    name,
    since: new Date(now.getTime() - secondsAgo * 1000),
  });
  const add = async (name: string, circuits: readonly unknown[]) =>
    await db.query(
      `insert into processes (name, version, serves, works, started_at, seen_at, open_circuits)
       values ($1, '1', true, true, $2, $2, $3)`,
      [name, now, JSON.stringify(circuits)],
    );
  await add('vm:1', [circuit('second', 60), circuit('nmi', 90)]);
  await add('vm:2', [circuit('nmi', 70)]);
  const all: { businessId: string; count: string; why: string }[] = await ask(
    'overdue',
    '--kind',
    'circuits',
  );
  const found = all.find(({ businessId }) => businessId === String(business.id))!;
  assert.deepEqual([found.count, found.why], ['2', 'nmi in vm:1, vm:2; second in vm:1']);
});

test('what fell due within the last minute is not late, nor what is due and did not fail', async () => {
  const { business } = await fixture.addBusiness();
  const now = clock.now().getTime();
  await db.query(rows.texts, [business.id, new Date(now - 30_000)]);
  await db.query(rows.transfers, [business.id, new Date(now + 600_000)]);
  const found: { businessId: string }[] = await ask('overdue');
  assert.ok(found.every(({ businessId }) => businessId !== String(business.id)));
});
