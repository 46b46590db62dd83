import { type RefusalCode, refusals } from '../../kernel/refusal.ts';
import { declineHeaderDoc } from '../operations/decline-header.ts';
import type { DefaultOperation } from '../operations/operation.ts';

type Json = Readonly<Record<string, unknown>>;

/** Refusals of every operation. */
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

/** By status: the operation's own answers, and its refusals. */
export function answersOf(operation: DefaultOperation): Json {
  const { answers, needsPayments, needsServices = [], refuses } = operation;
  const meanings = new Map<number, string[]>();
  const add = (status: number, meaning: string) =>
    meanings.set(status, [...(meanings.get(status) ?? []), meaning]);
  for (const [status, meaning] of Object.entries(answers)) add(Number(status), meaning);
  const codes: readonly RefusalCode[] = [
    ...always,
    ...(needsPayments ? paymentsNeeded : []),
    ...(needsServices.length > 0 ? servicesNeeded : []),
    ...refuses,
  ];
  for (const code of codes) add(refusals[code].status, refusals[code].message);

  const refusedWith = (status: number) => codes.filter((code) => refusals[code].status === status);
  const inOrder = [...meanings].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    inOrder.map(([status, texts]) => [
      status,
      answer(operation, status, texts.join(' '), refusedWith(status)),
    ]),
  );
}

const paymentsNeeded: readonly RefusalCode[] = ['payments_not_active'];
const servicesNeeded: readonly RefusalCode[] = ['service_not_included'];

function answer(
  { name, answers, headers: own, refuses }: DefaultOperation,
  status: number,
  description: string,
  codes: readonly RefusalCode[],
): Json {
  const schemas = [
    ...(status in answers ? [`${name}Answer`] : []),
    ...(codes.length > 0 ? ['Failure'] : []),
  ].map((schema) => ({ $ref: `#/components/schemas/${schema}` }));
  const isDecline = refuses.some(
    (code) => refusals[code].status === status && 'isDecline' in refusals[code],
  );
  const special = [
    ...(status in answers ? Object.entries(own) : []),
    ...(isDecline ? Object.entries(declineHeaderDoc) : []),
  ].map(plainHeader);
  return {
    description,
    headers: Object.fromEntries([...headersOf(status), ...special]),
    content: {
      'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } },
    },
    ...(codes.length > 0 && { 'x-codes': codes }),
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
    description: 'Identifies this request; quote it in questions about it.',
    required: true,
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'Where limits are on: r is the number of requests left, t the seconds until there are more.',
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
  description: 'The order number, if there is one.',
};
const smsId = { type: ['string', 'null'], description: 'Not used; null.' };

/** The envelope of all answers. The keys that are always present differ by operation. */
export function envelopeSchema({ name, namesOrder }: DefaultOperation): Json {
  return {
    type: 'object',
    required: ['IsSuccess', 'Message', 'Data', ...(namesOrder ? ['OrderNumber', 'SMSID'] : [])],
    properties: {
      IsSuccess: { type: 'boolean', description: 'True if the operation succeeded.' },
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
        description: 'One sentence that names field and rule, never the value sent.',
      },
      Data: { type: 'null' },
      OrderNumber: orderNumber,
      SMSID: smsId,
      Errors: {
        type: 'array',
        description: 'Every wrong field, if fields are wrong.',
        items: { $ref: '#/components/schemas/WrongField' },
      },
    },
  },
  WrongField: {
    type: 'object',
    required: ['Field', 'Code', 'Message'],
    properties: {
      Field: { type: 'string', description: 'The name of the field.' },
      Code: { type: 'string', description: 'The error as a code, for programs.' },
      Message: { type: 'string', description: 'The error as a sentence.' },
    },
  },
};
