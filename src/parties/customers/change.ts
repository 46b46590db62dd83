import type { Flaw, Parsed } from '../../kernel/parsed.ts';
import { hasRegionCodes, parseRegion } from '../../kernel/places.ts';
import { once } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { findChange, type Requested, writeChange } from './change-event.ts';
import type { Customer, CustomerChange } from './customer.ts';
import { changeRow, findTaken, lockCustomer, lockRegion, releaseMerged } from './store.ts';

/** A change of an existing customer. */
export type ChangeRequest = Requested & {
  readonly id: bigint;
  readonly change: CustomerChange;
  /** Throws if the customer is no longer the one that the caller saw; its row is locked. */
  readonly judge?: (before: Customer) => void;
};

/** Nothing was written: another customer has this already, or the country has no such state. */
export type NotChanged = 'external_id' | 'contact' | { readonly region: Flaw };

/** Changes a customer; writes nothing if the result would be indistinguishable from another customer. */
export async function changeCustomer(
  world: World,
  request: ChangeRequest,
): Promise<'done' | NotChanged> {
  return await once<'done' | NotChanged>({
    async find() {
      if ((await findChange(world, request)) !== undefined) return 'done';
      return await findTaken(world.db, request, request.change);
    },
    async make() {
      const written = await write(world, request);
      if (typeof written === 'object') return written;
      return written ? 'done' : undefined;
    },
  });
}

async function write(
  world: World,
  request: ChangeRequest,
): Promise<boolean | { readonly region: Flaw }> {
  const { id: objectId, change } = request;
  const fields = Object.entries(change).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  const event = { kind: 'customer.updated', objectId, facts: { fields } } as const;
  const begun = world.db.begin(async (tx) => {
    const before = request.judge && (await lockCustomer(tx, request));
    if (before) request.judge?.(before);
    const region = await regionAfter(tx, request);
    if (region && !region.ok) return { region };
    if (!(await writeChange(world, tx, request, event))) return false;
    const stateCode = region?.value ?? change.stateCode;
    const { externalId, phone, email } = change;
    if ([externalId, phone, email].some((one) => one !== undefined))
      await releaseMerged(tx, request, change);
    await changeRow(tx, request, { ...change, stateCode }, world.now());
    return true;
  });
  return await begun.catch((error) => {
    if (isTaken(error)) return false;
    throw error;
  });
}

/**
 * The state in the form of the customer's country after the change; undefined when neither changes. A value that was not
 * sent is read from the row, which is locked: two concurrent changes must not leave a state of another country.
 */
async function regionAfter(tx: Sql, request: ChangeRequest): Promise<Parsed<string> | undefined> {
  const { stateCode, countryCode } = request.change;
  if (stateCode === undefined && countryCode === undefined) return undefined;
  const before = await lockRegion(tx, request);
  if (!before) return undefined;
  const country = countryCode ?? before.countryCode;
  if (stateCode !== undefined) return parseRegion(stateCode, country);
  const isKept = country === before.countryCode || before.stateCode === '';
  return isKept || !hasRegionCodes(country) ? undefined : parseRegion(before.stateCode, country);
}

/** True for a violation of a unique index. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
