import type { Mailboxes } from '../../src/ports/mailboxes/mailbox.ts';
import type { Flush, Gather } from '../../src/runtime/gather.ts';
import type { Database, Sql } from '../../src/runtime/sql.ts';

/**
 * Called with the name of every moment at which a process may stop. Names are derived from what is done there,
 * so that nobody keeps a list of them: a new statement, a new method of a processor is a new point.
 */
export type AtPoint = (name: string) => void;

/** Before and after every statement and every commit. */
export function namedDatabase(db: Database, atPoint: AtPoint): Database {
  const begin: Database['begin'] = async (work, tenants) => {
    let wrote = 'reading only';
    const result = await db.begin(async (tx) => {
      const noting = namedSql(tx, atPoint, (text) => {
        const name = statementName(text);
        if (wrote === 'reading only' && !name.startsWith('select')) wrote = name;
        return name;
      });
      const done = await work(noting);
      atPoint(`before commit of ${wrote}`);
      return done;
    }, tenants);
    atPoint(`after commit of ${wrote}`);
    return result;
  };
  return {
    query: (text, values, tenants) => {
      const step = () => db.query<never>(text, values, tenants);
      return gathered.has(text) ? step() : between(atPoint, statementName(text), step);
    },
    begin,
    together: (works, tenants) => between(atPoint, 'together', () => db.together(works, tenants)),
    aside: namedSql(db.aside, atPoint),
    close: () => db.close(),
  };
}

/** Statements over gathered rows are called by the name of the function that makes them. */
export function namedGather(gather: Gather, atPoint: AtPoint): Gather {
  const wrapped = new Map<unknown, unknown>();
  return async <Row, Result>(flush: Flush<Row, Result>, row: Row) => {
    if (!wrapped.has(flush)) {
      const named = async (sql: Sql, rows: readonly Row[]) =>
        await flush(
          namedSql(sql, atPoint, (text) => {
            gathered.add(text);
            return flush.name;
          }),
          rows,
        );
      wrapped.set(flush, Object.assign(named, flush.shares && { shares: flush.shares }));
    }
    return await gather(wrapped.get(flush) as Flush<Row, Result>, row);
  };
}

/** Every function of something outside, whatever they are; a request that says its kind is named by it as well. */
export function namedFunctions<T extends object>(owner: string, object: T, atPoint: AtPoint): T {
  const entries = Object.entries(object).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value];
    const named = (...args: readonly unknown[]) => {
      const kind = (args[0] as { kind?: unknown } | undefined)?.kind;
      const point = `${owner}.${name}${typeof kind === 'string' ? ` ${kind}` : ''}`;
      return between(atPoint, point, () => value(...args));
    };
    return [name, named];
  });
  return Object.fromEntries(entries) as T;
}

/** Whatever mailboxes there are, and whatever stands beside them. */
export function namedMailboxes(mailboxes: Mailboxes, atPoint: AtPoint): Mailboxes {
  const { sandbox, ...others } = mailboxes;
  const entries = Object.entries(others).map(([name, one]) => [
    name,
    one && namedFunctions(`mailbox ${name}`, one, atPoint),
  ]);
  return {
    ...(Object.fromEntries(entries) as typeof others),
    sandbox: (businessId) => namedFunctions('mailbox', sandbox(businessId), atPoint),
  };
}

/** Texts that the function has named which gathers them: they are not named once more. */
const gathered = new Set<string>();

function namedSql(sql: Sql, atPoint: AtPoint, nameOf = statementName): Sql {
  return {
    query: (text, values) => between(atPoint, nameOf(text), () => sql.query(text, values)),
  };
}

async function between<T>(atPoint: AtPoint, name: string, step: () => Promise<T>): Promise<T> {
  atPoint(`before ${name}`);
  const result = await step();
  atPoint(`after ${name}`);
  return result;
}

const writes = /\b(insert into|update|delete from)\s+([a-z_]+)/;

/** Its verb and its first table; of what only reads, whether it locks too. */
function statementName(text: string): string {
  const words = text.toLowerCase().replace(/--.*$/gm, ' ').replace(/\s+/g, ' ').trim();
  // What follows `for update` and `do update` is no table.
  const [, verb, table] =
    writes.exec(words.replace(/\b(?:for|do) (?:no key )?update\b/g, '')) ?? [];
  if (verb) return `${verb.split(' ')[0]} ${table}`;
  const [, from = 'no table'] = /\bfrom\s+([a-z_]+)/.exec(words) ?? [];
  return `select ${from}${/\bfor (?:no key )?update\b/.test(words) ? ' for update' : ''}`;
}
