import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { returnRows } from './return-code-rows.ts';
import {
  correctWithinDays,
  groupPolicy,
  representAfterBankingDays,
  returnRule,
  returnRules,
} from './return-codes.ts';

/** The return policy as it was decided, with its ranges. */
const policy = {
  funds: 'R01 R09',
  dead_account: 'R02 R03 R04 R20 R12 R13',
  authorization: 'R08 R07 R10 R11 R05 R29',
  frozen: 'R14 R15 R16',
  formatting: 'R17-R19 R21 R22 R24-R28 R35 R36',
  asked_back: 'R06 R31 R90',
  contested: 'R40-R47 R50-R53 R61-R77 R80-R85',
} as const;

/** The codes that the rules of the network define today. */
const defined = 'R01-R39 R40-R47 R50-R53 R61 R62 R67-R77 R80-R85';

/** R17-R19 is R17, R18, R19. */
function codesOf(ranges: string): string[] {
  return ranges.split(' ').flatMap((range) => {
    const [first, last = first] = range.split('-').map((code) => Number(code.slice(1))) as [
      number,
      number?,
    ];
    return Array.from(
      { length: last - first + 1 },
      (_, i) => `R${`${first + i}`.padStart(2, '0')}`,
    );
  });
}

test('every code of the return policy is in its group', () => {
  assert.deepEqual(Object.keys(policy).sort(), Object.keys(groupPolicy).sort());
  for (const [group, ranges] of Object.entries(policy)) {
    for (const code of codesOf(ranges)) assert.equal(returnRule(code).group, group, code);
  }
});

test('every code that is defined has a row, and beside them only those that the policy names', () => {
  const expected = new Set(codesOf([defined, ...Object.values(policy)].join(' ')));
  const codes = returnRules.map(({ code }) => code);
  assert.deepEqual(codes, [...expected].sort());
  assert.equal(codes.length, 39 + 8 + 4 + 17 + 6 + 1);
});

test('a code has one row only, and a title of its own', () => {
  const rows = Object.values(returnRows).flat();
  assert.equal(new Set(rows.map(({ code }) => code)).size, rows.length);
  assert.equal(new Set(rows.map(({ title }) => title)).size, rows.length);
  for (const { title } of rows) assert.match(title, /^[A-Z].*[^.]$/);
});

test('the groups do what was decided', () => {
  const decided = {
    R01: ['represent'],
    R03: ['disable_token'],
    R10: ['disable_token', 'revoke'],
    R16: ['disable_token', 'ask_person'],
    R24: ['ask_person'],
    R06: ['ask_person'],
    R68: ['store', 'ask_person'],
  };
  for (const [code, actions] of Object.entries(decided))
    assert.deepEqual(returnRule(code).actions, actions, code);
});

test('a code that the policy does not name is put before a person, and changes nothing', () => {
  const named = new Set(codesOf(Object.values(policy).join(' ')));
  const others = returnRules.filter(({ code }) => !named.has(code));
  assert.deepEqual(
    others.map(({ code }) => code),
    ['R23', 'R30', 'R32', 'R33', 'R34', 'R37', 'R38', 'R39'],
  );
  for (const { code, actions } of others) {
    assert.ok(actions.includes('ask_person'), code);
    assert.equal(
      actions.some((action) => action !== 'ask_person' && action !== 'store'),
      false,
      code,
    );
  }
});

test('only what failed for want of money is presented again, and twice at most', () => {
  const again = returnRules.filter((rule) => rule.again === 'as_it_was');
  assert.deepEqual(
    again.map(({ code }) => code),
    ['R01', 'R09'],
  );
  for (const { actions, again } of returnRules)
    assert.equal(actions.includes('represent'), again === 'as_it_was');
  assert.deepEqual(representAfterBankingDays, [3, 7]);
});

test('only what was not as authorized may be corrected and sent again, within sixty days', () => {
  const corrected = returnRules.filter((rule) => rule.again === 'corrected');
  assert.deepEqual(
    corrected.map(({ code }) => code),
    ['R11'],
  );
  assert.equal(correctWithinDays, 60);
});

test('what counts as unauthorized', () => {
  const counted = returnRules.filter((rule) => rule.isUnauthorized).map(({ code }) => code);
  assert.deepEqual(counted, ['R05', 'R07', 'R08', 'R10', 'R11', 'R29', 'R51']);
});

test('what is dead, stopped or frozen is never debited again on its token', () => {
  for (const rule of returnRules) {
    const isOver = ['dead_account', 'authorization', 'frozen'].includes(rule.group);
    assert.equal(rule.actions.includes('disable_token'), isOver, rule.code);
  }
});

test('a return may come two banking days after settlement, or sixty days where it was not authorized', () => {
  const banking = 'R01-R04 R08 R09 R12-R17 R20-R22 R24 R29 R39 R50 R71-R77';
  const windows = {
    '2 banking': codesOf(banking),
    '5 banking': codesOf('R61-R70'),
    '60 calendar': codesOf('R05 R07 R10 R11 R33 R37 R38 R51-R53'),
  };
  for (const { code, window } of returnRules) {
    const shown = window === 'other' ? 'other' : `${window.within} ${window.days}`;
    const expected = Object.entries(windows).find(([, codes]) => codes.includes(code))?.[0];
    assert.equal(shown, expected ?? 'other', code);
  }
});

test('of a code that nobody knows a person makes sense', () => {
  for (const code of ['R48', 'R54', 'R60', 'R78', 'R86', 'R00', 'R99', 'r01', 'R1', '', 'C01']) {
    const rule = returnRule(code);
    assert.equal(rule.code, code);
    assert.equal(rule.group, 'unknown');
    assert.deepEqual(rule.actions, ['store', 'ask_person']);
    assert.equal(rule.again, 'never');
  }
  assert.equal(returnRule('constructor').group, 'unknown');
});
