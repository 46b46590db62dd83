import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { merchantFields } from './fields.ts';

const hook = 'http://127.0.0.1:8080/hook';
const webhooks = { PaymentsWebhookURL: hook, CustomersWebhookURL: hook };

test('a webhook to this machine is refused once a business is live, and nothing would be posted to it', async (t) => {
  const fixture = await makeFixture(t);
  const door = await openDoor(await fixture.open());
  const api = client(door.baseUrl, await fixture.addBusiness());
  const create = async (more: object) =>
    await api.call('CreateNewMerchantAccount', { ...merchantFields, ...more });
  try {
    assert.equal((await create({ ...webhooks, ExternalID: 'first' })).status, 200);
    await fixture.addBusiness({ environment: 'live' });
    const { status, body } = await create({ ...webhooks, ExternalID: 'second' });
    assert.equal(status, 400, body);
    assert.match(body, /PaymentsWebhookURL must not lead to this machine while a business is live/);
    assert.match(body, /CustomersWebhookURL must not lead/);
    const elsewhere = { PaymentsWebhookURL: 'https://shop.example/hook', ExternalID: 'third' };
    assert.equal((await create(elsewhere)).status, 200);
  } finally {
    api.close();
    await door.close();
  }
});
