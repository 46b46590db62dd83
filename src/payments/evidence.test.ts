import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asked,
  at,
  blind,
  patient,
  replays,
  replaysAtOnce,
  tombstones,
  windows,
} from '../../test/payments/evidence-samples.ts';
import {
  conclude,
  type Evidence,
  type Means,
  mayReplay,
  meansOfBatch,
  meansOfCharge,
  meansOfFollowUp,
  type Statement,
  statementOf,
  statementOfReplay,
} from './evidence.ts';

const [hour, day] = [3600, 24 * 3600];

type Row = readonly [
  what: string,
  means: Means,
  told: Statement,
  atSecond: number,
  known: Partial<Evidence>,
  says: string,
];

const week = 12 * hour + 7 * day;
const rows: readonly Row[] = [
  ['approved', patient, 'approved', 1, {}, 'approved'],
  [
    'approved, after it was absent for long',
    patient,
    'approved',
    3 * day,
    { absentSince: at(hour) },
    'approved',
  ],
  ['declined', patient, 'declined', 1, {}, 'declined'],
  ['undone by somebody', patient, 'undone', 1, {}, 'not_charged'],
  ['no answer', patient, 'nothing', 1, {}, 'doubtful wait 11'],
  ['no answer for a week', patient, 'nothing', week, {}, `person wait ${week + 10}`],
  [
    'no answer for a week, less a second',
    patient,
    'nothing',
    week - 1,
    {},
    `doubtful wait ${week + 9}`,
  ],
  ['there, and unclear', patient, 'there', hour, {}, `doubtful wait ${hour + 10}`],
  ['held for a review', patient, 'held', 1, {}, 'person wait 11'],
  ['found with another amount', patient, 'differs', 1, {}, 'person wait 11'],

  ['not found: it may still be executed', patient, 'not_found', 1, {}, 'doubtful wait 11'],
  ['not found, shortly before it would be', patient, 'not_found', 175, {}, 'doubtful wait 181'],
  ['not found, as the last window ends', patient, 'not_found', 180, {}, 'doubtful wait 181'],
  ['not found after both windows', patient, 'not_found', 181, {}, 'doubtful wait 191'],
  [
    'not found for almost a day',
    patient,
    'not_found',
    day + 180,
    { absentSince: at(181) },
    `doubtful wait ${day + 181}`,
  ],
  ['not found for a day', patient, 'not_found', day + 181, { absentSince: at(181) }, 'not_charged'],
  [
    'not found for two days, and asked for the first time',
    patient,
    'not_found',
    2 * day,
    {},
    `doubtful wait ${2 * day + 10}`,
  ],
  [
    'not found for a day, but seen before',
    patient,
    'not_found',
    2 * day,
    { absentSince: at(hour), seenAt: at(200) },
    `person wait ${2 * day + 10}`,
  ],
  [
    'not found for a day, but there by the answer to a request',
    patient,
    'not_found',
    2 * day,
    { absentSince: at(hour), replayRefusedAt: at(5) },
    `person wait ${2 * day + 10}`,
  ],
  [
    'there by the answer to a request, and not visible yet',
    patient,
    'not_found',
    1000,
    { replayRefusedAt: at(999) },
    'doubtful wait 1010',
  ],
  [
    'absent only before it was sent again',
    patient,
    'not_found',
    2 * day,
    { askedAt: at(day), absentSince: at(hour) },
    `doubtful wait ${2 * day + 10}`,
  ],

  [
    'where a cancel leaves a tombstone, within the windows',
    tombstones,
    'not_found',
    100,
    {},
    'doubtful wait 110',
  ],
  ['where a cancel leaves a tombstone', tombstones, 'not_found', 181, {}, 'doubtful cancel 191'],
  [
    'a cancel without an answer',
    tombstones,
    'nothing',
    200,
    { undone: 'asked' },
    'doubtful cancel 210',
  ],
  [
    'approved, while a cancel may arrive',
    tombstones,
    'approved',
    200,
    { undone: 'asked' },
    'doubtful cancel 210',
  ],
  [
    'a cancel that is not confirmed for a week',
    tombstones,
    'nothing',
    week,
    { undone: 'asked' },
    `person cancel ${week + 10}`,
  ],
  ['a cancel that is confirmed', tombstones, 'undone', 200, { undone: 'confirmed' }, 'not_charged'],

  [
    'where it may be sent again, within the windows',
    replays,
    'not_found',
    100,
    {},
    'doubtful wait 110',
  ],
  ['where it may be sent again', replays, 'not_found', 181, {}, 'doubtful replay 191'],
  ['where it would arrive too late', replays, 'not_found', 3480, {}, 'doubtful wait 3490'],
  ['where only a replay says so', replaysAtOnce, 'nothing', 1, {}, 'doubtful replay 11'],
  [
    'where only a replay says so, absent',
    replaysAtOnce,
    'not_found',
    179,
    {},
    'doubtful replay 189',
  ],
  ['where only a replay said so', replaysAtOnce, 'not_found', 181, {}, 'person wait 191'],
  [
    'where absence proves nothing',
    blind,
    'not_found',
    30 * day,
    { absentSince: at(hour) },
    `person wait ${30 * day + 10}`,
  ],
];

test('evidence proves what it proves, and says when it is worth while to ask again', () => {
  const told = rows.map(([what, means, said, seconds, known]) => {
    const verdict = conclude(
      means,
      { ...asked, told: said, inquiredAt: at(seconds), ...known },
      at(seconds),
    );
    const more = 'next' in verdict ? [verdict.next, verdict.lookAt.getTime() / 1000] : [];
    return `${what}: ${[verdict.is, ...more].join(' ')}`;
  });
  assert.deepEqual(
    told,
    rows.map(([what, , , , , says]) => `${what}: ${says}`),
  );
});

test('each answer says one thing', () => {
  const reference = 'a1';
  const row = { reference, processorId: '', amountCents: 1n, authorizationCode: '' };
  const told = [
    statementOf({ outcome: 'approved', ...row }),
    statementOf({ outcome: 'closed', reference, processorId: '', count: 1, cents: 1n }),
    statementOf({
      outcome: 'declined',
      reference,
      processorId: '',
      code: 'card_declined',
      message: '',
    }),
    statementOf({ outcome: 'rejected', message: '' }),
    statementOf({ outcome: 'canceled', reference }),
    statementOf({ outcome: 'not_found' }),
    statementOf({ outcome: 'not_sent', reason: '' }),
    statementOf({ outcome: 'unknown', reason: '' }),
    statementOf({ outcome: 'unknown', reason: '', isThere: true }),
    statementOf({ outcome: 'unknown', reason: '', isHeld: true, isThere: true }),
  ];
  assert.equal(
    told.join(' '),
    'approved approved declined declined undone not_found nothing nothing there held',
  );
});

test('what a processor can do about a charge, what follows one, and a batch', () => {
  const can = {
    ...windows,
    replay: { by: 'key', seconds: 300 },
    cancelByReference: 'charges',
    batches: 'manual',
    partialApproval: false,
    customerSearch: false,
    tokens: false,
    threeDSecure: false,
    wallets: [],
    references: { longest: 20, signs: 'a-z' },
    absence: 'never',
  } as const;
  const of = ({ cancels, replay, absence }: Means) => ({ cancels, replay, absence });
  const charge = { cancels: true, replay: undefined, absence: 'never' };
  assert.deepEqual(of(meansOfCharge(can)), charge);
  const followUp = {
    cancels: false,
    replay: { by: 'key', seconds: 300, atOnce: true },
    absence: 'never',
  };
  assert.deepEqual(of(meansOfFollowUp(can)), followUp);
  for (const [more, atOnce] of [
    [{ absence: 'after_a_day' }, false],
    [{ cancelByReference: 'all' }, false],
  ] as const) {
    assert.equal(meansOfFollowUp({ ...can, ...more }).replay?.atOnce, atOnce);
  }
  const batch = {
    cancels: false,
    replay: { by: 'key', seconds: Number.POSITIVE_INFINITY, atOnce: false },
    absence: 'never',
  };
  assert.deepEqual(of(meansOfBatch(can)), batch);
  assert.equal(meansOfBatch({ ...can, replay: undefined }).replay, undefined);
  const slow = meansOfBatch({ ...can, settledWithinSeconds: hour });
  assert.equal(slow.visibilityDelaySeconds, hour, 'it is not closed again before that');
});

test('a request is sent again only while it would be known even if it arrives late', () => {
  const sent = (means: Means, seconds: number) => mayReplay(means, at(0), at(seconds));
  assert.deepEqual(
    [sent(replaysAtOnce, 179), sent(replaysAtOnce, 180), sent(patient, 0)],
    [true, false, false],
  );
});

test('a refusal of a replay is one of the first only where the gateway keeps every answer under its key', () => {
  const byKey = replays;
  const byApproval: Means = { ...replays, replay: { ...replays.replay!, by: 'approval' } };
  const refusal = { outcome: 'rejected', message: '' } as const;
  assert.equal(statementOfReplay(byKey, refusal), 'declined');
  assert.equal(statementOfReplay(byApproval, refusal), 'nothing');
  assert.equal(statementOfReplay(byKey, { ...refusal, account: 'refused' }), 'nothing');
  assert.equal(statementOfReplay(byKey, { ...refusal, because: 'right' }), 'nothing');
  const repetition = { outcome: 'unknown', reason: '', isThere: true } as const;
  assert.equal(statementOfReplay(byApproval, repetition), 'there');
});
