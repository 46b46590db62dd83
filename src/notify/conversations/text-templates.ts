import { recordAct } from '../../records/audit-log.ts';
import { int8, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

/** Texts that the people of a business write again and again. */
export const textTemplates = table('text_templates', {
  businessId: int8,
  id: int8,
  /** Unique in the business, in any letter case. */
  name: text,
  /** With placeholders, and [PBTLINK] for the address of a pay link. */
  body: text,
  createdAt: timestamptz,
  updatedAt: timestamptz,
});

export type TextTemplate = RowOf<typeof textTemplates>;
type TemplateKey = Pick<TextTemplate, 'businessId' | 'id'>;
type Content = Pick<TextTemplate, 'name' | 'body'>;

/** Values that need no guess: the payer as the business knows it, and the name of the business. */
export const placeholders = ['firstName', 'lastName', 'business'] as const;

/** As many as a menu can show. */
export const mostTemplates = 100;

/** True if each placeholder is one that can be filled in: anything else in braces would be sent as it is. */
export function hasKnownPlaceholders(body: string): boolean {
  const found = [...body.matchAll(/\{([^{}\s]*)\}/g)].map(([, name]) => name);
  return found.every((name) => placeholders.some((known) => known === name));
}

type Outcome = TextTemplate | 'name_taken' | 'too_many' | 'not_there';
type Context = Pick<World, 'db' | 'now'>;

const counted = shape({ templates: int8 });

/** Adds a template. */
export async function addTemplate(
  { db, now }: Context,
  { businessId, id, name, body }: TemplateKey & Content,
  actor: string,
): Promise<Outcome> {
  return await db.begin(async (tx) => {
    const { templates } = await counted.readRow(
      tx,
      'select count(*) as templates from text_templates where business_id = $1',
      [businessId],
    );
    if (templates >= BigInt(mostTemplates)) return 'too_many';
    const at = now();
    const made = { businessId, id, name, body, createdAt: at, updatedAt: at };
    const written = await textTemplates.insert(tx, [made], 'on conflict do nothing');
    if (written === 0) return 'name_taken';
    await record(tx, made, { actor, act: 'text_template.added', at });
    return made;
  });
}

type Changer = {
  readonly actor: string;
  /** Gets the locked template, and throws if it is not the one that the caller saw. */
  match(before: TextTemplate): void;
};

/** Changes what is given. */
export async function changeTemplate(
  { db, now }: Context,
  { businessId, id }: TemplateKey,
  change: { readonly [K in keyof Content]?: Content[K] | undefined },
  { actor, match }: Changer,
): Promise<Outcome> {
  const begun = db.begin(async (tx): Promise<Outcome> => {
    const before = await lock(tx, { businessId, id });
    if (!before) return 'not_there';
    match(before);
    const { name = before.name, body = before.body } = change;
    if (name === before.name && body === before.body) return before;
    const at = now();
    const after = { ...before, name, body, updatedAt: at };
    await tx.query(
      `update text_templates set name = $3, body = $4, updated_at = $5
       where business_id = $1 and id = $2`,
      [businessId, id, name, body, at],
    );
    await record(tx, after, { actor, act: 'text_template.changed', at });
    return after;
  });
  return await begun.catch((error) => {
    if (isTaken(error)) return 'name_taken';
    throw error;
  });
}

/** False: there is none. */
export async function removeTemplate(
  { db, now }: Context,
  { businessId, id }: TemplateKey,
  { actor, match }: Changer,
): Promise<boolean> {
  return await db.begin(async (tx) => {
    const before = await lock(tx, { businessId, id });
    if (!before) return false;
    match(before);
    await tx.query('delete from text_templates where business_id = $1 and id = $2', [
      businessId,
      id,
    ]);
    await record(tx, before, { actor, act: 'text_template.removed', at: now() });
    return true;
  });
}

async function lock(tx: Sql, { businessId, id }: TemplateKey): Promise<TextTemplate | undefined> {
  return await textTemplates.readOne(
    tx,
    `select ${textTemplates.columns} from text_templates
     where business_id = $1 and id = $2 for update`,
    [businessId, id],
  );
}

type Act = { readonly actor: string; readonly act: string; readonly at: Date };

async function record(tx: Sql, { businessId, id, name }: TextTemplate, act: Act): Promise<void> {
  await recordAct(tx, { ...act, businessId, object: `text_template:${id}`, facts: { name } });
}

/** True for a violation of a unique index: of the name, since ids are drawn. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
