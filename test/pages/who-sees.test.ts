import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCounter, textOf } from './counter.ts';

test('the page says that the business takes the number, and is not secure over http', async (t) => {
  const counter = await openCounter(t);
  const seen = await counter.get((await counter.addLink(await counter.addBusiness())).path);
  const text = textOf(seen);
  assert.match(text, /Your card or account number goes to Lee Flowers , who runs this page\./);
  assert.match(text, /Payment page · Powered by Quittance/);
  assert.doesNotMatch(seen.body, /never sees|secure|class="lock"/i);
});

test('where somebody else runs the service, the page says who takes the number, and that it is secure over https', async (t) => {
  const settings = { OPERATOR_NAME: 'Hosting & Co', PUBLIC_URL: 'https://pay.example' };
  const counter = await openCounter(t, { settings });
  const seen = await counter.get((await counter.addLink(await counter.addBusiness())).path);
  const text = textOf(seen);
  assert.match(
    text,
    /goes to Hosting &amp; Co , who takes this payment for Lee Flowers \. Lee Flowers is told its last four digits\./,
  );
  assert.match(text, /Secure payment page/);
  assert.match(seen.body, /class="lock"/);
  const live = await counter.get((await counter.addLink(await counter.addLiveBusiness())).path);
  assert.match(textOf(live), /Your account number goes to Hosting &amp; Co/);
});
