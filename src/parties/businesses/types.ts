import { Refusal } from '../../kernel/refusal.ts';
import { platform, recordAct } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';
import { type BusinessType, businessTypes, type Service, services } from './offering.ts';
import { lockBusiness, readBusiness } from './store.ts';

export const otherType = 1;

/**
 * The type that was sent, otherwise the type of the site above; that has the type of its own site above, unless another
 * was chosen for it.
 */
export async function typeFor(
  sql: Sql,
  sent: number | undefined,
  parent: Business,
): Promise<number> {
  if (sent !== undefined) {
    if (await readType(sql, sent)) return sent;
    throw new Refusal('wrong_fields', { details: [unknownType] });
  }
  // Callers are cached for some seconds, so the type is read again.
  return (await readBusiness(sql, parent.id))?.typeId ?? otherType;
}

const unknownType = {
  field: 'BusinessTypeId',
  code: 'unknown',
  message: 'BusinessTypeId is not a business type of this service.',
};

export async function readType(sql: Sql, id: number): Promise<BusinessType | undefined> {
  const text = `select ${businessTypes.columns} from business_types where id = $1`;
  return await businessTypes.readOne(sql, text, [id]);
}

export async function listTypes(sql: Sql): Promise<BusinessType[]> {
  return await businessTypes.read(
    sql,
    `select ${businessTypes.columns} from business_types order by id`,
  );
}

/** Inserts or updates it. */
async function writeType(sql: Sql, type: BusinessType): Promise<void> {
  await sql.query(
    `insert into business_types (${businessTypes.names}) values ($1, $2, $3::text[], $4::text[], $5::text[])
     on conflict (id) do update set ${businessTypes.omit('id').changesFrom('excluded')}`,
    [type.id, type.name, type.services, type.invoiceFields, type.features],
  );
}

/** Without services of later versions. */
export function servicesOf(type: Pick<BusinessType, 'services'>): readonly Service[] {
  return services.filter((one) => type.services.includes(one));
}

/** Makes or changes a type, for all of its businesses at once. */
export async function setType(
  { db, now }: Pick<World, 'db' | 'now'>,
  type: BusinessType,
  actor: string,
): Promise<{ readonly isNew: boolean }> {
  return await db.begin(async (tx) => {
    const before = await readType(tx, type.id);
    await writeType(tx, type);
    await recordAct(tx, {
      businessId: platform,
      actor,
      act: 'business_type.set',
      object: `business_type:${type.id}`,
      facts: { before, after: type },
      at: now(),
    });
    return { isNew: !before };
  });
}

/** Gives a business another type; services that it lacks are refused from then on. */
export async function changeType(
  { db, now }: Pick<World, 'db' | 'now'>,
  businessId: bigint,
  typeId: number,
  actor: string,
): Promise<{ readonly before: number; readonly after: BusinessType }> {
  return await db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    const after = await readType(tx, typeId);
    if (!after) throw new Refusal('wrong_fields', { message: unknownType.message });
    const { typeId: before } = business;
    if (before === typeId) return { before, after };

    await tx.query('update businesses set type_id = $2 where business_id = $1', [
      businessId,
      typeId,
    ]);
    await recordAct(tx, {
      businessId,
      actor,
      act: 'business.type_changed',
      object: `business:${businessId}`,
      facts: { before, after: typeId },
      at: now(),
    });
    return { before, after };
  });
}
