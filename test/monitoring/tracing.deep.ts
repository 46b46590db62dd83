import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { enqueue } from '../../src/runtime/jobs.ts';
import { createTracing } from '../../src/runtime/tracing.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { root } from '../tidy/tree.ts';
import { recordSpans } from './span-recorder.ts';
import { drawTraces } from './trace-drawing.ts';

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
const pay = (orderNumber: string, headers = {}, fields = {}) => {
  const order = { ...cardFields, Amount: '1.00', OrderNumber: orderNumber, ...fields };
  return known.call('CreatePayment', order, headers);
};
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
  // The payment has its number when its charge begins, and all below the request is about it from then on.
  for (const name of ['quittance.business_id', 'quittance.payment_id']) {
    assert.equal(charge.attributes[name], request.attributes[name], name);
  }
  assert.match(String(charge.attributes['quittance.reference']), /^[\da-z]+-[\da-z]+-1$/);
  for (const statement of ['statement startCharges', 'statement finishCharges']) {
    const [span] = named(statement);
    assert.equal(span?.parent?.spanId, request.spanContext.spanId, statement);
    assert.deepEqual(span.links, []);
  }
  // That its key was used is noted beside it, and may end later.
  const ofIt = spans.filter(({ name }) => name !== 'statement recordKeyUses');
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

test('what the worker does for a payment are traces of their own, found by the same payment', async () => {
  spans.length = 0;
  const lost = await pay('lost', {}, { CCNumber: '4000009990000112', Email: 'ada@example.com' });
  assert.equal(lost.status, 202);
  const { id: businessId } = caller.business;
  const job = { businessId, kind: 'sessions.forget', key: 'x', payload: null } as const;
  await enqueue(fixture.db, [{ ...job, runAt: fixture.clock.now() }]);
  for (let n = 0; n < 5; n += 1) {
    fixture.clock.pass(200_000);
    await workOnce(world);
  }
  const [request] = named('CreatePayment');
  const paymentId = String(request!.attributes['quittance.payment_id']);
  const drawn = drawTraces(spans, paymentId);
  const page = readFileSync(join(root, 'docs/operating/traces.md'), 'utf8');
  assert.ok(
    page.includes(`\`\`\`text\n${drawn}\n\`\`\`\n`),
    `the page shows this trace:\n${drawn}`,
  );
  const resolved = named('resolve payment').find(
    ({ attributes }) => attributes['quittance.payment_id'] === paymentId,
  );
  assert.equal(resolved?.parent, undefined);
  const inquiry = named('processor inquire').find(
    ({ spanContext }) => spanContext.traceId === resolved!.spanContext.traceId,
  );
  assert.equal(inquiry?.attributes['quittance.payment_id'], paymentId);
  const mail = named('send mail').find(({ attributes }) => attributes['quittance.outcome']);
  assert.equal(mail?.attributes['quittance.outcome'], 'accepted');
  assert.equal(
    named('job sessions.forget')[0]?.attributes['quittance.business_id'],
    String(businessId),
  );
});

test('in a trace about several payments later spans name none of them', async () => {
  spans.length = 0;
  const { tracing } = world.telemetry;
  const [businessId, id] = [7n, 1n];
  const child = { name: 'child', kind: 'internal', attributes: {} } as const;
  await tracing.begin('several', { businessId }, async () => {
    for (const payment of [id, id, 2n]) {
      tracing.tagPayment({ businessId, id: payment });
      await tracing.run(child, async () => {});
    }
  });
  assert.deepEqual(
    named('child').map(({ attributes }) => attributes['quittance.payment_id']),
    ['1', '1', undefined],
  );
  assert.equal(named('child')[2]!.attributes['quittance.business_id'], '7');
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
