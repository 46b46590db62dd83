import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serviceOperations } from '../../src/api/operations/index.ts';
import type { ServiceOperation } from '../../src/api/operations/operation.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { after, atEnd } from '../scope.ts';
import { type BindingName, bindings, callBy, type Heard, resultText, textOf } from './bindings.ts';
import { goodCall } from './good-values.ts';
import { newLead } from './new-lead.ts';

/** Every operation of the real table in every binding, through the real door. */
const fixture = await makeFixture(
  { after },
  { settings: { BAD_CREDENTIALS_PER_MINUTE: '100000' } },
);
const caller = await fixture.addBusiness();
const { baseUrl, close } = await openDoor(await fixture.open());
atEnd({ after }, close);
const known = await paid();

test('there are eighteen operations, and none twice', () => {
  assert.equal(new Set(serviceOperations.map(({ name }) => name)).size, 18);
  assert.equal(serviceOperations.length, 18);
});

for (const [i, operation] of serviceOperations.entries()) {
  describe(operation.name, () => {
    for (const [j, binding] of bindings.entries()) {
      test(`is called by ${binding}`, async () => {
        const heard = await callBy(binding, baseUrl, operation.name, valuesOf(operation));
        checkForm(heard, operation, binding, false);
        if (operation.result === 'empty') {
          const isDone = heard.body.includes(`<${operation.name}Response xmlns="`);
          assert.equal(isDone, binding.startsWith('SOAP'), heard.body);
        } else if (operation.result !== 'text') {
          assert.equal(textOf(heard.body, 'Error') ?? '', '', heard.body);
          assert.equal(heard.body.split(`<${operation.result.name}>`).length, 2, 'one record');
        } else {
          const { IsSuccess, Data } = envelopeIn(heard, operation, binding);
          assert.equal(IsSuccess, true, heard.body);
          assert.ok(Data);
        }
      });

      if (operation.credentials) {
        test(`refuses wrong credentials by ${binding}`, async () => {
          const { apiKey, username } = operation.credentials!;
          // By turns: each takes a slow hash.
          const wrong = (i + j) % 2 === 0 ? { [apiKey]: 'sandbox_wrong' } : { [username]: '1' };
          const sent = { ...valuesOf(operation), ...wrong };
          const heard = await callBy(binding, baseUrl, operation.name, sent);
          checkForm(heard, operation, binding);
          const message = failureIn(heard, operation, binding);
          assert.equal(message, 'The credentials are missing or wrong.');
        });
      }

      test(`says what is missing by ${binding}`, async () => {
        const isFault = binding.startsWith('HTTP') || operation.result === 'empty';
        for (const [name, message] of whenMissing(operation, binding)) {
          const { [name]: _, ...sent } = valuesOf(operation);
          const heard = await callBy(binding, baseUrl, operation.name, sent);
          checkForm(heard, operation, binding, isFault);
          assert.equal(failureIn(heard, operation, binding), message);
        }
      });
    }
  });
}

/** The HTTP bindings miss anything that is not sent; SOAP only what must be there. */
function* whenMissing(
  operation: ServiceOperation,
  binding: BindingName,
): Iterable<[name: string, message: string]> {
  for (const name of operation.credentials?.order ?? []) {
    const isHttp = binding.startsWith('HTTP');
    yield [name, isHttp ? `Missing parameter: ${name}.` : 'The credentials are missing or wrong.'];
  }
  for (const [name, { isRequired }] of Object.entries(operation.parameters)) {
    if (binding.startsWith('HTTP')) yield [name, `Missing parameter: ${name}.`];
    else if (isRequired) yield [name, `${name} is required.`];
  }
}

/** Status, type and headers of an answer in this binding. */
function checkForm(
  { status, headers, body }: Heard,
  { result }: ServiceOperation,
  binding: BindingName,
  isFault = result === 'empty',
): void {
  const type = headers.get('content-type');
  const expected = {
    'SOAP 1.1': 'text/xml; charset=utf-8',
    'SOAP 1.2': 'application/soap+xml; charset=utf-8',
    'HTTP GET': isFault ? 'text/plain; charset=utf-8' : 'text/xml; charset=utf-8',
    'HTTP POST': isFault ? 'text/plain; charset=utf-8' : 'text/xml; charset=utf-8',
  };
  assert.equal(status, isFault ? 500 : 200, body);
  // Nothing is of no type.
  const isNothing = result === 'empty' && !isFault && binding.startsWith('HTTP');
  assert.equal(type, isNothing ? null : expected[binding]);
  assert.equal(headers.get('content-length'), String(Buffer.byteLength(body)));
  assert.match(headers.get('cache-control') ?? '', /^private/);
  assert.match(headers.get('x-request-id') ?? '', /./);
}

/** What the caller is told, wherever the kind of result has a place for it. */
function failureIn(heard: Heard, operation: ServiceOperation, binding: BindingName): string {
  const { body } = heard;
  if (heard.headers.get('content-type')?.startsWith('text/plain')) return body.trimEnd();
  if (operation.result === 'empty') {
    const text = textOf(body, binding === 'SOAP 1.1' ? 'faultstring' : 'soap:Text')!;
    return text.replace('Server was unable to process request. ---> ', '');
  }
  if (operation.result === 'text') {
    const { IsSuccess, Message } = envelopeIn(heard, operation, binding);
    assert.equal(IsSuccess, false);
    return Message;
  }
  assert.equal(body.split(`<${operation.result.name}>`).length, 2, 'one record');
  assert.match(body, /<ErrorStack \/>/);
  return textOf(body, 'Error')!;
}

function envelopeIn({ body }: Heard, { name }: ServiceOperation, binding: BindingName) {
  return JSON.parse(resultText(binding, name, body) ?? 'null');
}

function valuesOf(operation: ServiceOperation): Record<string, string> {
  return goodCall(operation, { ...caller, ...known });
}

async function paid() {
  const { call, close: hangUp } = client(baseUrl, caller);
  const fields = { ...cardFields, Amount: '12.50', CreateToken: true };
  const { Data } = JSON.parse((await call('CreatePayment', fields)).body);
  hangUp();
  const lead = await newLead(baseUrl, caller);
  return { cardToken: Data.TokenResult, invoice: Data.InvoiceID, lead };
}
