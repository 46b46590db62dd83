import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOffice } from '../cli/office.ts';
import { type Fixture, makeFixture } from '../fixture.ts';

const why = ['--note', 'called the bank'];

test('two operators decide what only persons can, and one alone does not', async (t) => {
  const fixture = await makeFixture(t);
  const { ask, run } = openOffice(fixture);
  const { username } = await fixture.addBusiness();
  const business = String((await ask('business', 'show', username)).id);
  await insertCases(fixture, business);

  const listed = await ask('case', 'list');
  assert.deepEqual(
    listed.map(({ id, kind, state }: Record<string, string>) => [id, kind, state]),
    [
      ['902', 'amount_differs', 'open'],
      ['901', 'ach_return', 'open'],
    ],
  );
  assert.deepEqual(await ask('question', 'list'), listed, 'the former name of the command works');
  for (const before of [['902', '--business', business], [`${business}/902`]]) {
    const older = await ask('case', 'list', '--before', ...before);
    assert.deepEqual(
      older.map(({ id }: Record<string, string>) => id),
      ['901'],
    );
  }
  const ofKind = await ask('case', 'list', '--business', business, '--kind', 'ach_return');
  assert.equal(ofKind.length, 1);
  assert.deepEqual(await ask('case', 'list', '--business', '0'), []);
  const nowhere = await run('case', 'list', '--business', '999999');
  assert.deepEqual([nowhere.code, nowhere.err], [1, 'quittance: there is no business 999999\n']);

  const one = ['901', '--business', business];
  const shown = await ask('case', 'show', ...one);
  assert.deepEqual([shown.evidence, Object.keys(shown.choices)], [{ why: 'R99' }, ['noted']]);
  const page = await run('case', 'show', ...one);
  assert.match(page.out, /^Evidence\n {2}why {2}R99$/m);

  const hostile = ['902', '--business', business];
  const printed = await run('case', 'show', ...hostile);
  assert.match(printed.out, /payer +Eve\\u202e\\u001b\[2J\\u200b$/m);
  for (const line of [
    /^ {2}asked for +0\.01$/m,
    /^ {2}taken +0\.02$/m,
    /^ {2}difference +0\.01$/m,
    /^ {2}refund_difference +\$0\.01 is refunded: \$0\.02 was taken where \$0\.01 was asked for\.$/m,
  ]) {
    assert.match(printed.out, line);
  }
  const asJson = await run('case', 'show', ...hostile, '--json');
  for (const { out } of [printed, asJson]) {
    for (const line of out.split('\n')) assert.doesNotMatch(line, /[\p{Cc}\p{Cf}]/u);
  }
  assert.equal(JSON.parse(asJson.out).evidence.payer, 'Eve\u202e\u001b[2J\u200b');

  const wrong = await run('case', 'propose', ...one, '--decision', 'charged', ...why);
  assert.deepEqual(
    [wrong.code, wrong.err],
    [1, 'quittance: decision must be one of those of this case: noted.\n'],
  );
  const meant = [1, 'quittance: there is no decision notd. Did you mean: noted?\n'];
  const near = await run('case', 'propose', ...one, '--decision', 'notd', ...why);
  assert.deepEqual([near.code, near.err], meant);
  const noted = ['--decision', 'noted', ...why];
  const proposed = await ask('case', 'propose', ...one, ...noted, '--by', 'Ann');
  assert.deepEqual([proposed.state, proposed.proposedBy], ['proposed', 'operator:Ann']);
  const nearly = await run('case', 'confirm', ...one, '--decision', 'notd', '--by', 'Ben');
  assert.deepEqual([nearly.code, nearly.err], meant);
  const alone = await run('case', 'confirm', ...one, '--decision', 'noted', '--by', 'ann');
  assert.deepEqual(
    [alone.code, alone.err],
    [1, 'quittance: operator:Ann proposed this: somebody else must confirm it.\n'],
  );
  const closed = await ask('case', 'confirm', ...one, '--decision', 'noted', '--by', 'Ben');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'Noted.']);

  // Without --by everybody here is the same person.
  const other = ['902', '--business', business];
  await ask('case', 'propose', ...other, '--decision', 'accept', ...why);
  const same = await run('case', 'confirm', ...other, '--decision', 'accept');
  assert.match(same.err, /somebody else must confirm it\.\n$/);
  const open = await ask('case', 'reject', ...other, ...why);
  assert.equal(open.state, 'open');
  const missing = await run('case', 'show', '999', '--business', business);
  assert.deepEqual(
    [missing.code, missing.err],
    [1, `quittance: business ${business} has no case 999\n`],
  );

  const { history } = await ask('case', 'show', ...one);
  assert.deepEqual(
    history.map(({ act, actor }: Record<string, string>) => [act, actor]),
    [
      ['question.proposed', 'operator:Ann'],
      ['question.confirmed', 'operator:Ben'],
      ['question.closed', 'operator:Ben'],
    ],
  );
  assert.match(history[1].facts.account, /^operator(?::.+)?$/);
  const told = await run('case', 'show', ...one);
  assert.doesNotMatch(told.out, /[{}]/);
  assert.match(
    told.out,
    /proposed +operator:Ann \(declared, not verified\) +noted +called the bank/,
  );
  assert.match(told.out, /closed +operator:Ben +noted +Noted\./);
});

/** Two open cases, written to the table. */
async function insertCases({ db }: Fixture, business: string): Promise<void> {
  await db.query(
    `insert into open_questions (business_id, id, kind, object_kind, object_id, state, evidence, created_at)
     values ($1, 901, 'ach_return', 'ach_entry', 1, 'open', '{"why":"R99"}', '2030-01-01'),
       ($1, 902, 'amount_differs', 'payment', 1, 'open', '{"askedCents":"1","foundCents":"2","payer":"Eve\\u202e\\u001b[2J\\u200b"}', '2030-01-02')`,
    [business],
  );
}
