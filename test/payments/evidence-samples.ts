import type { Evidence, Means } from '../../src/payments/evidence.ts';

/* Processors of each kind, and what is known of a request that was just sent. */

const none = { absence: 'after_a_day', cancels: false, replay: undefined } as const;
export const windows = { lateWindowSeconds: 120, visibilityDelaySeconds: 60 };
export const patient: Means = { ...none, ...windows };
export const tombstones: Means = { ...patient, cancels: true };
export const replays: Means = { ...patient, replay: { by: 'key', seconds: 3600, atOnce: false } };
export const replaysAtOnce: Means = {
  ...windows,
  ...none,
  absence: 'never',
  replay: { by: 'key', seconds: 300, atOnce: true },
};
export const blind: Means = { ...patient, absence: 'never' };

export const at = (seconds: number) => new Date(seconds * 1000);
export const asked: Evidence = {
  firstAskedAt: at(0),
  askedAt: at(0),
  inquiredAt: at(0),
  told: 'nothing',
  inquiries: 1,
  seenAt: undefined,
  absentSince: undefined,
  replayRefusedAt: undefined,
  undone: undefined,
};
