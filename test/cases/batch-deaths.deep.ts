import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmAndCarryOut } from '../../src/backoffice/case-actions/carry-out.ts';
import { propose } from '../../src/backoffice/cases/decide.ts';
import { life } from '../crash-world.ts';
import { ann, ben, makeDesk } from './queue.ts';
import { batchesOf, moved, silentBatch } from './silent-batch.ts';

for (const decision of ['closed', 'not_closed'] as const) {
  test(`${decision}: whoever confirms may die at any statement, commit or call, and it is done once`, async (t) => {
    const desk = await makeDesk(t);
    let deaths = 0;
    for (let moments = 1, died = true; died; moments += 1) {
      assert.ok(moments < 100, 'it never survives');
      Object.assign(desk.mood, { loses: false, hides: false });
      const asked = await silentBatch(desk, { drops: true });
      const opened = await desk.caseAbout(asked);
      await propose(await desk.open(), opened, ann, { decision, note: 'asked the bank' });
      const span = life(moments);
      const crashing = await desk.open(span);
      span.begin();
      await confirmAndCarryOut(crashing, opened, ben, { decision }).catch(() => {});
      died = span.isOver;
      if (died) deaths += 1;
      const world = await desk.open();
      desk.fixture.clock.pass(3_600_000);
      if ((await desk.reread(opened)).state !== 'closed') {
        await confirmAndCarryOut(world, opened, ben, { decision });
      }
      assert.equal((await desk.reread(opened)).state, 'closed', `life ${moments}`);
      const isClosed = decision === 'closed';
      assert.equal((await batchesOf(desk, asked)).length, isClosed ? 1 : 0);
      assert.equal(await moved(desk, asked), isClosed ? 1250n : 0n, `life ${moments}`);
      assert.equal((await desk.payment(asked)).state, isClosed ? 'settled' : 'captured');
      const decided = await desk.fixture.db.query(
        `select from audit_trail where business_id = $1 and act = 'batch.decided'`,
        [asked.businessId],
      );
      assert.equal(decided.length, 1, `life ${moments}`);
      await desk.fixture.db.query('delete from jobs where kind = $1', ['batch.watch']);
    }
    assert.ok(deaths > 1, `only ${deaths} deaths`);
  });
}
