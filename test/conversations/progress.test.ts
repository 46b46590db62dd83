import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recordProgress } from '../../src/notify/conversations/record-progress.ts';
import type { Sent, TextProgress } from '../../src/ports/carriers/carrier.ts';
import { openDesk, withCarrier } from './desk.ts';

const startsAt = new Date('2030-01-15T17:00:00Z');

const answers: Readonly<Record<Sent['outcome'], Sent>> = {
  accepted: { outcome: 'accepted', carrierId: 'SM' },
  refused: { outcome: 'refused', code: 'no' },
  not_sent: { outcome: 'not_sent', code: 'away' },
  unknown: { outcome: 'unknown', code: 'silence' },
};

/** As the rule says it, in other words than the code: what is known best stays. */
const after: Readonly<Record<Sent['outcome'], string>> = {
  accepted: 'sent',
  refused: 'failed for good',
  not_sent: 'queued',
  unknown: 'failed, perhaps',
};
const order = ['queued', 'sending', 'failed, perhaps', 'sent', 'the end'];
const placeOf = (state: string) => {
  const place = order.indexOf(state);
  return place < 0 ? order.length - 1 : place;
};
const wordOf = (progress: TextProgress) => (progress === 'failed' ? 'failed for good' : progress);
const moved = (state: string, progress: TextProgress) =>
  placeOf(wordOf(progress)) > placeOf(state) ? wordOf(progress) : state;

test('callbacks in any order, before the answer and after it, move a text on and never back', async (t) => {
  const desk = await openDesk(t, { startsAt });
  const shop = await desk.liveShop('2122340001');
  await desk.fixture.db.query('update businesses set limits_on = false');
  const callbacks = fc.array(
    fc.constantFrom<TextProgress>('sent', 'delivered', 'undelivered', 'failed'),
    { maxLength: 4 },
  );
  const outcomes = fc.constantFrom(...(Object.keys(answers) as Sent['outcome'][]));
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(callbacks, outcomes, callbacks, async (before, outcome, behind) => {
      runs += 1;
      const { id } = await shop.text({ phone: '2122345678' });
      const reference = `${shop.id}/${id}`;
      const carrierId = `SM${runs}`;
      const tell = async (progress: TextProgress) => {
        const told = { carrier: 'live', carrierId, reference, progress, code: undefined };
        await recordProgress(desk.world, told);
      };
      let expected = 'sending';
      const check = async () => assert.equal(await stateOf(id), expected);
      const world = withCarrier(desk.world, async () => {
        for (const progress of before) {
          await tell(progress);
          expected = moved(expected, progress);
          await check();
        }
        return outcome === 'accepted' ? { outcome, carrierId } : answers[outcome];
      });
      await desk.work(world);
      if (expected === 'sending') expected = after[outcome];
      await check();
      for (const progress of behind) {
        await tell(progress);
        expected = moved(expected, progress);
        await check();
      }
      await desk.fixture.db.query('delete from messages where id = $1', [id]);
    }),
    { numRuns: 150 },
  );

  async function stateOf(id: bigint): Promise<string> {
    const row = (await shop.messages()).find((one) => one.id === id)!;
    const isOver = !['queued', 'sending', 'sent'].includes(row.state);
    const isLost = row.error_code === 'outcome_unknown';
    assert.equal(row.finished_at !== null, isOver, row.state);
    assert.equal(row.due_at !== null, row.state === 'queued' || row.state === 'sending');
    if (row.state !== 'failed') return row.state;
    return isLost ? 'failed, perhaps' : 'failed for good';
  }
});

test('what is told of texts that nobody sent, or by another carrier, or under another name, is not believed', async (t) => {
  const desk = await openDesk(t, { startsAt });
  const shop = await desk.liveShop('2122340001');
  await shop.text({ phone: '2122345678' });
  await shop.text({ phone: '2122345679' });
  let taken = 0;
  await desk.work(
    withCarrier(desk.world, async () => {
      taken += 1;
      return { outcome: 'accepted', carrierId: `SM${taken}` };
    }),
  );
  const [one, other] = await shop.messages();
  const told = {
    carrier: 'live',
    carrierId: one!.carrier_id!,
    reference: `${shop.id}/${one!.id}`,
    progress: 'delivered' as const,
    code: undefined,
  };
  const untrue = [
    { reference: '' },
    { reference: `${shop.id}/999999` },
    { reference: `999999/${one!.id}` },
    { reference: `${shop.id}/${other!.id}` },
    { carrier: 'other' },
    { carrierId: 'SM9' },
  ];
  for (const change of untrue) {
    assert.equal(await recordProgress(desk.world, { ...told, ...change }), false);
  }
  assert.deepEqual(await shop.states(), ['sent', 'sent']);
  assert.equal(await recordProgress(desk.world, told), true);
  assert.equal(await recordProgress(desk.world, told), false);
  assert.deepEqual(await shop.states(), ['delivered', 'sent']);
});

test('what was never handed over, or taken back, or blocked, is not moved by a callback', async (t) => {
  const desk = await openDesk(t, { startsAt });
  const shop = await desk.shop();
  await shop.text({ phone: '2125550110' });
  await shop.text();
  await shop.text();
  await desk.fixture.db.query(
    `update messages set state = 'canceled', due_at = null, finished_at = $2
     where business_id = $1 and id = (select max(id) from messages)`,
    [shop.id, startsAt],
  );
  for (const { id } of await shop.messages()) {
    const reference = `${shop.id}/${id}`;
    const told = { carrier: 'sandbox', carrierId: `S${id}`, reference, code: undefined };
    assert.equal(await recordProgress(desk.world, { ...told, progress: 'delivered' }), false);
  }
  assert.deepEqual(await shop.states(), ['blocked', 'queued', 'canceled']);
});
