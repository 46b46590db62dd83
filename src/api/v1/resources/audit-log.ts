import { acts } from '../../../records/audit-log.ts';
import { type BrokenChain, verifyAuditLog } from '../../../records/verify-audit-log.ts';
import { endpoint } from '../endpoint.ts';
import { columnIs, createdBetween, indexIs } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import {
  anything,
  bool,
  integer,
  list,
  moment,
  object,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

const actShape = object(
  {
    id: text('Its place in the log of the business, from 1.'),
    happenedAt: moment('When it was done.'),
    actor: text(
      'Who did it: api:USERNAME, operator, operator:NAME, payer (on a page, or by a text) or system.',
    ),
    act: text('What was done, such as key.created.'),
    object: text('What it was done to, such as key:12.'),
    facts: anything('More about it. No secret is among it.'),
  },
  { name: 'AuditLogEntry' },
);

const row = acts.omit('hash', 'businessId');
const listing: Listing<(typeof row)['fields'], TypeOf<typeof actShape>> = {
  rows: row,
  select: row.of('t'),
  from: 'audit_trail t',
  business: 't.business_id',
  key: [{ sql: 't.n', type: 'int8' }],
  filters: {
    actor: columnIs('t.actor', text('Who did it.', { maxLength: 200 })),
    act: columnIs('t.act', text('What was done.', { maxLength: 50 })),
    object: indexIs('t.object', text('What it was done to.', { maxLength: 100 })),
    ...createdBetween('t.happened_at'),
  },
  search: {
    doc: 'a part of who did it, what was done, or what it was done to.',
    where: (q, $) => {
      const asText = `lower(${$(q)})`;
      const columns = ['t.actor', 't.act', 't.object'];
      return columns.map((column) => `position(${asText} in lower(${column})) > 0`).join(' or ');
    },
  },
  item: actShape,
  wire: ({ n, at, actor, act, object: of, facts }) => ({
    id: String(n),
    happenedAt: at.toISOString(),
    actor,
    act,
    object: of,
    facts,
  }),
};

const breakKinds = ['changed', 'missing', 'put_in', 'wrong_order', 'without_head'] as const;

const verifyOne = endpoint({
  id: 'auditLog.verify',
  method: 'GET',
  path: '/v1/audit-log/verification',
  doc: 'Recomputes the hash chain of the audit log and says where it is broken. It reads the whole log.',
  right: 'read',
  answer: object(
    {
      isWhole: bool('True if no entry was changed, removed or put in.'),
      entries: integer('How many entries were read.'),
      breaks: list(
        object(
          {
            from: text('The first entry concerned.'),
            to: text('The last one.'),
            kind: word('What is wrong there.', breakKinds),
          },
          { name: 'AuditLogBreak' },
        ),
        'Where it is broken.',
      ),
      unreported: integer('How many further places are not listed.'),
    },
    { name: 'AuditLogVerification' },
  ),
  async handle({ db }, { business: { id: businessId } }) {
    let broken: Pick<BrokenChain, 'breaks' | 'unreported'> = { breaks: [], unreported: 0 };
    const { links, isWhole } = await verifyAuditLog(db, {
      businessId,
      report(chain) {
        broken = chain;
      },
    });
    const breaks = broken.breaks.map(({ n, upTo, kind }) => ({
      from: String(n),
      to: String(upTo),
      kind: breakKinds.find((one) => one === kind.replace(' ', '_'))!,
    }));
    const { unreported } = broken;
    return { body: { isWhole, entries: Number(links), breaks, unreported } };
  },
});

export const auditLogEndpoints = [
  listEndpoint(
    {
      id: 'auditLog.list',
      path: '/v1/audit-log',
      doc: 'Lists who did what in the business, the newest first.',
    },
    listing,
  ),
  verifyOne,
];
