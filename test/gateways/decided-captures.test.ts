import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { OpenCase } from '../../src/records/case.ts';
import { decide } from '../cases/queue.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { everyGateway } from './every-gateway.ts';
import {
  acts,
  closeAll,
  followUpsAt,
  type Kind,
  type Live,
  openAt,
  openCasesOf,
  scriptNext,
} from './follow-up-acts.ts';
import { dayMs, minuteMs } from './live-business.ts';

/*
 * A capture or a refund whose answer is lost, and of which the gateway says nothing clear until two persons decide that
 * it was done. What has a number of its own there is settled and refunded by that.
 */

const fixture = await makeFixture({ after });
const unclearDays = 9;

/** One that was done, of which nothing is known. */
async function openUnclear(scope: Scope, name: string, kind: Kind) {
  const gateway = everyGateway.find((one) => one.name === name)!;
  const live = await openAt(scope, fixture, gateway);
  const invoice = await acts[kind].prepare(live);
  const seconds = (unclearDays * dayMs) / 1000;
  await scriptNext(live, 'order', kind, { answer: 'lost', unclearForSeconds: seconds });
  const told = await acts[kind].ask(live, invoice, 'key');
  assert.equal(told.state, 'unknown', told.text);
  const opened = await caseOf(live);
  assert.equal(opened.kind, 'followup_unknown');
  const isDone = async () => {
    const { state, outcome } = await decide(live.world, opened, 'done');
    assert.equal(state, 'closed', `${outcome}`);
    const [row] = await followUpsAt(live);
    assert.equal(row?.state, 'succeeded');
    return row.name;
  };
  const part = { RefundType: 'Partial', Amount: '3.00', PaymentID: invoice };
  const undo = async () => await live.refund({ RefundType: 'Full', PaymentID: invoice });
  return { live, isDone, undo, refundPart: async () => await live.refund(part) };
}

async function caseOf(live: Live): Promise<OpenCase> {
  for (let hours = 0; hours < unclearDays * 24; hours += 4) {
    const [opened] = await openCasesOf(live);
    if (opened) return opened;
    await live.pass(4 * 60 * minuteMs);
  }
  throw new Error('nobody is asked');
}

const becomesClear = () => fixture.clock.pass(unclearDays * dayMs);

async function batchesAfterAll(live: Live): Promise<string[]> {
  await closeAll(live);
  const rows = await fixture.db.query<{ state: string; net: bigint }>(
    'select state, net_cents as net from batches where business_id = $1 order by id',
    [live.businessId],
  );
  return rows.map(({ state, net }) => `${state} ${net}`);
}

for (const name of ['elavon', 'helcim']) {
  test(`${name}: a capture that persons know of is called what the gateway calls it by then`, async (t) => {
    const { live, isDone, refundPart } = await openUnclear(t, name, 'capture');
    becomesClear();
    assert.ok(await isDone());
    assert.deepEqual(await batchesAfterAll(live), ['reconciled 700']);
    const refund = await refundPart();
    assert.equal(refund.state, 'succeeded', refund.text);
    assert.deepEqual(live.done(), ['auth 1000', 'capture 700', 'refund 300']);
  });
}

test('elavon: a refund that persons know of is settled like any other', async (t) => {
  const { live, isDone } = await openUnclear(t, 'elavon', 'refund');
  becomesClear();
  assert.ok(await isDone());
  assert.deepEqual(await batchesAfterAll(live), ['reconciled 1000', 'reconciled -600']);
});

test('helcim: a capture whose number nobody knows is found by its charge when it is undone', async (t) => {
  const { live, isDone, undo } = await openUnclear(t, 'helcim', 'capture');
  assert.equal(await isDone(), null);
  becomesClear();
  const told = await undo();
  assert.equal(told.state, 'succeeded', told.text);
  assert.deepEqual(live.done(), ['auth 1000', 'capture 700', 'refund 700']);
});

test('elavon: a capture whose number nobody knows waits for a person in its batch', async (t) => {
  const { live, isDone } = await openUnclear(t, 'elavon', 'capture');
  assert.equal(await isDone(), null);
  becomesClear();
  assert.deepEqual(await batchesAfterAll(live), ['mismatch 700']);
  const [opened] = await openCasesOf(live);
  assert.equal(opened?.kind, 'batch_mismatch');
});
