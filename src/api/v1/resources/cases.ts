import { confirmAndCarryOut } from '../../../backoffice/case-actions/carry-out.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { hasApproversOver } from '../../../parties/users/approvers.ts';
import { caseKinds, cases, type OpenCase, objectKinds, toCase } from '../../../records/case.ts';
import { readCase } from '../../../records/case-store.ts';
import { propose, reject } from '../../../records/decide-case.ts';
import { offered } from '../../../records/decisions.ts';
import type { Person } from '../../../records/person.ts';
import type { World } from '../../../world.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { filter, type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { foundBy, numbered, paymentsFound } from '../search.ts';
import {
  anything,
  field,
  id,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { caseHistory } from './case-history.ts';

const states = ['open', 'proposed', 'confirmed', 'closed'] as const;

const caseShape = object(
  {
    id: text('The case.'),
    kind: word('What only a person can decide.', caseKinds),
    status: word('One person proposes, another confirms, then it is carried out.', states),
    objectKind: word('What it is about.', objectKinds),
    objectId: text('Which one.'),
    evidence: anything('What a person must know to decide.'),
    decisions: anything('What may be decided, each with what it does.'),
    proposal: orNull(text('What was proposed.')),
    proposedBy: orNull(text('Who proposed it.')),
    proposedAt: orNull(moment('When it was proposed.')),
    note: orNull(text('Why it was proposed.')),
    confirmedBy: orNull(text('Who confirmed it.')),
    outcome: orNull(text('What became of it.')),
    createdAt: moment('When it was opened.'),
    confirmedAt: orNull(moment('When it was confirmed.')),
  },
  { name: 'Case' },
);

function caseWire(one: OpenCase): TypeOf<typeof caseShape> {
  return {
    id: String(one.id),
    kind: one.kind,
    status: one.state,
    objectKind: one.object.kind,
    objectId: String(one.object.id),
    evidence: one.evidence,
    decisions: one.state === 'closed' ? {} : offered(one),
    proposal: one.proposal ?? null,
    proposedBy: one.proposedBy ?? null,
    proposedAt: one.proposedAt?.toISOString() ?? null,
    note: one.note ?? null,
    confirmedBy: one.confirmedBy ?? null,
    outcome: one.outcome ?? null,
    createdAt: one.createdAt.toISOString(),
    confirmedAt: one.confirmedAt?.toISOString() ?? null,
  };
}

/** A confirmed one is stored as proposed, with whom it was confirmed by. */
function hasState(state: (typeof states)[number], $: (value: unknown) => string): string {
  if (state === 'proposed') return "q.state = 'proposed' and q.closed_by is null";
  if (state === 'confirmed') return "q.state = 'proposed' and q.closed_by is not null";
  return `q.state = ${$(state)}`;
}

const listing: Listing<(typeof cases)['fields'], TypeOf<typeof caseShape>> = {
  rows: cases as never,
  select: cases.of('q'),
  from: 'open_questions q',
  business: 'q.business_id',
  key: [{ sql: 'q.id', type: 'int8' }],
  filters: {
    kind: columnIs('q.kind', word('Its kind.', caseKinds)),
    status: filter(word('What it is.', states), hasState),
    objectKind: columnIs('q.object_kind', word('The kind of what it is about.', objectKinds)),
    objectId: columnIs('q.object_id', id('What it is about.')),
    ...createdBetween('q.created_at'),
  },
  search: {
    doc:
      'its id, that of what it is about, or the order number, mail address, phone or name of a payment that it is about, itself ' +
      'or by a refund or dispute.',
    isIndexed: () => true,
    where: (q, $) =>
      foundBy('q.id', [
        ...numbered(q, $),
        ...numbered(q, $).map(
          (one) => `select id from open_questions where business_id = $1
             and object_kind in (${objectKinds.map((kind) => `'${kind}'`).join(', ')}) and object_id = (${one})`,
        ),
        `(with found as materialized (select array(${paymentsFound(q, $).join(' union all ')}) as ids),
           about as (
             select 'payment' as kind, unnest(ids) as id from found
             union all select 'followup', f.id from found, followups f
             where f.business_id = $1 and f.payment_id = any (ids)
             union all select 'dispute', d.id from found, disputes d
             where d.business_id = $1 and d.payment_id = any (ids)
           )
         select o.id from about a join open_questions o
           on o.business_id = $1 and o.object_kind = a.kind and o.object_id = a.id)`,
      ]),
  },
  item: caseShape,
  wire: (row) => caseWire(toCase(row)),
};

const params = { caseId: id('The case.') };
const note = field(freeText('Why.', 'description'));
const decision = text('One of the decisions of the case.', { maxLength: 50 });

/** As at the command line: a key decides until there are users who may. */
async function personWhoDecides(
  world: World,
  { business, principal: { name, origins, since } }: V1Call,
): Promise<Person> {
  const isKey = since === undefined;
  if (isKey && (await hasApproversOver(world.db, business))) {
    throw new Refusal('right_missing', { message: mustSignIn });
  }
  return { name, account: name, origins, since };
}

const mustSignIn =
  'There are users who may decide this, so two signed-in persons must, and no key.';

type Act = (
  world: World,
  call: V1Call<typeof params, Record<never, never>, { decision: string; note: string }>,
  step: { found: OpenCase; person: Person; match: (openCase: OpenCase) => void },
) => Promise<unknown>;

function act(verb: string, doc: string, body: Parameters<typeof object>[0], work: Act) {
  return endpoint({
    id: `cases.${verb}`,
    method: 'POST',
    path: `/v1/cases/{caseId}/${verb}`,
    doc,
    right: 'approve',
    params,
    body: object(body),
    answer: caseShape,
    refuses: ['not_found', 'right_missing', 'wrong_state'],
    whileSuspended: true,
    isVersioned: true,
    async handle(world, call) {
      const { business, params: named, match } = call;
      const key = { businessId: business.id, id: BigInt(named.caseId) };
      const found = await readCase(world.db, key);
      if (!found) throw new Refusal('not_found');
      await work(world, call as never, {
        found,
        person: await personWhoDecides(world, call as V1Call),
        match: (one) => match(caseWire(one)),
      });
      return { body: caseWire((await readCase(world.db, key))!) };
    },
  });
}

export const caseEndpoints = [
  listEndpoint(
    {
      id: 'cases.list',
      path: '/v1/cases',
      doc: 'Lists what only people can decide, the newest first.',
    },
    listing,
  ),
  retrieveEndpoint(
    {
      id: 'cases.retrieve',
      path: '/v1/cases/{caseId}',
      doc: 'Returns a case.',
      param: 'caseId',
      shape: params.caseId,
      column: 'q.id',
      isVersioned: true,
    },
    listing,
  ),
  caseHistory,
  act(
    'propose',
    'Proposes a decision. Another person must confirm it. Once there are users who may decide, in the business or above ' +
      'it, two signed-in persons must: a key neither proposes, nor confirms, nor rejects.',
    { decision, note },
    async (world, { body }, { found, person, match }) =>
      await propose(world, found, person, { ...body, match }),
  ),
  act(
    'confirm',
    'Confirms the decision that another person proposed and carries it out. Keys that come from one key, or were made by ' +
      'one person, are one person.',
    {
      decision: { ...decision, doc: 'The decision that was proposed.' },
      note: maybe({ ...note, doc: 'What the second person adds, for the audit log.' }),
    },
    async (world, { body }, { found, person, match }) =>
      await confirmAndCarryOut(world, found, person, { ...body, match }),
  ),
  act(
    'reject',
    'Rejects a proposal: the case is open again.',
    { note },
    async (world, { body }, { found, person, match }) =>
      await reject(world, found, person, { ...body, match }),
  ),
];
