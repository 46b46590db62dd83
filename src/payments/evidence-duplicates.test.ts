import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, at, patient } from '../../test/payments/evidence-samples.ts';
import { conclude, type Evidence, type Statement } from './evidence.ts';

/* What is known of a charge that the processor took for a repetition of another one. */

function verdictAt(second: number, told: Statement, more: Partial<Evidence> = {}): string {
  const known = { ...asked, told, inquiredAt: at(second), isDuplicate: true, ...more };
  return conclude(patient, known, at(second)).is;
}

test('a duplicate that is not found after both windows was not charged, and not before', () => {
  assert.equal(verdictAt(180, 'not_found'), 'doubtful');
  assert.equal(verdictAt(181, 'not_found'), 'not_charged');
  assert.equal(verdictAt(181, 'not_found', { isDuplicate: false }), 'doubtful');
});

test('a duplicate that is found, or was, is none that was not charged', () => {
  assert.equal(verdictAt(1, 'approved'), 'approved');
  assert.equal(verdictAt(1, 'declined'), 'declined');
  for (const told of ['nothing', 'there'] as const) assert.equal(verdictAt(999, told), 'doubtful');
  assert.equal(verdictAt(999, 'not_found', { seenAt: at(100) }), 'person');
  assert.equal(verdictAt(999, 'not_found', { replayRefusedAt: at(100) }), 'person');
});
