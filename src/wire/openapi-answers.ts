import { type RefusalCode, refusals } from '../base/refusal.ts';
import type { DefaultOperation } from '../operations/operation.ts';

type Json = Readonly<Record<string, unknown>>;

/** What every call may be refused for, whatever it asks. */
const always: readonly RefusalCode[] = [
  'unreadable',
  'wrong_fields',
  'not_authenticated',
  'business_suspended',
  'idempotency_key_reused',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'too_many_bad_credentials',
  'internal',
  'busy',
];

/** By status: what the operation itself answers, and what it is refused for. */
export function answersOf(operation: DefaultOperation): Json {
  const { answers, needsPayments, refuses } = operation;
  const meanings = new Map<number, string[]>();
  const add = (status: number, meaning: string) =>
    meanings.set(status, [...(meanings.get(status) ?? []), meaning]);
  for (const [status, meaning] of Object.entries(answers)) add(Number(status), meaning);
  const codes = [...always, ...(needsPayments ? paymentsNeeded : []), ...refuses];
  for (const code of codes) add(refusals[code].status, refusals[code].message);

  const inOrder = [...meanings].sort(([one], [other]) => one - other);
  const refused = new Set(codes.map((code): number => refusals[code].status));
  return Object.fromEntries(
    inOrder.map(([status, texts]) => [
      status,
      answer(operation, status, texts.join(' '), refused.has(status)),
    ]),
  );
}

const paymentsNeeded: readonly RefusalCode[] = ['payments_not_active'];

function answer(
  { name, answers, headers: own }: DefaultOperation,
  status: number,
  description: string,
  isRefused: boolean,
): Json {
  const schemas = [
    ...(status in answers ? [`${name}Answer`] : []),
    ...(isRefused ? ['Failure'] : []),
  ].map((schema) => ({ $ref: `#/components/schemas/${schema}` }));
  const special = status in answers ? Object.entries(own).map(plainHeader) : [];
  return {
    description,
    headers: Object.fromEntries([...headersOf(status), ...special]),
    content: {
      'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } },
    },
  };
}

function headersOf(status: number): [string, Json][] {
  const names = ['X-Request-Id', 'RateLimit', ...(more[status] ?? [])];
  return names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
}

const more: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

function plainHeader([name, description]: [string, string]): [string, Json] {
  return [name, { description, schema: { type: 'string' } }];
}

export const headers = {
  'X-Request-Id': {
    description: 'Names this request; tell it when you ask about one.',
    required: true,
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'Where limits hold: how many requests are left at present, as r, and seconds until there are ' +
      'more, as t.',
    schema: { type: 'string', examples: ['"default";r=199;t=1'] },
  },
  'Retry-After': {
    description: 'Seconds after which the request may be sent again.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'WWW-Authenticate': {
    description: 'The scheme of the credentials.',
    required: true,
    schema: { type: 'string' },
  },
};

const orderNumber = {
  type: ['string', 'null'],
  description: 'The number of the order, as far as there is one.',
};
const smsId = { type: ['string', 'null'], description: 'Not used yet; null.' };

/** The universal envelope. Which keys are always there differs by operation. */
export function successSchema({ name, namesOrder }: DefaultOperation): Json {
  return {
    type: 'object',
    required: ['IsSuccess', 'Message', 'Data', ...(namesOrder ? ['OrderNumber', 'SMSID'] : [])],
    properties: {
      IsSuccess: { type: 'boolean', description: 'Whether the call did what it was asked to.' },
      Message: { type: 'string', description: 'One sentence that may be shown to a payer.' },
      Data: { $ref: `#/components/schemas/${name}Data` },
      OrderNumber: orderNumber,
      SMSID: smsId,
    },
  };
}

export const failureSchemas = {
  Failure: {
    type: 'object',
    required: ['IsSuccess', 'Message', 'Data', 'OrderNumber', 'SMSID'],
    properties: {
      IsSuccess: { const: false },
      Message: {
        type: 'string',
        description: 'One sentence that names field and rule, and never what was sent.',
      },
      Data: { type: 'null' },
      OrderNumber: orderNumber,
      SMSID: smsId,
      Errors: {
        type: 'array',
        description: 'Every wrong field, when fields are wrong.',
        items: { $ref: '#/components/schemas/WrongField' },
      },
    },
  },
  WrongField: {
    type: 'object',
    required: ['Field', 'Code', 'Message'],
    properties: {
      Field: { type: 'string', description: 'The name of the field.' },
      Code: { type: 'string', description: 'What is wrong with it, in a word for programs.' },
      Message: { type: 'string', description: 'The same in a sentence.' },
    },
  },
};
