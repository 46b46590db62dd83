import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sizeOf } from '../size.ts';
import { openCounter } from './counter.ts';

const { fixture, ask, newCustomer } = await openCounter({ after });

const plain = ['FirstName', 'City', 'Title', 'CustomField1', 'CustomField7', 'OriginCode'] as const;
const words = fc.constantFrom('', '   ', 'one', 'two', 'three');
const few = <T extends string>(...values: T[]) => fc.constantFrom('', ...values);

/** Few values for what is unique, so that they often are somebody else's. */
const anyUpdate = fc.record({
  who: fc.nat({ max: 2 }),
  by: fc.constantFrom('IndividualID', 'ExternalID', 'both'),
  ExternalID: few('x', 'y', 'z'),
  PhoneNumber: few('2125550101', '2125550102'),
  Email: few('a@example.com', 'B@example.com'),
  Status: few('Active', 'inactive', 'DONOTCONTACT'),
  plain: fc.record(Object.fromEntries(plain.map((name) => [name, words])), { requiredKeys: [] }),
});
type Update = typeof anyUpdate extends fc.Arbitrary<infer U> ? U : never;
type Known = Record<string, string | null>;

test('after any changes customers are as a plain model has them, and what is refused changes nothing', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyUpdate, { minLength: 1, maxLength: 12 }), async (updates) => {
      const shop = await fixture.addBusiness();
      const people: Known[] = [];
      for (const i of [0, 1, 2]) {
        const Email = `start${i}@example.com`;
        const { id: IndividualID } = await newCustomer(shop, { Email, MobilePhone: '2125550100' });
        const { Data } = await ask(shop, 'GetCustomerInformation', { IndividualID });
        people.push(factsOf(Data));
      }
      for (const update of updates) {
        const sent = sentOf(update, people);
        const expected = applied(people, sent);
        const { Data, Errors } = await ask(shop, 'UpdateCustomer', sent);
        const heard =
          Data?.IndividualID ?? Errors?.map(({ Field, Code }) => `${Field} ${Code}`).join();
        assert.equal(heard, expected);
        outcomes.add(Data ? 'done' : expected);
      }
      for (const person of people) {
        const { Data } = await ask(shop, 'GetCustomerInformation', {
          IndividualID: person.IndividualID!,
        });
        assert.deepEqual(factsOf(Data), person);
      }
    }),
    { numRuns: sizeOf({ gate: 15, usual: 60, full: 600 }) },
  );
  for (const outcome of ['done', 'ExternalID taken', 'ExternalID unknown', 'Email taken']) {
    const isSeen = [...outcomes].some((one) => one.includes(outcome));
    assert.ok(isSeen, `it never came to ${outcome}`);
  }
});

function sentOf(update: Update, people: readonly Known[]): Record<string, string> {
  const { who, by, plain: told, ...unique } = update;
  const { IndividualID } = people[who]!;
  return {
    ...told,
    ...unique,
    IndividualID: by === 'ExternalID' ? '' : IndividualID!,
    ExternalID: by === 'IndividualID' ? '' : update.ExternalID,
  };
}

/** What is answered, after the model has been changed. */
function applied(people: Known[], sent: Readonly<Record<string, string>>): string {
  const { IndividualID, ...rest } = sent;
  const told = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value.trim() !== ''),
  ) as Record<string, string>;
  if (!IndividualID && !told.ExternalID) return 'IndividualID required';
  const person = people.find((one) =>
    IndividualID ? one.IndividualID === IndividualID : one.ExternalID === told.ExternalID,
  );
  if (!person) return 'ExternalID unknown';
  const after: Known = { ...person, ...told };
  if (told.Email) after.Email = told.Email.toLowerCase();
  if (told.Status) after.Status = statuses[told.Status.toLowerCase()]!;
  const others = people.filter((one) => one !== person);
  if (told.ExternalID && others.some((one) => one.ExternalID === told.ExternalID)) {
    return 'ExternalID taken';
  }
  const isSame = (one: Known) =>
    (['PhoneNumber', 'Email', 'ExternalID'] as const).every((name) => one[name] === after[name]);
  if (others.some(isSame)) {
    const fields = ['PhoneNumber', 'Email'].filter((name) => told[name]);
    return fields.map((name) => `${name} taken`).join();
  }
  Object.assign(person, after);
  return person.IndividualID!;
}

const statuses: Readonly<Record<string, string>> = {
  active: 'Active',
  inactive: 'Inactive',
  donotcontact: 'DoNotContact',
};

function factsOf({ PaymentMethods: _, Invoices: __, Subscriptions: ___, ...facts }: Known): Known {
  return facts;
}
