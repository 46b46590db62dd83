import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitStatements } from './split-statements.ts';

test('a semicolon ends a statement', () => {
  assert.deepEqual(splitStatements('select 1;\nselect 2 ; '), ['select 1', 'select 2']);
});

test('the last semicolon may be missing', () => {
  assert.deepEqual(splitStatements('select 1; select 2'), ['select 1', 'select 2']);
});

test('what holds only comments and spaces is no statement', () => {
  assert.deepEqual(splitStatements(' ;; -- nothing;\n /* nor; here */ ; '), []);
});

test('a comment stays with the statement that follows it', () => {
  assert.deepEqual(splitStatements('-- why; really\nselect 1;'), ['-- why; really\nselect 1']);
});

const whole = [
  `select 'a;b'`,
  `select 'it''s; fine'`,
  `select '\\'`,
  `select E'\\';'`,
  `select e'''\\\\;'`,
  `select E'a'';\\';'`,
  `select typee';'`,
  `select "a;""b"`,
  'select $$;$$',
  'select $tag$ ; $$ ; $other$ ; $tag$',
  'select $ä1$;$ä1$',
  'select a$1$ from b$1$ where $1 = 2',
  'select 1 /* ; /* ; */ ; */',
  'select 1 -- ;\n + 2',
  `select '--' /* ' */`,
  `select 'ünïcödé; 💳'`,
];

for (const statement of whole) {
  test(`${JSON.stringify(statement)} is one statement`, () => {
    assert.deepEqual(splitStatements(`${statement}; select 2`), [statement, 'select 2']);
  });
}

test('any row of statements is returned', () => {
  const statements = fc.array(fc.constantFrom(...whole));
  fc.assert(
    fc.property(statements, fc.constantFrom(';', ' ;\n', '; ; \n\n'), (list, between) => {
      assert.deepEqual(splitStatements(list.join(between)), list);
    }),
  );
});

for (const open of [
  `select 'a;`,
  'select "a;',
  'select $$ ;',
  'select $a$ $$;',
  '/* /* */ ;',
  `E'\\'`,
]) {
  test(`${JSON.stringify(open)} is refused: something is not closed`, () => {
    assert.throws(() => splitStatements(open), /is not closed/);
  });
}
