import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  classifyRows,
  type Inquired,
  type Seen,
} from '../../src/ports/processors/classify-rows.ts';
import type {
  Approval,
  FollowUpRequest,
  InquiryAnswer,
} from '../../src/ports/processors/processor.ts';

/* Whatever rows a gateway shows of a request: what is told of it, held against what they prove. */

type Judge = typeof classifyRows;

const reference = '1-a-1';
const follows = {
  reference: '1-a-2',
  chargeReference: reference,
  chargeId: '7001',
  currency: 'USD',
} as const;
const asking = fc.constantFrom<Inquired>(
  { reference },
  ...(['capture', 'void', 'refund'] as const).map((kind) => {
    const of: FollowUpRequest = { ...follows, kind, amountCents: 1000n };
    return { reference: of.reference, of };
  }),
);

const tellings = fc.oneof(
  fc.record({
    outcome: fc.constant('approved' as const),
    reference: fc.constant(reference),
    processorId: fc.constantFrom('7001', '7002', '7003'),
    amountCents: fc.constantFrom(1000n, 999n),
    authorizationCode: fc.constant(''),
    ...{ isSettled: fc.boolean() },
  }),
  fc.record({
    outcome: fc.constant('declined' as const),
    reference: fc.constant(reference),
    processorId: fc.constantFrom('7001', '7004'),
    code: fc.constant('card_declined' as const),
    message: fc.constant('No.'),
  }),
  fc.constant({ outcome: 'canceled' as const, reference }),
  fc.constant({ outcome: 'unknown' as const, reason: 'found as ?', isThere: true as const }),
);
const rows = fc.array(
  fc.record<Seen>(
    {
      kind: fc.constantFrom('charge', 'capture', 'void', 'refund'),
      told: tellings,
      isOurs: fc.constantFrom('surely', 'perhaps'),
      wouldShowUndo: fc.constant(true),
    },
    { requiredKeys: ['kind', 'told', 'isOurs'] },
  ),
  { maxLength: 5 },
);

const named = (one: Approval) => `${one.processorId} ${one.amountCents}`;
const told = (answer: InquiryAnswer | undefined) =>
  answer?.outcome === 'approved' ? named(answer) : (answer?.outcome ?? 'nothing');

/** Each transaction of ours once, as large as it was shown. */
function sumOf(kind: Seen['kind'], shown: readonly Seen[]): bigint {
  const largest = new Map<string, bigint>();
  for (const { kind: one, isOurs, told } of shown) {
    if (one !== kind || isOurs !== 'surely' || told.outcome !== 'approved') continue;
    const { processorId: id, amountCents } = told;
    if (amountCents > (largest.get(id) ?? 0n)) largest.set(id, amountCents);
  }
  return largest.values().reduce((sum, cents) => sum + cents, 0n);
}

function takenIn(shown: readonly Seen[]): bigint {
  return sumOf('capture', shown) || sumOf('charge', shown);
}

/** Money that is told to be taken, refunded or not there: only where nothing speaks against it. */
function holds(judge: Judge, asked: Inquired, shown: readonly Seen[]): void {
  const answer = judge(asked, shown);
  const kind = asked.of?.kind ?? 'charge';
  const ofKind = shown.filter((row) => row.kind === kind);
  const undos = asked.of ? [] : shown.filter((row) => row.kind === 'void');
  const surely = ofKind.filter(({ isOurs }) => isOurs === 'surely');
  const believed = surely.length > 0 ? surely : ofKind;
  const is = (row: Seen, outcome: string) => row.told.outcome === outcome;
  const approvedUndos = undos.filter((row) => is(row, 'approved'));
  const isRefunded =
    !asked.of && sumOf('refund', shown) > 0n && sumOf('refund', shown) >= takenIn(shown);
  switch (answer?.outcome) {
    case 'approved': {
      const { amountCents } = answer;
      const numbers = believed.map(({ told: one }) => ('amountCents' in one ? named(one) : ''));
      const approvals = new Set(numbers.filter((one) => one !== ''));
      if (kind !== 'void') assert.equal(approvals.size, 1, 'one approval of several');
      assert.ok(!believed.some((row) => is(row, 'canceled')) || surely.length === 0, 'and undone');
      assert.ok(
        believed.every((row) => !is(row, 'unknown')),
        'beside what is unclear',
      );
      assert.deepEqual(approvedUndos, [], 'it was undone');
      assert.ok(!isRefunded, 'it was refunded');
      const refunds = asked.of ? [] : shown.filter((row) => row.kind === 'refund');
      assert.ok(
        !refunds.some((row) => row.isOurs === 'surely' && is(row, 'unknown')),
        'a refund is under way',
      );
      if (surely.length > 0) return;
      assert.notEqual(kind, 'refund', 'perhaps the refund of another');
      assert.equal(amountCents, asked.of?.amountCents, 'of another amount');
      return;
    }
    case 'canceled': {
      const isCanceled = surely.some((row) => is(row, 'canceled'));
      if (isRefunded && !isCanceled && approvedUndos.length === 0) return;
      assert.ok(isCanceled || approvedUndos.length > 0, 'nobody undid it');
      const stands = surely.some(
        ({ told: one, wouldShowUndo }) =>
          one.outcome === 'approved' && (wouldShowUndo || one.isSettled),
      );
      assert.ok(!stands, 'it holds the money');
      return;
    }
    case 'declined':
      assert.ok(
        surely.every((row) => is(row, 'declined')),
        'something stands',
      );
      return;
    case undefined:
      assert.deepEqual(surely, [], 'ours was left out');
  }
}

function check(judge: Judge): void {
  fc.assert(
    fc.property(asking, rows, (asked, shown) => {
      holds(judge, asked, shown);
      // Neither their order, nor one that comes twice, nor an undo that failed changes anything.
      const failed: Seen = {
        kind: 'void',
        told: {
          ...{ outcome: 'declined', reference, processorId: '7009' },
          ...{ code: 'processing_error', message: 'No.' },
        },
        isOurs: 'surely',
      };
      const more = asked.of ? [] : [failed];
      const other = judge(asked, [...more, ...shown.toReversed(), ...shown]);
      const isSameVoid = asked.of?.kind === 'void' && other?.outcome === 'approved';
      if (!isSameVoid) assert.equal(told(other), told(judge(asked, shown)));
    }),
    { numRuns: 5_000 },
  );
}

test('what rows prove of a request is told, and no more', () => {
  check(classifyRows);
});

const undone = (row: Seen) => row.kind === 'void' && row.told.outcome === 'declined';
const sabotaged: Readonly<Record<string, Judge>> = {
  'takes the first of several approvals': (asked, shown) =>
    classifyRows(asked, shown.slice(0, 1)) ?? classifyRows(asked, shown),
  'takes an undo that failed for one': (asked, shown) =>
    !asked.of && shown.some(undone)
      ? { outcome: 'canceled', reference }
      : classifyRows(asked, shown),
  'looks at no undo': (asked, shown) =>
    classifyRows(asked, asked.of ? shown : shown.filter(({ kind }) => kind !== 'void')),
  'looks at no refund': (asked, shown) =>
    classifyRows(asked, asked.of ? shown : shown.filter(({ kind }) => kind !== 'refund')),
  'takes a part that was refunded for all': (asked, shown) =>
    !asked.of && shown.some(({ kind }) => kind === 'refund') && shown.length > 1
      ? { outcome: 'canceled', reference }
      : classifyRows(asked, shown),
  'takes what is perhaps ours for ours': (asked, shown) =>
    classifyRows(
      asked,
      shown.map((row) => ({ ...row, isOurs: 'surely' })),
    ),
  'leaves out what is unclear': (asked, shown) =>
    classifyRows(
      asked,
      shown.filter((row) => row.told.outcome !== 'unknown'),
    ),
};

for (const [what, judge] of Object.entries(sabotaged)) {
  test(`a judge is caught that ${what}`, () => {
    assert.throws(() => check(judge), /Property failed/);
  });
}
