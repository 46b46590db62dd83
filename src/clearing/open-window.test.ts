import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWindow } from './open-window.ts';

function opens(at: string, isSameDay: boolean, cutoff: string | undefined): void {
  const window = openWindow(new Date(at), isSameDay);
  assert.equal(window?.cutoffAt.toISOString(), cutoff && `${cutoff}:00.000Z`, at);
}

test('a file may be made from its cut-off until the bank takes no more for it', () => {
  opens('2026-01-06T00:59:59.999Z', false, undefined);
  opens('2026-01-06T01:00:00Z', false, '2026-01-06T01:00');
  opens('2026-01-06T07:14:59.999Z', false, '2026-01-06T01:00');
  opens('2026-01-06T07:15:00Z', false, undefined);
});

test('each of the same-day windows opens and closes by itself', () => {
  opens('2026-01-05T15:00:00Z', true, '2026-01-05T15:00');
  opens('2026-01-05T15:30:00Z', true, undefined);
  opens('2026-01-05T19:44:00Z', true, '2026-01-05T19:15');
  opens('2026-01-05T21:44:00Z', true, '2026-01-05T21:15');
  opens('2026-01-05T21:45:00Z', true, undefined);
});

test('on days without banks no window opens, but that of Friday closes on Saturday', () => {
  opens('2026-01-17T07:00:00Z', false, '2026-01-17T01:00');
  for (const day of [17, 18, 19]) opens(`2026-01-${day}T15:00:00Z`, true, undefined);
  for (const day of [18, 19, 20]) opens(`2026-01-${day}T01:00:00Z`, false, undefined);
  opens('2026-12-26T01:00:00Z', false, undefined);
});
