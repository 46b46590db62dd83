import { files } from '../../../ach/files/file.ts';
import { validations } from '../../../ach/validation/validation.ts';
import { platform } from '../../../records/audit-log.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { foundBy, mostSearched, numbered, paymentsFound } from '../search.ts';
import {
  bool,
  day,
  id,
  integer,
  moment,
  object,
  orNull,
  sum,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

const fileStates = ['collecting', 'written', 'delivered', 'rejecting', 'rejected', 'read'] as const;

const fileShape = object(
  {
    id: text('The file.'),
    direction: word('Out to the bank, or in from it.', ['out', 'in']),
    status: word('What it is by now.', fileStates),
    name: text('Its name.'),
    fileOn: day('Its day.'),
    isSameDay: bool('Whether it settles on its day.'),
    entryCount: integer('Bank transfers in it.'),
    debits: sum('Of all debits, in US dollars.'),
    credits: sum('Of all credits, in US dollars.'),
    sha256: orNull(text('Of its bytes.')),
    cutoffAt: moment('Until when it takes bank transfers.'),
    createdAt: moment('When it was begun.'),
    deliveredAt: orNull(moment('When the bank had it.')),
  },
  { name: 'AchFile' },
);

const shownFile = files.omit('scope', 'number', 'environment', 'faults', 'resolveAt', 'round');

/** Files of live businesses are for all of them, so they belong to the operator; a sandbox business has its own. */
const fileListing: Listing<(typeof shownFile)['fields'], TypeOf<typeof fileShape>> = {
  rows: shownFile,
  select: shownFile.of('f'),
  from: 'ach_files f',
  where({ business }, $) {
    const isOperator = business.ancestors.length === 0 && business.environment === 'live';
    return `f.business_id = ${$(isOperator ? platform : business.id)}`;
  },
  key: [{ sql: 'f.id', type: 'int8' }],
  filters: {
    direction: columnIs('f.direction', word('Its direction.', ['out', 'in'])),
    status: columnIs('f.state', word('What it is.', fileStates)),
    ...createdBetween('f.created_at'),
  },
  search: { doc: 'name.', where: (q, $) => `f.name = ${$(q)}` },
  item: fileShape,
  wire: (row) => ({
    id: String(row.id),
    direction: row.direction,
    status: row.state,
    name: row.name,
    fileOn: row.fileOn.toString(),
    isSameDay: row.isSameDay,
    entryCount: row.entryCount,
    debits: Number(row.debitCents),
    credits: Number(row.creditCents),
    sha256: row.sha256?.toString('hex') ?? null,
    cutoffAt: row.cutoffAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  }),
};

const methods = ['prenote', 'micro_deposits', 'hook', 'used_before'] as const;

const validationShape = object(
  {
    id: text('The validation.'),
    method: word('How the account is validated.', methods),
    status: word('What it is by now.', ['pending', 'validated', 'failed', 'expired', 'withdrawn']),
    paymentId: text('The first payment that waits for it.'),
    routingNumber: text('Of the bank.'),
    last4: text('The last digits of the account.'),
    reason: orNull(text('Why it failed.')),
    createdAt: moment('When it was begun.'),
    validatedAt: orNull(moment('When it was found open.')),
    endedAt: orNull(moment('When it failed, expired or was withdrawn.')),
  },
  { name: 'AccountValidation' },
);

const shownValidation = validations.pick(
  'id',
  'method',
  'state',
  'paymentId',
  'routingNumber',
  'last4',
  'reason',
  'createdAt',
  'validatedAt',
  'endedAt',
);

const validationListing: Listing<
  (typeof shownValidation)['fields'],
  TypeOf<typeof validationShape>
> = {
  rows: shownValidation,
  select: shownValidation.of('v'),
  from: 'account_validations v',
  business: 'v.business_id',
  key: [{ sql: 'v.id', type: 'int8' }],
  filters: {
    status: columnIs(
      'v.state',
      word('What it is.', ['pending', 'validated', 'failed', 'expired', 'withdrawn']),
    ),
    method: columnIs('v.method', word('How the account is validated.', methods)),
    paymentId: columnIs('v.payment_id', id('The payment.')),
    routingNumber: columnIs('v.routing_number', text('Of the bank.', { maxLength: 9 })),
    last4: columnIs('v.last4', text('The last digits of the account.', { maxLength: 4 })),
    ...createdBetween('v.created_at'),
  },
  search: {
    doc:
      'its id, or id, order number, mail address, phone or name of a payment from the account; last digits or routing number ' +
      `among the newest ${mostSearched}.`,
    isIndexed: () => true,
    where(q, $) {
      const asText = $(q);
      return foundBy('v.id', [
        ...numbered(q, $),
        // By the owner of the number, which payments from one saved account share.
        `select o.id from account_validations o where o.business_id = $1 and o.number_owner = any (array(
           select unnest(array['payment:' || p.id, p.token]) from payments p
           where p.business_id = $1 and ${foundBy('p.id', paymentsFound(q, $))}))`,
        `select n.id from (select id, last4, routing_number from account_validations
           where business_id = $1 order by id desc limit ${mostSearched}) n
         where n.last4 = ${asText} or n.routing_number = ${asText}`,
      ]);
    },
  },
  item: validationShape,
  wire: (row) => ({
    id: String(row.id),
    method: row.method,
    status: row.state,
    paymentId: String(row.paymentId),
    routingNumber: row.routingNumber,
    last4: row.last4,
    reason: row.reason ?? null,
    createdAt: row.createdAt.toISOString(),
    validatedAt: row.validatedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }),
};

export const achFileEndpoints = [
  listEndpoint(
    {
      id: 'achFiles.list',
      readsPlatform: true,
      path: '/v1/ach-files',
      doc: 'Lists files to and from the bank, the newest first: those of a sandbox business, or for the operator those of all live ones.',
    },
    fileListing,
  ),
  retrieveEndpoint(
    {
      id: 'achFiles.retrieve',
      readsPlatform: true,
      path: '/v1/ach-files/{fileId}',
      doc: 'Returns a file to or from the bank. Its bank transfers are found by fileId.',
      param: 'fileId',
      shape: id('The file.'),
      column: 'f.id',
    },
    fileListing,
  ),
  listEndpoint(
    {
      id: 'accountValidations.list',
      path: '/v1/account-validations',
      doc: 'Lists validations of bank accounts, the newest first.',
    },
    validationListing,
  ),
  retrieveEndpoint(
    {
      id: 'accountValidations.retrieve',
      path: '/v1/account-validations/{validationId}',
      doc: 'Returns the validation of a bank account.',
      param: 'validationId',
      shape: id('The validation.'),
      column: 'v.id',
    },
    validationListing,
  ),
];
