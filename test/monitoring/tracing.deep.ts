import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTracing } from '../../src/runtime/tracing.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { recordSpans } from './span-recorder.ts';

const withoutSdk = createTracing();
const { spans, restore } = recordSpans();
after(restore);

const fixture = await makeFixture({ after });
const caller = await fixture.addBusiness();
const world = await fixture.open();
const { baseUrl, close } = await openDoor(world);
const known = client(baseUrl, caller);
after(async () => {
  known.close();
  await close();
});
const pay = (orderNumber: string, headers = {}) =>
  known.call('CreatePayment', { ...cardFields, Amount: '1.00', OrderNumber: orderNumber }, headers);
const named = (name: string) => spans.filter((span) => span.name === name);

test('without an SDK nothing is traced', async () => {
  assert.equal(withoutSdk.isOn, false);
  assert.equal(withoutSdk.origin(), undefined);
  const before = spans.length;
  const part = { name: 'x', kind: 'internal', attributes: {} } as const;
  assert.equal(await withoutSdk.run(part, async () => 7), 7);
  assert.equal(spans.length, before);
});

test('a single payment is one trace from its caller to the statements and the bank', async () => {
  spans.length = 0;
  const traceId = 'a'.repeat(32);
  const { status } = await pay('alone', { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` });
  assert.equal(status, 200);
  const [request] = named('CreatePayment');
  assert.equal(request?.parent?.spanId, 'b'.repeat(16));
  assert.equal(request.attributes['http.response.status_code'], 200);
  const made = await fixture.db.query(
    `select business_id, id from payments where order_number = 'alone'`,
  );
  assert.deepEqual(
    [request.attributes['quittance.business_id'], request.attributes['quittance.payment_id']],
    Object.values(made[0]!).map(String),
  );
  const [charge] = named('processor charge');
  assert.equal(charge?.spanContext.traceId, traceId);
  assert.equal(charge.parent?.spanId, request.spanContext.spanId);
  assert.equal(charge.attributes['quittance.outcome'], 'approved');
  for (const statement of ['statement startCharges', 'statement finishCharges']) {
    const [span] = named(statement);
    assert.equal(span?.parent?.spanId, request.spanContext.spanId, statement);
    assert.deepEqual(span.links, []);
  }
  // That its key was used is noted beside it, and may end later.
  const ofIt = spans.filter(({ name }) => name !== 'statement noteKeyUses');
  assert.ok(ofIt.every(({ isEnded }) => isEnded));
});

test('a statement that serves many requests is linked to each, and belongs to none', async () => {
  spans.length = 0;
  await Promise.all(Array.from({ length: 16 }, (_, n) => pay(`together ${n}`)));
  const requests = new Set(named('CreatePayment').map(({ spanContext }) => spanContext.spanId));
  assert.equal(requests.size, 16);
  const begun = named('statement startCharges');
  const served = begun.flatMap(({ links, parent }) =>
    links.length > 0 ? links.map((link) => link.context.spanId) : [parent!.spanId],
  );
  assert.deepEqual(new Set(served), requests);
  assert.equal(served.length, 16);
  for (const { links, parent, attributes } of begun) {
    if (links.length === 0) continue;
    assert.equal(parent, undefined);
    assert.equal(attributes['quittance.rows'], links.length);
  }
  assert.ok(begun.some(({ links }) => links.length > 1));
});

test('a call that fails says so by its kind alone', async () => {
  spans.length = 0;
  const { tracing } = world.telemetry;
  const part = { name: 'failing', kind: 'internal', attributes: {} } as const;
  const secret = Object.assign(new Error('4242424242424242'), { code: 'ECONNRESET' });
  await assert.rejects(
    tracing.run(part, async () => {
      throw secret;
    }),
    secret,
  );
  const [span] = named('failing');
  assert.equal(span?.attributes['error.type'], 'ECONNRESET');
  assert.equal(span.status?.code, 2);
});

test('no span shows a card, a name, a key or a number of an order', async () => {
  spans.length = 0;
  await pay('secret order');
  const text = JSON.stringify(spans);
  const hidden = [cardFields.CCNumber, cardFields.LastName, cardFields.Email, caller.apiKey];
  // The username is the number of the business, which spans name.
  for (const one of [...hidden, 'secret order']) {
    assert.ok(!text.includes(`"${one}`), one);
  }
  assert.ok(text.includes('CreatePayment'));
});
