import type { Sql } from '../base/sql.ts';
import type { LeadForm } from './lead-form.ts';

export async function insertForm(tx: Sql, form: LeadForm): Promise<void> {
  await tx.query(
    `insert into lead_forms (business_id, id, name, state, intro, thanks, origin_id, questions, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      form.businessId,
      form.id,
      form.name,
      form.state,
      form.intro,
      form.thanks,
      form.originId,
      JSON.stringify(form.questions),
      form.createdAt,
    ],
  );
}

const columns = `business_id as "businessId", id, name, state, intro, thanks, origin_id as "originId",
  questions, created_at as "createdAt"`;

export async function readForm(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<LeadForm | undefined> {
  const rows = await sql.query<FormRecord>(
    `select ${columns} from lead_forms where business_id = $1 and id = $2`,
    [businessId, id],
  );
  return rows.map(toForm)[0];
}

export async function readForms(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<LeadForm[]> {
  const rows = await sql.query<FormRecord>(
    `select ${columns} from lead_forms where business_id = $1 and id = any($2)`,
    [businessId, ids],
  );
  return rows.map(toForm);
}

/** The latest first. */
export async function listForms(sql: Sql, businessId: bigint): Promise<LeadForm[]> {
  const rows = await sql.query<FormRecord>(
    `select ${columns} from lead_forms where business_id = $1 order by created_at desc, id desc`,
    [businessId],
  );
  return rows.map(toForm);
}

/** False: it is not open. */
export async function closeRow(tx: Sql, businessId: bigint, id: bigint): Promise<boolean> {
  const rows = await tx.query(
    `update lead_forms set state = 'closed' where business_id = $1 and id = $2 and state = 'open'
     returning id`,
    [businessId, id],
  );
  return rows.length > 0;
}

type FormRecord = Omit<LeadForm, 'originId'> & { readonly originId: string | null };

function toForm(row: FormRecord): LeadForm {
  return { ...row, originId: row.originId ?? undefined };
}
