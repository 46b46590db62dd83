import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { openOffice } from '../cli/office.ts';
import { makeFixture } from '../fixture.ts';
import { merchantFields } from './fields.ts';

const because = ['--reason', 'agreed by phone'];
const contact = ['--name', 'Park', '--email', 'ann@example.com', '--phone', '6175550123'];
const { BusinessTypeId: _, ...fields } = merchantFields;
const waits = { ...fields, BusinessLegalName: 'Park Flowers outcome-in-review' };

test('an operator hands in an application for a business that was made without, and answers for it', async (t) => {
  const folder = await scratch(t);
  const { ask, run, runWith, said } = openOffice(await makeFixture(t));
  const file = join(folder, 'form.json');
  const { id } = await ask(
    'business',
    'create',
    ...contact,
    '--master',
    '--environment',
    'sandbox',
  );
  const submit = ['application', 'submit', '--business', id, '--file', file];

  await ask('business', 'activate', id, ...because);
  const unpaid = await run('business', 'payouts', id, 'on', ...because);
  assert.equal(unpaid.code, 1);
  assert.match(
    unpaid.err,
    /no approved application that tells its bank account: application submit/,
  );

  const gone = await run(...submit);
  assert.deepEqual([gone.code, gone.err], [2, `quittance: there is no file ${file}\n`]);
  await writeFile(file, '{"SSN": "123121234"');
  const cut = await run(...submit);
  assert.equal(cut.code, 2);
  assert.match(cut.err, /: The JSON ends too early/);
  const { DBA: __, ...lacking } = waits;
  await writeFile(file, JSON.stringify({ ...lacking, RoutingNumber: '123', AcountName: 'x' }));
  const wrong = await run(...submit);
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /RoutingNumber must be a routing number of 9 digits\./);
  assert.match(wrong.err, /DBA is required\./);
  assert.match(wrong.err, /AcountName is none of its fields\./);

  await writeFile(file, JSON.stringify({ ...waits, AccountType: 'Business Savings' }));
  const submitted = await ask(...submit);
  assert.equal(submitted.state, 'in_review');
  const twice = await run(...submit);
  const name = `${id}/${submitted.id}`;
  const standing = `application ${name} is in_review: its business hands in no other`;
  assert.deepEqual([twice.code, twice.err], [1, `quittance: ${standing}\n`]);

  await ask('application', 'request', name, ...because, '--needs', 'bank_account,owner_ssn');
  const answer = ['application', 'answer', name, ...because];
  await writeFile(file, JSON.stringify({ Email: 'new@example.com' }));
  const email = await run(...answer, '--file', file);
  assert.match(email.err, /Email is none of its fields/);
  // A tax number that is the owner's own is kept as the secret that it is, also when it comes alone.
  const told = { AccountNumber: '7654321', RoutingNumber: '011000015', EIN: fields.SSN };
  const answered = await runWith(JSON.stringify(told), ...answer, '--file', '-', '--json');
  assert.deepEqual([answered.code, answered.err], [0, '']);
  const { state, details } = JSON.parse(answered.out);
  assert.deepEqual(
    [state, details.RoutingNumber, details.EIN, details.TaxIdentification, details.AccountType],
    ['in_review', '011000015', undefined, 'SSN', 'Business Savings'],
  );

  await ask('application', 'approve', name, ...because);
  const paid = await ask('business', 'payouts', id, 'on', ...because);
  assert.equal(paid.state, 'payouts_enabled');
  const acts = await ask('audit', 'list', '--business', id);
  const recorded = acts.filter(({ act }: { act: string }) => act === 'application.told');
  assert.deepEqual(
    recorded.map((one: { facts: { secrets: string[] } }) => one.facts.secrets),
    [['account_number'], ['social_security_number', 'date_of_birth', 'account_number']],
  );
  const opened = acts.filter(({ act }: { act: string }) => act === 'number.opened');
  assert.deepEqual(
    opened.map((one: { object: string; facts: { field: string } }) => [
      one.object,
      one.facts.field,
    ]),
    [[`application:${submitted.id}`, 'social_security_number']],
  );
  assert.match(opened[0].actor, /^operator/);
  const shown = await ask('application', 'show', name);
  for (const { out, err } of [...said, { out: JSON.stringify(shown), err: '' }]) {
    for (const secret of [fields.SSN, fields.AccountNumber, told.AccountNumber]) {
      assert.ok(!`${out}${err}`.includes(secret), 'no answer shows a number');
    }
  }
});
