import assert from 'node:assert/strict';
import type { Operation } from '../../src/api/operations/operation.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import { goodValues, goodValuesOf } from '../asmx/good-values.ts';
import { bankFields, cardFields, client, type Fields } from '../caller.ts';
import type { Kind, Party } from './family.ts';
import { businessFields, merchantFields } from './fields.ts';
import { meaningOf } from './named-objects.ts';

let calls = 0;

export type Answer = { readonly gist: unknown; readonly text: string };

/** The operation with good values, of which one parameter has this value. */
export async function callWith(
  baseUrl: string,
  operation: Operation,
  caller: Party,
  parameter: string,
  value: string,
): Promise<Answer> {
  calls += 1;
  const { name } = operation;
  const fresh = `fresh ${calls}`;
  if (operation.interface === 'default') {
    const { call, close } = client(baseUrl, caller);
    const { status, body } = await call(name, {
      ...jsonFields(name, parameter, fresh),
      [parameter]: value,
    });
    close();
    return { gist: [status, gistOf(body, value)], text: body };
  }
  const sent: Record<string, string> = {};
  for (const word of operation.credentials?.order ?? []) {
    sent[word] = word === operation.credentials!.apiKey ? caller.apiKey : caller.username;
  }
  for (const field of Object.keys(operation.parameters)) {
    const [kind] = meaningOf(operation, field)?.kinds ?? [];
    const good = goodValuesOf[name]?.[field] ?? goodValues[field] ?? '';
    sent[field] = ownOf(operation, field, caller, fresh, kind) ?? good;
  }
  // Beside an IndividualID it is a word that the customer gets.
  if (`${name} ${parameter}` === 'UpdateCustomer ExternalID') sent.IndividualID = '';
  const { status, body } = await callBy('SOAP 1.1', baseUrl, name, { ...sent, [parameter]: value });
  const text = resultText('SOAP 1.1', name, body);
  return { gist: [status, gistOf(text ?? body, value)], text: text ?? body };
}

/** What the other parameters name is the caller's own, and what may be sent once is sent once. */
function ownOf(
  operation: Operation,
  field: string,
  caller: Party,
  fresh: string,
  kind: Kind | undefined,
): string | undefined {
  const way = meaningOf(operation, field)?.way;
  if (way === 'names') return caller.has[kind!];
  if (way === 'finds') return fresh;
  return way === 'claims' ? '' : undefined;
}

function jsonFields(name: string, parameter: string, fresh: string): Fields {
  const { CCNumber: _, ExpirationMonth: __, ExpirationYear: ___, CVV: ____, ...payer } = cardFields;
  const pays = { Amount: '99.00', OrderNumber: fresh };
  const webhook = {
    PaymentsWebhookURL: 'https://hooks.example.com/',
    PaymentWebhookPassword: 'a password',
  };
  const bases: Readonly<Record<string, Fields>> = {
    CreatePayment: { ...cardFields, ...pays },
    'CreatePayment CardToken': { ...payer, ...pays },
    'CreatePayment ACHToken': { ...payer, ...pays, PaymentType: bankFields.PaymentType },
    CreateToken: cardFields,
    CreateNewBusiness: businessFields,
    ProcessAuthorization: { ChargeType: 'Void' },
    RetrievePayment: {},
    CreateNewMerchantAccount: merchantFields,
    'CreateNewBusiness PaymentWebhookUsername': { ...businessFields, ...webhook },
    'CreateNewMerchantAccount PaymentWebhookUsername': { ...merchantFields, ...webhook },
  };
  const base = bases[`${name} ${parameter}`] ?? bases[name];
  assert.ok(base, `no good values for ${name}`);
  return base;
}

/** Of an answer what does not differ from call to call: words and kinds of values. */
function gistOf(text: string, sent: string): unknown {
  // A short number stands in many words, and is shown nowhere.
  const named = sent.length > 3 ? text.replaceAll(sent, '...') : text;
  const plain = named.replaceAll(/fresh \d+/g, '...');
  if (!plain.startsWith('{')) return plain;
  const { Data, OrderNumber: _, SMSID: message, ...envelope } = JSON.parse(plain);
  const kinds = Object.entries(Data ?? {}).map(([key, value]) => [
    key,
    typeof value === 'boolean' || value === null || key === 'Status' ? value : typeof value,
  ]);
  return { ...envelope, Data: kinds, SMSID: typeof message };
}
