import assert from 'node:assert/strict';
import type { ServiceOperation } from '../../src/api/operations/operation.ts';
import type { RecordShape } from '../../src/api/operations/records.ts';
import type { BindingName } from '../asmx/bindings.ts';
import type { StockAnswer } from './stock.ts';

type Heard = Readonly<Record<string, string | null>>;
type Blamed = 'client' | 'server';

// The HTTP bindings have none.
const faultCodes: Readonly<Record<BindingName, Readonly<Record<Blamed, string>>>> = {
  'SOAP 1.1': { client: 'soap:Client', server: 'soap:Server' },
  'SOAP 1.2': { client: 'soap:Sender', server: 'soap:Receiver' },
  'HTTP GET': { client: '', server: '' },
  'HTTP POST': { client: '', server: '' },
};

/** What a caller reads of a call that failed, wherever the kind of result has a place for it. */
export function messageIn(
  answer: StockAnswer,
  operation: ServiceOperation,
  binding: BindingName,
  blamed: Blamed,
): string {
  if (operation.result === 'empty') return faultIn(answer, binding, blamed);
  if (operation.result === 'text') {
    const { IsSuccess, Message } = envelopeIn(answer, operation);
    assert.equal(IsSuccess, false);
    return Message;
  }
  const records = recordsIn(answer, operation.name, operation.result);
  assert.equal(records.length, 1);
  return records[0]!.Error!;
}

export function faultIn({ fault }: StockAnswer, binding: BindingName, blamed: Blamed): string {
  assert.ok(fault, 'no fault');
  assert.equal(fault.code, faultCodes[binding][blamed]);
  return fault.text.trimEnd().replace('Server was unable to process request. ---> ', '');
}

/** The envelope in a text result. */
export function envelopeIn(answer: StockAnswer, { name }: ServiceOperation) {
  const text = unwrapped(resultOf(answer), `${name}Result`);
  assert.equal(typeof text, 'string');
  return JSON.parse(text as string);
}

export function recordsIn(answer: StockAnswer, name: string, record: RecordShape): Heard[] {
  const list = unwrapped(unwrapped(resultOf(answer), `${name}Result`), record.name);
  if (list === null || list === undefined) return [];
  assert.ok(Array.isArray(list));
  return list;
}

function resultOf(answer: StockAnswer): unknown {
  if (!answer.fault) return answer.result;
  throw new Error(`a fault: ${answer.fault.code} ${answer.fault.text}`);
}

/** Clients differ in how much of the wrapping they take off. */
function unwrapped(value: unknown, wrapping: string): unknown {
  const isWrapped = typeof value === 'object' && value !== null && wrapping in value;
  return isWrapped ? (value as Record<string, unknown>)[wrapping] : value;
}
