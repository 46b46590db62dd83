import { charge, type Planted } from './planted-imports.ts';
import { isTest } from './tree.ts';
import type { Ban } from './words.ts';

/*
 * What the texts of statements must not hold so that they run the same where businesses are spread over several
 * servers. What only shows when a statement runs is found by the tracer, see `test/tracer/tracer.ts`.
 */

const ours = (path: string) =>
  /^(?:src|packages\/[^/]+\/src|tools|bench)\//.test(path) && !isTest(path);

/** Older migrations were written before the rule, and no migration changes. */
const lastUnnamed = 28;

const simpleCase: Ban = {
  name: 'a case in SQL has a condition for each arm',
  words: /\bcase\s+(?!when\b)[^\s,;]+(?:\s*\([^)]*\))?\s+when\b/gi,
  within: 'quotes',
  files: ours,
  except: {},
  instead: 'write `case when x = …`: the short form is planned on one server only',
};

const recursive: Ban = {
  name: 'no statement walks over businesses by itself',
  words: /\bwith\s+recursive\b/gi,
  within: 'quotes',
  files: (path) => path.startsWith('src/') && !isTest(path),
  except: {},
  instead: 'ask for the next business in a statement of its own, see `nextBusinesses`',
};

const plainInsert: Ban = {
  name: 'rows of a described table are inserted by its description',
  words:
    /\binsert\s+into\s+\w+(?:\s+as\s+\w+)?\s*\(\$\{(\w+)\.names\}\)\s*(?:values\b|select\s+\$\{\1\.names\}\s+from\s+\$\{\w+\.sql\})/gi,
  within: 'text',
  files: (path) => path.startsWith('src/') && !isTest(path),
  except: {
    'src/parties/businesses/site-requests.ts': 'compares with a parameter of its own',
    'src/parties/businesses/types.ts': 'lists are no set of rows',
    'src/settlement/take.ts': 'reads what it wrote',
  },
  instead: 'call `insert` of the table, or of a part of it',
};

const constraint = String.raw`(?:check\s*\(|foreign\s+key\b|references\b|exclude\s+using\b)`;
const unnamed: Ban = {
  name: 'a constraint has a name and a statement of its own',
  words: new RegExp(
    String.raw`(?<!add\s+constraint\s+\w+\s+)\b${constraint}|(?<!create\s+|add\s+constraint\s+\w+\s+)\bunique\b(?!')`,
    'gi',
  ),
  within: 'text',
  files: (path) => Number(/^migrations\/(\d{4})_/.exec(path)?.[1] ?? 0) > lastUnnamed,
  except: {},
  instead:
    'write `alter table t add constraint t_what …` behind the statement that makes the table or column',
};

const wireKey: Ban = {
  name: 'statements know names on the wire from one place',
  words: /->>\s*'?\$|->>?\s*'[A-Z]/g,
  within: 'text',
  files: ours,
  except: {
    'src/parties/businesses/details.ts': 'has the names',
    'src/runtime/events.ts': 'names fields of events, by their types',
  },
  instead: 'call `profileDetail`, or read a column that the details were parsed into',
};

export const statementBans: readonly Ban[] = [simpleCase, recursive, plainInsert, unnamed, wireKey];

export const plantedStatements: Readonly<Record<string, Planted>> = {
  [simpleCase.name]: {
    bad: [
      [charge, "await sql.query(`select case kind when 'void' then 1 else 2 end`);"],
      [charge, "await sql.query(`select case line->>'kind' when 'fee' then 1 end`);"],
      [charge, "await sql.query(`select case min(e.state)\n when 'returned' then 1 end`);"],
    ],
    good: [
      [charge, "await sql.query(`select case when kind = 'void' then 1 else 2 end`);"],
      [charge, "const says = 'in this case, when it is asked again';"],
    ],
  },
  [recursive.name]: {
    bad: [[charge, 'await sql.query(`with recursive b as (select 1) select * from b`);']],
    good: [[charge, 'await sql.query(`with b as (select 1) select * from b`);']],
  },
  [plainInsert.name]: {
    bad: [
      [
        charge,
        'await sql.query(`insert into plans (${plans.names})\n select ${plans.names} from ${input.sql}`);',
      ],
      [charge, 'await sql.query(`insert into plans (${plans.names}) values ($1, $2)`);'],
    ],
    good: [
      [charge, "await plans.insert(sql, rows, 'on conflict do nothing');"],
      [
        charge,
        'await sql.query(`insert into plans (business_id, ${some.names}) select $1, ${some.names} from ${a.sql}`);',
      ],
      [
        charge,
        'await sql.query(`insert into plans (${plans.names}) select ${plans.names} from input`);',
      ],
    ],
  },
  [unnamed.name]: {
    bad: [
      ['migrations/0099_x.sql', 'create table x (state text not null check (state in (1)));'],
      ['migrations/0099_x.sql', 'create table x (id bigint references plans (id));'],
      ['migrations/0099_x.sql', 'alter table x add column id bigint unique;'],
      ['migrations/0099_x.sql', 'create table x (constraint x_id unique (id));'],
    ],
    good: [
      ['migrations/0099_x.sql', 'create table x (id bigint primary key);'],
      ['migrations/0099_x.sql', 'alter table x add constraint x_id check (id > 0) not valid;'],
      ['migrations/0099_x.sql', 'alter table x add constraint x_id unique (business_id, id);'],
      ['migrations/0099_x.sql', 'create unique index x_id on x (business_id, id);'],
      ['migrations/0001_x.sql', 'create table x (id bigint check (id > 0));'],
    ],
  },
  [wireKey.name]: {
    bad: [
      [charge, "await sql.query(`select details ->> 'DBA' as name from applications`);"],
      [charge, "await sql.query(`select (details->'EIN')::text from applications`);"],
      [charge, 'await sql.query(`select details ->> $2 as name from applications`);'],
      [charge, "await sql.query(`select details ->> '${name}' from applications`);"],
    ],
    good: [
      [charge, "await sql.query(`select data ->> 'customerId' as id from events`);"],
      [charge, "await sql.query(`select ${profileDetail('ein', 'p')} from business_profiles p`);"],
      ['src/parties/businesses/details.ts', "const text = `details ->> '${key}'`;"],
    ],
  },
};
