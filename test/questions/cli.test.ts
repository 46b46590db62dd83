import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { type CapturedService, startCaptured } from '../e2e/start-captured.ts';
import { quiet, scratch } from '../embedded.ts';
import { openOffice } from '../onboarding/office.ts';

const why = ['--note', 'called the bank'];

test('two operators decide what only persons can, and one alone does not', async (t) => {
  const service = await startCaptured(t, await scratch(t), { LOG_LEVEL: 'error' });
  const { ask, run } = openOffice(service);
  const business = String((await ask('business', 'show', service.username)).id);
  await questions(service, business);

  const listed = await ask('question', 'list');
  assert.deepEqual(
    listed.map(({ id, kind, state }: Record<string, string>) => [id, kind, state]),
    [
      ['901', 'ach_return', 'open'],
      ['902', 'amount_differs', 'open'],
    ],
  );
  const ofKind = await ask('question', 'list', '--business', business, '--kind', 'ach_return');
  assert.equal(ofKind.length, 1);
  assert.deepEqual(await ask('question', 'list', '--business', '0'), []);
  const nowhere = await run('question', 'list', '--business', '999999');
  assert.deepEqual([nowhere.code, nowhere.err], [1, 'quittance: there is no business 999999\n']);

  const one = ['901', '--business', business];
  const shown = await ask('question', 'show', ...one);
  assert.deepEqual([shown.evidence, Object.keys(shown.choices)], [{ why: 'R99' }, ['noted']]);
  const page = await run('question', 'show', ...one);
  assert.match(page.out, /^Evidence\n {2}why {2}R99$/m);

  const wrong = await run('question', 'propose', ...one, '--decision', 'charged', ...why);
  assert.deepEqual(
    [wrong.code, wrong.err],
    [1, 'quittance: About this question may be decided: noted.\n'],
  );
  const noted = ['--decision', 'noted', ...why];
  const proposed = await ask('question', 'propose', ...one, ...noted, '--by', 'Ann');
  assert.deepEqual([proposed.state, proposed.proposedBy], ['proposed', 'operator:Ann']);
  const alone = await run('question', 'confirm', ...one, '--by', 'ann');
  assert.deepEqual(
    [alone.code, alone.err],
    [1, 'quittance: operator:Ann proposed this: somebody else must confirm it.\n'],
  );
  const closed = await ask('question', 'confirm', ...one, '--by', 'Ben');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'Noted.']);

  // Without --by everybody here is the same person.
  const other = ['902', '--business', business];
  await ask('question', 'propose', ...other, '--decision', 'accept', ...why);
  const same = await run('question', 'confirm', ...other);
  assert.match(same.err, /somebody else must confirm it\.\n$/);
  const open = await ask('question', 'reject', ...other, ...why);
  assert.equal(open.state, 'open');
  const missing = await run('question', 'show', '999', '--business', business);
  assert.deepEqual(
    [missing.code, missing.err],
    [1, `quittance: business ${business} has no question 999\n`],
  );

  const { history } = await ask('question', 'show', ...one);
  assert.deepEqual(
    history.map(({ act, actor }: Record<string, string>) => [act, actor]),
    [
      ['question.proposed', 'operator:Ann'],
      ['question.confirmed', 'operator:Ben'],
      ['question.closed', 'operator:Ben'],
    ],
  );
  assert.match(history[1].facts.account, /^operator(?::.+)?$/);
});

/** Whatever led to them: here they are. */
async function questions(service: CapturedService, business: string): Promise<void> {
  const server = await startEmbedded({ folder: join(service.dataFolder, 'postgres'), log: quiet });
  const db = connect(server.url, { size: 1 });
  await db.query(
    `insert into open_questions (business_id, id, kind, object_kind, object_id, state, evidence, created_at)
     values ($1, 901, 'ach_return', 'ach_entry', 1, 'open', '{"why":"R99"}', '2030-01-01'),
       ($1, 902, 'amount_differs', 'payment', 1, 'open', '{"askedCents":"1","foundCents":"2"}', '2030-01-02')`,
    [business],
  );
  await db.close();
  await server.stop();
}
