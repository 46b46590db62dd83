import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { cardFields, client } from '../caller.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import type { Scope } from '../scope.ts';
import { root } from '../tidy/tree.ts';

/* The recipe of docs/operating/traces.md with the SDK of OpenTelemetry, which no package of ours brings. */

const modules = join(process.env.OTEL_FOLDER ?? '/opt/otel', 'node_modules');
const skip = existsSync(join(modules, '@opentelemetry/sdk-node'))
  ? false
  : 'SKIPPED: no SDK of OpenTelemetry is in OTEL_FOLDER (npm install --prefix /opt/otel @opentelemetry/sdk-node)';

type OtlpValue = { readonly stringValue?: string; readonly intValue?: string | number };
type OtlpSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
};
type Export = {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
};

/** A collector: takes what is sent by OTLP over HTTP as JSON. */
async function openCollector(scope: Scope) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    if (request.url === '/v1/traces') bodies.push(body);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  scope.after(async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  };
}

const attributeOf = ({ attributes }: OtlpSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

test('the recipe sends the trace of a payment to a collector, and what is left when the service ends', {
  skip,
}, async (t) => {
  const collector = await openCollector(t);
  const folder = await scratch(t);
  const page = readFileSync(join(root, 'docs/operating/traces.md'), 'utf8');
  const [, script] = /```js\n(.+?)```/s.exec(page)!;
  await writeFile(join(folder, 'start.mjs'), script!);
  await symlink(modules, join(folder, 'node_modules'));
  const service = await startCaptured(t, folder, {
    NODE_OPTIONS: `--import=${join(folder, 'start.mjs')}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    // Only the end of the process sends what is made after its first minute.
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  });
  const { call, close } = client(`http://127.0.0.1:${service.port}`, service);
  const fields = { ...cardFields, Amount: '12.50', OrderNumber: 'order 1' };
  assert.equal((await call('CreatePayment', fields)).status, 200);
  close();
  await service.stop();
  const spans = collector.spans();
  const request = spans.find(({ name }) => name === 'CreatePayment')!;
  assert.equal(attributeOf(request, 'quittance.business_id'), service.username);
  assert.match(attributeOf(request, 'quittance.payment_id')!, /^\d+$/);
  const charge = spans.find(({ name }) => name === 'processor charge')!;
  assert.deepEqual([charge.traceId, charge.parentSpanId], [request.traceId, request.spanId]);
  for (const secret of [cardFields.CCNumber, cardFields.LastName, service.apiKey, 'order 1']) {
    assert.ok(!collector.text().includes(secret), secret);
  }
});
