import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { contactWithPhone } from '../../src/parties/customers/by-phone.ts';
import { card, declinedCard, openCounter, textOf } from './counter.ts';

const counter = await openCounter({ after });
const { addBusiness, addLink, get, post, fixture } = counter;

const stranger = {
  ...declinedCard,
  name: 'Eve Stranger',
  'postal-code': '90210',
  email: 'eve@example.com',
  phone: '2125550394',
};

test('who tries to pay in vain leaves nothing of themselves on the invoice', async () => {
  const { path } = await addLink(await addBusiness());
  assert.equal((await post(path, stranger)).status, 303);
  const page = await get(path);
  assert.match(textOf(page), /Billed to Ada Park/);
  assert.doesNotMatch(page.body, /Eve|Stranger|90210|eve@example|5550394/);
});

test('a payment is told of with what its own payer gave, else with what was billed', async () => {
  const shop = await addBusiness();
  const link = await addLink(shop, {
    contact: contactWithPhone('6175550177', { firstName: 'Ada', lastName: 'Park' }),
  });
  await post(link.path, stranger);
  await post(link.path, stranger);
  await post(link.path, { ...card, name: 'Ann Lee' });
  const told = await fixture.db.query<{ kind: string; email: string; phone: string }>(
    `select kind, data->>'email' as email, data->>'phone' as phone from events
     where business_id = $1 and kind like 'payment.%' order by id`,
    [shop.business.id],
  );
  assert.deepEqual(
    told.map(({ kind, email, phone }) => [kind, email, phone]),
    [
      ['payment.declined', 'eve@example.com', '2125550394'],
      ['payment.declined', 'eve@example.com', '2125550394'],
      ['payment.captured', '', '6175550177'],
    ],
  );
});
