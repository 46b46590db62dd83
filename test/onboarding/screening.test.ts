import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { activate } from '../../src/parties/applications/activate.ts';
import type { ApplicationState } from '../../src/parties/applications/application.ts';
import { approve } from '../../src/parties/applications/review.ts';
import { riskyCategories, screenWith } from '../../src/parties/applications/screen.ts';
import { readApplicationMoves } from '../../src/parties/applications/store.ts';
import { makeFixture } from '../fixture.ts';
import { apply, keys } from './applicant.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const master = (await fixture.addBusiness()).business;

type Fields = Readonly<Record<string, string>>;
const live = (details: Fields = {}, parent = master) =>
  apply(world, parent, { environment: 'live', details });

const verdicts: readonly [what: string, details: Fields, state: ApplicationState][] = [
  ['nothing to find', {}, 'in_review'],
  ['a ticket at the limit', { HighTicket: '10000.00' }, 'in_review'],
  ['a ticket above it', { HighTicket: '10000.01' }, 'enhanced_review'],
  ['a ticket that is too large for any amount', { HighTicket: '1000000' }, 'enhanced_review'],
  ['a volume at the limit', { CardMonthlyVolume: '100000' }, 'in_review'],
  ['a volume above it', { CardMonthlyVolume: '100000.01' }, 'enhanced_review'],
  ['no amounts', { HighTicket: '', CardMonthlyVolume: '' }, 'in_review'],
  ['games of chance', { MccCode: '7995' }, 'enhanced_review'],
  ['an EIN of no office', { EIN: '071234567' }, 'needs_information'],
  ['an EIN with a hyphen', { EIN: '12-3456789' }, 'in_review'],
  ['no EIN', { EIN: '' }, 'needs_information'],
  ['an owner taxed by SSN', { EIN: '', TaxIdentification: 'SSN' }, 'in_review'],
];
for (const [what, details, state] of verdicts) {
  test(`${what}: ${state}`, async () => {
    assert.equal((await live(details)).application.state, state);
  });
}

test('categories are of four digits', () => {
  for (const category of riskyCategories) assert.match(category, /^\d{4}$/);
});

test('what is missing is asked for by its codes', async () => {
  const options = { environment: 'live', details: { EIN: '000000000' }, secrets: [] } as const;
  const { application } = await apply(world, master, options);
  assert.deepEqual(application.requirements, ['business_ein', 'owner_ssn', 'bank_account']);
});

test('a risk is not forgotten over what is missing', async () => {
  const { application } = await live({ EIN: '', MccCode: '7995' });
  const moves = await readApplicationMoves(world.db, application.businessId, application.id);
  const path = moves.slice(-2).map(({ to }) => to);
  assert.deepEqual(path, ['enhanced_review', 'needs_information']);
});

test('two owners who are taxed by SSN are no duplicates of each other', async () => {
  const details = { EIN: '', TaxIdentification: 'SSN' };
  const { business } = await apply(world, master, { details });
  assert.equal(business.state, 'payments_enabled');
  const { application } = await live(details);
  const moves = await readApplicationMoves(world.db, application.businessId, application.id);
  assert.equal(moves.at(-1)?.reason, 'Screening found nothing.');
});

test('a name that is listed is looked at more closely, however it is written', async () => {
  const screening = () => screenWith((name) => name === 'jose acme');
  const cases: readonly [Fields, ApplicationState][] = [
    [{ DBA: 'José  ACME.' }, 'enhanced_review'],
    [{ FirstName: 'JOSE', LastName: 'Acme' }, 'enhanced_review'],
    [{ BusinessLegalName: 'Jose Acme Brothers' }, 'in_review'],
  ];
  for (const [details, state] of cases) {
    const options = { environment: 'live', details, screening } as const;
    assert.equal((await apply(world, master, options)).application.state, state);
  }
});

test('another business of the tree that takes payments under the same EIN is told to the reviewer', async () => {
  const reasonOf = async (parent = master) => {
    const applicant = await live({ EIN: '45-1234567' }, parent);
    const moves = await readApplicationMoves(world.db, ...keys(applicant));
    return { applicant, reason: moves.at(-1)?.reason };
  };
  const first = await reasonOf();
  const second = await reasonOf();
  assert.equal(second.reason, 'Screening found nothing.', 'the first takes no payments yet');
  const decision = { actor: 'operator', reason: 'Looked at it.' };
  await approve(world, ...keys(second.applicant), decision);
  const { state } = await activate(world, second.applicant.business.id, decision);
  assert.equal(state, 'payments_enabled');
  const third = await reasonOf(first.applicant.business);
  assert.match(third.reason!, /1 other active with the same EIN/);
  assert.equal(third.applicant.application.state, 'in_review');
  const stranger = (await fixture.addBusiness()).business;
  assert.equal((await reasonOf(stranger)).reason, 'Screening found nothing.');
});

test('a business of the sandbox is no duplicate of a live one', async () => {
  const details = { EIN: '461234567' };
  const { business } = await apply(world, master, { details });
  assert.deepEqual([business.environment, business.state], ['sandbox', 'payments_enabled']);
  const { application } = await live(details);
  const moves = await readApplicationMoves(world.db, application.businessId, application.id);
  assert.equal(moves.at(-1)?.reason, 'Screening found nothing.');
});
