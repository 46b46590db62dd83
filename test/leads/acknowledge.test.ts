import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { submitLead } from '../../src/leads/submit.ts';
import type { Sent } from '../asmx/bindings.ts';
import type { Caller } from '../fixture.ts';
import { openDesk, told } from './desk.ts';

const { fixture, world, ask, list, form } = await openDesk({ after });
const unknown = 'There is no such individual among those who came in.';

/** A shop with so many leads of one person. */
async function enter(count = 1): Promise<{ shop: Caller; ids: string[]; person: string }> {
  const shop = await fixture.addBusiness();
  const made = await form(shop);
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    ids.push(String(await submitLead(world, made, told, `page ${i}`)));
    fixture.clock.pass(1000);
  }
  const [heard] = await list(shop);
  return { shop, ids, person: heard!.IndividualID! };
}

async function say(shop: Caller, sent: Sent) {
  return await ask(shop, 'ExternalAPIResponse', sent);
}

async function waiting(shop: Caller): Promise<string[]> {
  return (await list(shop)).map(({ ExternalAPIID }) => ExternalAPIID!);
}

for (const [what, sent, isListed] of [
  ['IsSuccess true', { IsSuccess: 'true' }, false],
  ['IsSent true', { IsSent: 'true' }, false],
  ['IsSent true beside IsSuccess false', { IsSent: 'true', IsSuccess: 'false' }, false],
  ['IsSuccess true beside IsSent false', { IsSent: 'false', IsSuccess: '1' }, false],
  ['IsSuccess false', { IsSuccess: 'false' }, true],
  ['IsSent false', { IsSent: 'false' }, true],
  ['neither', {}, true],
] as const) {
  test(`${what} ${isListed ? 'keeps it on the list' : 'takes it off the list'}`, async () => {
    const { shop, ids, person } = await enter();
    const [id] = ids;
    const said = await say(shop, { ...sent, ExternalAPIID: id!, ReturnMessage: 'no e-mail' });
    const named = { ExternalAPIID: id, IndividualID: person, ReturnMessage: 'no e-mail' };
    assert.deepEqual(said, [{ ...named, Error: '', ErrorStack: '' }]);
    assert.deepEqual(await waiting(shop), isListed ? ids : []);
    const rows = await fixture.db.query(
      'select return_message, answered_at is not null as answered from leads where business_id = $1',
      [shop.business.id],
    );
    assert.deepEqual(rows, [{ return_message: 'no e-mail', answered: true }]);
  });
}

test('by the individual all of its leads that wait are taken, each with a record', async () => {
  const { shop, ids, person } = await enter(3);
  await say(shop, { ExternalAPIID: ids[1]!, IsSuccess: 'true' });
  const said = await say(shop, { IndividualID: person, IsSuccess: 'true' });
  assert.deepEqual(
    said.map(({ ExternalAPIID }) => ExternalAPIID),
    [ids[0], ids[2]],
  );
  assert.deepEqual(await waiting(shop), []);
});

test('the same acknowledgement again is no error, by either number', async () => {
  const { shop, ids, person } = await enter(2);
  for (let i = 0; i < 2; i += 1) {
    const [said] = await say(shop, {
      IndividualID: person,
      IsSent: 'true',
      ReturnMessage: 'got it',
    });
    assert.deepEqual([said!.Error, said!.ReturnMessage], ['', 'got it']);
  }
  const [again] = await say(shop, { ExternalAPIID: ids[0]!, IsSent: 'true' });
  assert.deepEqual([again!.Error, again!.ReturnMessage], ['', 'got it']);
});

test('who was taken is not listed again, whatever is said later', async () => {
  const { shop, ids } = await enter();
  await say(shop, { ExternalAPIID: ids[0]!, IsSuccess: 'true' });
  await say(shop, { ExternalAPIID: ids[0]!, IsSuccess: 'false', ReturnMessage: 'oh' });
  assert.deepEqual(await waiting(shop), []);
});

test('both numbers must mean the same', async () => {
  const { shop, ids, person } = await enter();
  const wrong = await say(shop, { ExternalAPIID: ids[0]!, IndividualID: '9', IsSuccess: 'true' });
  assert.deepEqual(wrong, [{ Error: unknown, ErrorStack: '' }]);
  assert.deepEqual(await waiting(shop), ids);
  const both = { ExternalAPIID: ids[0]!, IndividualID: person, IsSuccess: 'true' };
  assert.equal((await say(shop, both))[0]!.Error, '');
  assert.deepEqual(await waiting(shop), []);
});

test('who is not there is told in the record', async () => {
  const { shop } = await enter();
  for (const value of ['999', '0', 'abc', '1e3', '99999999999999999999']) {
    for (const name of ['ExternalAPIID', 'IndividualID']) {
      const said = await say(shop, { [name]: value, IsSuccess: 'true' });
      assert.deepEqual(said, [{ Error: unknown, ErrorStack: '' }], `${name} ${value}`);
    }
  }
});

test('one number must be there, and what is wrong is named', async () => {
  const { shop } = await enter();
  const [none] = await say(shop, { IsSuccess: 'true' });
  assert.equal(none!.Error, 'ExternalAPIID is required unless IndividualID is sent.');
  const [word] = await say(shop, { ExternalAPIID: '1', IsSuccess: 'maybe' });
  assert.match(word!.Error!, /^IsSuccess must be true or false/);
});

test('a message that is too long is cut, and takes the individual off the list all the same', async () => {
  const { shop, ids } = await enter();
  const ReturnMessage = `${'🙂'.repeat(495)} 4242 4242 4242 4242`;
  const [said] = await say(shop, { ExternalAPIID: ids[0]!, IsSuccess: 'true', ReturnMessage });
  assert.deepEqual([said!.Error, said!.ReturnMessage], ['', `${'🙂'.repeat(495)} ****`]);
  assert.ok(!(await waiting(shop)).includes(ids[0]!));
});

test('a customer who never came in as a lead is no individual of the list', async () => {
  const { shop, person } = await enter();
  const rows = await fixture.db.query<{ id: bigint }>(
    `insert into customers (business_id, id, phone, email, first_name, last_name, address1, address2, city,
       state_code, postal_code, country_code, created_at)
     select business_id, 77777, '2125550100', email, '', '', '', '', '', '', '', 'US', created_at
     from customers where business_id = $1 and id = $2 returning id`,
    [shop.business.id, BigInt(person)],
  );
  const said = await say(shop, { IndividualID: String(rows[0]!.id), IsSuccess: 'true' });
  assert.deepEqual(said, [{ Error: unknown, ErrorStack: '' }]);
});
