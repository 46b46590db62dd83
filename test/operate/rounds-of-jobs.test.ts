import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { platform } from '../../src/records/audit-log.ts';
import { enqueue, type JobKind } from '../../src/runtime/jobs.ts';
import { work } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';

test('a bank whose server is silent holds up no other job', async (t) => {
  const fixture = await makeFixture(t);
  const opened = await fixture.open();
  const { business } = await fixture.addBusiness();
  const businessId = business.id;
  const asked = Promise.withResolvers<void>();
  const silent = Promise.withResolvers<string[]>();
  const world: World = {
    ...opened,
    mailboxes: {
      ...opened.mailboxes,
      live: {
        ...opened.mailboxes.sandbox(businessId),
        async list() {
          asked.resolve();
          return await silent.promise;
        },
      },
    },
    sleep: async () => await turn(),
  };
  const runAt = world.now();
  const isThere = async (kind: JobKind) =>
    (await world.db.query('select from jobs where kind = $1', [kind])).length > 0;
  const readInbox = { businessId: platform, kind: 'ach.read_inbox', key: 'recurring' } as const;
  await enqueue(world.db, [{ ...readInbox, payload: null, runAt }]);
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    silent.resolve([]);
  };
  const working = work(world, stop.signal);
  t.after(end);
  await asked.promise;
  await enqueue(world.db, [
    { businessId, kind: 'keys.change', key: 'none', payload: { ids: [] }, runAt },
  ]);
  while (await isThere('keys.change')) await turn();
  assert.ok(await isThere('ach.read_inbox'));
  end();
  await working;
});
