import { batchBehaviours, chargeBehaviours, followUpBehaviours } from '#sandbox';
import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { lockBusiness } from '../../../parties/businesses/store.ts';
import {
  bankScripts,
  type ScriptedExchange,
  scriptedExchanges,
  unscriptedMs,
} from '../../../payments/bank-scripts.ts';
import { recordAct } from '../../../records/audit-log.ts';
import { int8 } from '../../../runtime/column.ts';
import type { Sql } from '../../../runtime/sql.ts';
import { type RowOf, shape } from '../../../runtime/table.ts';
import { paymentFields } from '../../operations/payment-fields.ts';
import { endpoint } from '../endpoint.ts';
import { columnIs } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import {
  field,
  id,
  integer,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

const exchange = word('Which exchanges with the bank it is for.', scriptedExchanges);
const mostTimes = 1000;
/** All of them are locked whenever one is taken. */
const mostScripts = 50;

const scriptShape = object(
  {
    id: text('The script.'),
    exchange,
    does: text('What the bank does: books and answers, or lets an answer get lost.'),
    orderNumber: orNull(text('The payment that it is for; null: whatever comes next.')),
    times: integer('How often it is still to be done.'),
    createdAt: moment('When it was made.'),
  },
  { name: 'BankScript', doc: 'What the simulated bank is to do with the next exchanges.' },
);

const shown = bankScripts.omit('businessId');

const listing: Listing<(typeof shown)['fields'], TypeOf<typeof scriptShape>> = {
  rows: shown,
  select: shown.of('s'),
  from: 'bank_scripts s',
  business: 's.business_id',
  key: [{ sql: 's.id', type: 'int8' }],
  filters: {
    exchange: columnIs('s.exchange', exchange),
    orderNumber: columnIs('s.order_number', text('The payment.', { maxLength: 50 })),
  },
  item: scriptShape,
  wire: scriptWire,
};

function scriptWire(row: RowOf<typeof shown>): TypeOf<typeof scriptShape> {
  return {
    id: String(row.id),
    exchange: row.exchange,
    does: row.does,
    orderNumber: row.orderNumber ?? null,
    times: row.times,
    createdAt: row.createdAt.toISOString(),
  };
}

const everything = [...new Set([...chargeBehaviours, ...followUpBehaviours, ...batchBehaviours])];

const behavioursOf: Readonly<Record<ScriptedExchange, readonly string[]>> = {
  charge: chargeBehaviours,
  capture: followUpBehaviours,
  void: followUpBehaviours,
  refund: followUpBehaviours,
  batch: batchBehaviours,
};

const namesNoPayment = flaw('contradictory', 'must be left out: a batch has no order number');

const createOne = endpoint({
  id: 'bankScripts.create',
  method: 'POST',
  path: '/v1/sandbox/bank-scripts',
  doc:
    'Tells the simulated bank what to do with the next charges, captures, voids, refunds or batches of the business, whatever ' +
    'their cards: a decline code, or a fault of the network. It holds once this call has answered. Of several the oldest is ' +
    'done first, and before them those that name the order.',
  right: 'administer',
  inSandboxOnly: true,
  body: object(
    {
      exchange,
      does: word('What the bank does. Not everything can be done in every exchange.', everything),
      orderNumber: maybe(field(paymentFields.OrderNumber)),
      times: maybe(integer('How often; once when left out.', 1, mostTimes)),
    },
    { name: 'NewBankScript' },
  ),
  answer: scriptShape,
  status: 201,
  refuses: ['wrong_state'],
  async handle(world, { business, body, actor }) {
    const faults = faultsIn(body);
    if (faults.length > 0) throw new Refusal('wrong_fields', { details: faults });
    const { id: businessId } = business;
    const at = world.now();
    const { exchange: kind, does, orderNumber, times = 1 } = body;
    const row = {
      ...{ businessId, id: await world.ids.next(businessId), exchange: kind, does },
      ...{ orderNumber, times, createdAt: at },
    };
    await world.db.begin(async (tx) => {
      // Else several at once would count before any of them is there.
      await lockBusiness(tx, businessId);
      if ((await countScripts(tx, businessId)) >= mostScripts) {
        const message = `There are ${mostScripts} scripts already; delete some.`;
        throw new Refusal('wrong_state', { message });
      }
      await bankScripts.insert(tx, [row]);
      const facts = { exchange: kind, does, orderNumber, times };
      const act = 'bank_script.created';
      await recordAct(tx, { businessId, actor, act, object: objectOf(row.id), facts, at });
    });
    await world.sleep(unscriptedMs);
    const headers = { Location: `/v1/sandbox/bank-scripts/${row.id}` };
    return { body: scriptWire(row), headers };
  },
});

function faultsIn(sent: { exchange: ScriptedExchange; does: string; orderNumber?: unknown }) {
  const possible = behavioursOf[sent.exchange];
  const notOne = flaw('not_one_of', `must be one of: ${possible.join(', ')}`);
  return [
    ...(possible.includes(sent.does) ? [] : [fieldFault('does', notOne)]),
    ...(sent.exchange === 'batch' && sent.orderNumber !== undefined
      ? [fieldFault('orderNumber', namesNoPayment)]
      : []),
  ];
}

const counted = shape({ n: int8 });

async function countScripts(tx: Sql, businessId: bigint): Promise<bigint> {
  const count = 'select count(*) as n from bank_scripts where business_id = $1';
  return (await counted.readRow(tx, count, [businessId])).n;
}

const objectOf = (scriptId: bigint | string) => `bank_script:${scriptId}`;

const params = { scriptId: id('The script.') };

const deleteOne = endpoint({
  id: 'bankScripts.delete',
  method: 'DELETE',
  path: '/v1/sandbox/bank-scripts/{scriptId}',
  doc: 'Deletes a script: what it did not do yet is not done. One that was done as often as it says is gone by itself.',
  right: 'administer',
  inSandboxOnly: true,
  params,
  refuses: ['not_found'],
  async handle(world, { business: { id: businessId }, params: { scriptId }, actor }) {
    const at = world.now();
    await world.db.begin(async (tx) => {
      const gone = await tx.query(
        'delete from bank_scripts where business_id = $1 and id = $2 returning 1',
        [businessId, BigInt(scriptId)],
      );
      if (gone.length === 0) throw new Refusal('not_found');
      const act = 'bank_script.deleted';
      await recordAct(tx, { businessId, actor, act, object: objectOf(scriptId), facts: {}, at });
    });
    return undefined;
  },
});

export const bankScriptEndpoints = [
  listEndpoint(
    {
      id: 'bankScripts.list',
      path: '/v1/sandbox/bank-scripts',
      doc: 'Lists what the simulated bank is still to do, the newest first.',
      inSandboxOnly: true,
    },
    listing,
  ),
  createOne,
  retrieveEndpoint(
    {
      id: 'bankScripts.retrieve',
      path: '/v1/sandbox/bank-scripts/{scriptId}',
      doc: 'Returns a script.',
      param: 'scriptId',
      shape: params.scriptId,
      column: 's.id',
      inSandboxOnly: true,
    },
    listing,
  ),
  deleteOne,
];
