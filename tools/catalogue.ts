import type { Sql } from '../src/runtime/sql.ts';

export type Column = {
  name: string;
  type: string;
  isRequired: boolean;
  isIdentity: boolean;
  generated: string;
  default: string | null;
  collation: string | null;
  isDeterministic: boolean;
  comment: string | null;
};

export type Index = {
  name: string;
  definition: string;
  isUnique: boolean;
  isPrimary: boolean;
  /** Whether a constraint made it, which is then where it is described. */
  isOfConstraint: boolean;
  /** In order; null where the index holds an expression. */
  columns: (string | null)[];
  comment: string | null;
};

export type Constraint = {
  name: string;
  type: 'c' | 'f' | 'p' | 'u' | 'x';
  definition: string;
  /** Null where an exclusion constraint compares an expression. */
  columns: (string | null)[];
  /** Of an exclusion constraint, one per column. */
  operators: string[];
  target: string | null;
  targetColumns: string[];
  onUpdate: string;
  onDelete: string;
  deleteColumns: number;
  comment: string | null;
};

export type Table = {
  name: string;
  comment: string | null;
  isLogged: boolean;
  options: string[];
  partitionedBy: string | null;
  partitions: { name: string; bound: string; isPartitioned: boolean }[];
  columns: Column[];
  indexes: Index[];
  constraints: Constraint[];
  triggers: string[];
  rules: string[];
};

type Owned<T> = T & { table: string };

/** The tables of the schema public in the order in which they were made. */
export async function readTables(sql: Sql): Promise<Table[]> {
  const tables = await sql.query<Table>(tableQuery);
  const [columns, indexes, constraints] = [
    byTable(await sql.query<Owned<Column>>(columnQuery)),
    byTable(await sql.query<Owned<Index>>(indexQuery)),
    byTable(await sql.query<Owned<Constraint>>(constraintQuery)),
  ];
  return tables.map((table) => ({
    ...table,
    columns: columns.get(table.name) ?? [],
    indexes: indexes.get(table.name) ?? [],
    constraints: constraints.get(table.name) ?? [],
  }));
}

/** What lives in the schema and is neither a table nor part of one. */
export async function readOtherObjects(sql: Sql): Promise<{ name: string; what: string }[]> {
  return await sql.query(
    `select relname as name, case when relkind = 'S' then 'sequence' else 'view' end as what
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('S', 'v', 'm', 'f')
     union all
     select proname, 'function' from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
     order by 2, 1`,
  );
}

function byTable<T extends { table: string }>(rows: readonly T[]): Map<string, T[]> {
  return Map.groupBy(rows, (row) => row.table);
}

const tables = `pg_class t where t.relnamespace = 'public'::regnamespace
  and t.relkind in ('r', 'p') and not t.relispartition
  and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`;

const tableQuery = `
  select t.relname as name,
    obj_description(t.oid, 'pg_class') as comment,
    t.relpersistence = 'p' as "isLogged",
    coalesce(t.reloptions, '{}') as options,
    pg_get_partkeydef(t.oid) as "partitionedBy",
    coalesce((select json_agg(json_build_object('name', p.relname,
        'bound', pg_get_expr(p.relpartbound, p.oid), 'isPartitioned', p.relkind = 'p') order by p.oid)
      from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = t.oid), '[]')
      as partitions,
    array(select tgname::text from pg_trigger where tgrelid = t.oid and not tgisinternal) as triggers,
    array(select rulename::text from pg_rewrite where ev_class = t.oid) as rules
  from ${tables} order by t.oid`;

const columnQuery = `
  select t.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as "isRequired", a.attidentity <> '' as "isIdentity", a.attgenerated as generated,
    pg_get_expr(d.adbin, d.adrelid) as default,
    case when a.attcollation <> y.typcollation then c.collname end as collation,
    coalesce(c.collisdeterministic, true) as "isDeterministic",
    col_description(t.oid, a.attnum) as comment
  from (select t.oid, t.relname from ${tables}) t
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  join pg_type y on y.oid = a.atttypid
  left join pg_collation c on c.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  order by t.oid, a.attnum`;

const indexQuery = `
  select t.relname as table, c.relname as name, pg_get_indexdef(c.oid, 0, true) as definition,
    i.indisunique as "isUnique", i.indisprimary as "isPrimary",
    exists (select from pg_constraint where conindid = c.oid and contype in ('p', 'u', 'x'))
      as "isOfConstraint",
    array(select a.attname::text from unnest(i.indkey) with ordinality as k(attnum, n)
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
      where k.n <= i.indnkeyatts order by k.n) as columns,
    obj_description(c.oid, 'pg_class') as comment
  from (select t.oid, t.relname from ${tables}) t
  join pg_index i on i.indrelid = t.oid join pg_class c on c.oid = i.indexrelid
  order by t.oid, c.oid`;

// contype n, known since PostgreSQL 18, repeats what the columns say.
const constraintQuery = `
  select t.relname as table, o.conname as name, o.contype as type,
    pg_get_constraintdef(o.oid, true) as definition,
    array(select a.attname::text from unnest(o.conkey) with ordinality as k(attnum, n)
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum order by k.n) as columns,
    array(select p.oprname::text from unnest(o.conexclop) with ordinality as k(operator, n)
      join pg_operator p on p.oid = k.operator order by k.n) as operators,
    r.relname as target,
    array(select a.attname::text from unnest(o.confkey) with ordinality as k(attnum, n)
      join pg_attribute a on a.attrelid = o.confrelid and a.attnum = k.attnum order by k.n)
      as "targetColumns",
    o.confupdtype as "onUpdate", o.confdeltype as "onDelete",
    coalesce(array_length(o.confdelsetcols, 1), 0) as "deleteColumns",
    obj_description(o.oid, 'pg_constraint') as comment
  from (select t.oid, t.relname from ${tables}) t
  join pg_constraint o on o.conrelid = t.oid and o.contype in ('c', 'f', 'p', 'u', 'x')
  left join pg_class r on r.oid = o.confrelid
  order by t.oid, o.contype = 'p' desc, o.oid`;
