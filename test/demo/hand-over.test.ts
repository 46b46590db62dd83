import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailboxesOf } from '../../src/ports/mailboxes/mailboxes.ts';
import { countedUuids, makeFixture } from '../fixture.ts';
import { fillOne, sentFiles } from './filling.ts';

const fixture = await makeFixture({ after });
const { sandbox, scheduled } = mailboxesOf(fixture.config, countedUuids());

async function filesOf(businessId: bigint) {
  const later = await scheduled.list(businessId);
  return { sent: await sentFiles(fixture, businessId), later: later.map(({ name }) => name) };
}

test('files reach the bank before its book, replace those of a run that was stopped, and are taken back after an error', async () => {
  const [{ business }, other] = [await fixture.addBusiness(), await fixture.addBusiness()];
  const stopped = { sent: ['20291224-A.ach'], later: ['20291224-A-answered-20300201.ach'] };
  const dueAt = new Date('2030-02-01T13:30:00Z');
  for (const { id } of [business, other.business]) {
    await sandbox(id).put(stopped.sent[0]!, 'left by a run that was stopped');
    await scheduled.add(id, { dueAt, name: stopped.later[0]!, text: 'an answer to it' });
  }
  let [sent, later] = [['nothing'], ['nothing']];
  const keepBook = async () => {
    ({ sent, later } = await filesOf(business.id));
    throw new Error('the disk is full');
  };
  const filling = fillOne(fixture, business.id, { days: 2, keepBook });
  await assert.rejects(filling, /the disk is full/);
  assert.ok(sent.includes('20300114-A.ach') && !sent.includes(stopped.sent[0]!), `${sent}`);
  assert.ok(!later.includes(stopped.later[0]!), `${later}`);
  assert.deepEqual(await filesOf(business.id), { sent: [], later: [] });
  assert.deepEqual(await filesOf(other.business.id), stopped);
});
