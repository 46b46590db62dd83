import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { rowOfProcess } from '../../src/monitoring/processes.ts';
import type { Telemetry } from '../../src/runtime/telemetry.ts';
import { openScraped } from '../monitoring/scraped.ts';
import { waitingRows } from '../monitoring/waiting-rows.ts';
import { boardPanels } from './board.ts';
import { startPrometheus, withoutPrometheus } from './prometheus.ts';

/** Of a service that is ready. */
const empty = 'max by (instance, because) (quittance_not_ready) > 0';

test('Prometheus answers each expression of the board, before a service that takes payments', {
  skip: withoutPrometheus,
}, async (t) => {
  const service = await openScraped(t, { startsAt: new Date() });
  const { query, scrapes } = await startPrometheus(t, [service.port]);
  const { fixture, world } = service;
  await rowOfProcess(world, { serves: true, works: true }).renew();
  const { business } = await fixture.addBusiness();
  const moments = [fixture.clock.now(), new Date(fixture.clock.now().getTime() + 600_000)];
  for (const sql of Object.values(waitingRows))
    await fixture.db.query(sql, [business.id, ...moments.slice(0, sql.includes('$3') ? 2 : 1)]);
  await fixture.db.query(
    `insert into open_questions (business_id, id, kind, object_kind, object_id, state, evidence, created_at)
     values ($1, 1, 'batch_unknown', 'batch', 1, 'open', '{}', $2)`,
    [business.id, fixture.clock.now()],
  );
  for (let order = 1; (await scrapes()) < 5; order += 1) {
    await service.pay(`order ${order}`);
    count(world.telemetry);
    fixture.clock.setTo(new Date());
    await delay(200);
  }
  const silent = new Set(boardPanels().flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  // One scrape that takes longer than a second empties all until the next one.
  while (silent.size > 1) {
    for (const expr of silent) {
      const { status, error, data } = await query(expr);
      assert.equal(status, 'success', `${expr}: ${error}`);
      if (data!.result.length > 0) silent.delete(expr);
    }
    await delay(100);
  }
  assert.deepEqual([...silent], [empty]);
});

/** What only happens to a service that is worked, fails or is slowed down. */
function count({ requests, logLines, turns, slowdowns, sends, sweeps }: Telemetry): void {
  requests.observe(['v1', 'payments.create', '4xx'], 0.01);
  logLines.add(['error', 'something.failed']);
  turns.observe(['nmi', 'move', 'gave_up', ''], 2);
  slowdowns.add(['nmi', '']);
  sends.add(['webhook', 'failed']);
  sweeps.rounds.add(['sendMails', 'failed']);
  sweeps.seconds.add(['sendMails']);
}
