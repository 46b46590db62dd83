import type { Sql } from '../runtime/sql.ts';
import { type LeadForm, leadForms } from './lead-form.ts';

// A list is no column of a set: it is a parameter of its own.
const written = leadForms.omit('topics');
const forms = written.set(2);

export async function insertForm(tx: Sql, form: LeadForm): Promise<void> {
  const { topics, ...row } = form;
  await tx.query(
    `insert into lead_forms (${written.names}, topics)
     select ${written.names}, $1::text[] from ${forms.sql}`,
    [topics, ...forms.encode([{ ...row, questions: JSON.stringify(row.questions) }])],
  );
}

export async function readForm(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<LeadForm | undefined> {
  return await leadForms.readOne(
    sql,
    `select ${leadForms.columns} from lead_forms where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

export async function readForms(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<LeadForm[]> {
  return await leadForms.read(
    sql,
    `select ${leadForms.columns} from lead_forms where business_id = $1 and id = any($2)`,
    [businessId, ids],
  );
}

/** The latest first. */
export async function listForms(sql: Sql, businessId: bigint): Promise<LeadForm[]> {
  return await leadForms.read(
    sql,
    `select ${leadForms.columns} from lead_forms where business_id = $1
     order by created_at desc, id desc`,
    [businessId],
  );
}

/** False: it is not open. */
export async function closeRow(tx: Sql, businessId: bigint, id: bigint): Promise<boolean> {
  const closed = await tx.query(
    `update lead_forms set state = 'closed' where business_id = $1 and id = $2 and state = 'open'
     returning id`,
    [businessId, id],
  );
  return closed.length > 0;
}
