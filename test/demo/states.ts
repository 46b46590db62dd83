import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFixture } from '../fixture.ts';
import { recordedProgress } from '../recorded-progress.ts';
import { fillOne } from './filling.ts';

/** Of a payment that rests: the others last as long as a processor is asked. */
const atAnyTime = [
  'authorized',
  'available',
  'canceled',
  'captured',
  'declined',
  'expired',
  'queued',
  'returned',
  'settled',
  'unknown',
  'voided',
];

const moments = {
  // Debits of the day wait for the file of 8 PM in New York.
  'in the afternoon': { startsAt: '2030-06-18T20:34:00Z', states: atAnyTime },
  // They are on their way until the morning; both cut-offs of the evening are over.
  'in the night': { startsAt: '2030-06-19T03:34:00Z', states: [...atAnyTime, 'originated'] },
  'in the early morning': {
    startsAt: '2030-06-18T10:15:00Z',
    states: [...atAnyTime, 'originated'],
  },
  'on a Sunday': { startsAt: '2030-06-16T15:00:00Z', states: [...atAnyTime, 'originated'] },
};

/** A test for each of these moments. */
export function testStates(...names: readonly (keyof typeof moments)[]): void {
  for (const name of names) {
    test(`a business that is filled ${name} has payments in every state`, async (t) => {
      const { startsAt, states } = moments[name];
      const fixture = await makeFixture(t, { startsAt: new Date(startsAt) });
      const { business } = await fixture.addBusiness();
      const { steps, progress } = recordedProgress();
      await fillOne(fixture, business.id, { days: 36, progress });
      assert.deepEqual(steps, [{ name: 'days', work: 37, done: 37 }]);
      const rows = await fixture.db.query<{ state: string }>(
        'select distinct state from payments where business_id = $1',
        [business.id],
      );
      const found = rows.map(({ state }) => state).sort();
      assert.deepEqual(found, states.toSorted());
    });
  }
}
