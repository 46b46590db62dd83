import { dayMs } from '../../kernel/duration.ts';
import { makeWithPage } from '../../parties/businesses/page-address.ts';
import { terms } from '../../parties/businesses/terms.ts';
import { bool, bytea, oneOf, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { accountNow } from '../account-now.ts';
import { entries } from '../entry.ts';
import { voidHeld, writeValidating } from './news.ts';
import { microDeposits, prenote, queueProbes } from './probes.ts';
import { findFailed, findLive, insertValidation } from './store.ts';
import { failedDays, live, type Validation } from './validation.ts';

const atOnce = 200;

const uses = entries.pick('businessId', 'id', 'numberOwner', 'paymentId').with({
  ...terms.pick('accountValidation').fields,
  environment: oneOf(['sandbox', 'live']),
  fingerprint: bytea,
  routingNumber: text,
  last4: text,
  /** True for a saved account that was tried or debited before. */
  wasUsed: bool,
});
type Use = Awaited<ReturnType<typeof readUses>>[number];

/**
 * Finds debits that wait for their file and whose account must be validated first, and begins that; of one business or
 * of all. Returns how many it found. A debit of an account that failed lately is withdrawn.
 */
export async function beginValidations(world: World, only?: bigint): Promise<number> {
  const found = await readUses(world.db, only);
  for (const use of found) {
    try {
      await begin(world, use);
    } catch (error) {
      const { businessId, paymentId } = use;
      world.log.error('ach.validation_not_begun', { businessId, paymentId, error });
    }
  }
  return found.length;
}

async function begin(world: World, use: Use): Promise<void> {
  const { db, now } = world;
  const held = await findLive(db, use);
  if (held) return await bind(db, use, held.id);
  const failed = await findFailed(db, use, new Date(now().getTime() - failedDays * dayMs));
  if (failed) {
    const reason = `its account was not validated lately: ${failed.reason ?? ''}`;
    await db.begin((tx) => voidHeld(world, tx, use.businessId, [use.id], { reason }));
    return;
  }
  const { businessId } = use;
  const id = await world.ids.next(businessId);
  if (use.wasUsed) {
    await db.begin(async (tx) => {
      const made = { ...newValidation(use, id, now()), method: 'used_before' } as const;
      const isMade = await insertValidation(tx, {
        ...made,
        state: 'validated',
        validatedAt: made.createdAt,
      });
      if (isMade) await bind(tx, use, id);
    });
    return;
  }
  if (use.accountValidation === 'micro_deposits') {
    const page = { businessId, kind: 'account_validation', objectId: id } as const;
    await makeWithPage(world, page, () => make(world, use, id));
  } else {
    await make(world, use, id);
  }
}

/** Undefined: another process was faster, or the debit does not wait any more. */
async function make(world: World, use: Use, id: bigint): Promise<Validation | undefined> {
  const { accountValidation: method, environment } = use;
  if (method === 'none') return undefined;
  const now = world.now();
  const dueAt = method === 'hook' ? now : undefined;
  const made = { ...newValidation(use, id, now), method, dueAt };
  return await world.db.begin(async (tx) => {
    if (!(await holdDebit(tx, use)) || !(await insertValidation(tx, made))) return undefined;
    await queueProbes(world, tx, made, use, probesOf(world, method, environment));
    await bind(tx, use, id);
    await writeValidating(world, tx, made);
    return made;
  });
}

function probesOf(world: World, method: Validation['method'], environment: Use['environment']) {
  if (method === 'prenote') return prenote;
  return method === 'micro_deposits' ? microDeposits(world, environment) : [];
}

/** Locked until the transaction ends. False: it was voided or filed since it was found. */
async function holdDebit(tx: Sql, { businessId, id }: Use): Promise<boolean> {
  const rows = await tx.query(
    `select id from ach_entries where business_id = $1 and id = $2 and state = 'queued' for update`,
    [businessId, id],
  );
  return rows.length === 1;
}

function newValidation(use: Use, id: bigint, createdAt: Date) {
  const { businessId, fingerprint, numberOwner, routingNumber, last4, paymentId } = use;
  if (paymentId === undefined) throw new Error('a debit without its payment');
  const account = { fingerprint, numberOwner, routingNumber, last4 };
  return {
    ...{ businessId, id, ...account, paymentId, createdAt },
    state: 'pending' as const,
    wrongTries: 0,
    dueAt: undefined,
    reason: undefined,
    validatedAt: undefined,
    endedAt: undefined,
    asks: 0,
  };
}

/** From here on the debit waits for this validation. */
async function bind(sql: Sql, { businessId, id }: Use, validationId: bigint): Promise<void> {
  await sql.query(
    `update ach_entries set validation_id = $3
     where business_id = $1 and id = $2 and state = 'queued'`,
    [businessId, id, validationId],
  );
}

/** Scope: all; reads only. */
async function readUses(sql: Sql, only: bigint | undefined) {
  return await uses.read(
    sql,
    `select e.business_id as "businessId", e.id, e.number_owner as "numberOwner", e.payment_id as "paymentId",
       bt.account_validation as "accountValidation", b.environment,
       coalesce(t.fingerprint, p.fingerprint) as fingerprint,
       ${accountNow.routingNumber} as "routingNumber", ${accountNow.last4} as last4,
       t.token is not null and (t.prenoted_at is not null or exists (
         select from ach_entries o
         where o.business_id = e.business_id and o.number_owner = e.number_owner and o.kind = 'debit'
           and o.state = 'available')) as "wasUsed"
     from ach_entries e
     join business_terms bt on bt.business_id = e.business_id and bt.account_validation <> 'none'
     join businesses b on b.business_id = e.business_id
     join payments p on p.business_id = e.business_id and p.id = e.payment_id
     ${accountNow.joins}
     where e.state = 'queued' and e.kind = 'debit' and e.sec_code = 'WEB' and e.presentment = 1
       and e.next_at is not null
       -- A test payment of a live business is in no file.
       and not (p.is_test and b.environment = 'live')
       and ($1::bigint is null or e.business_id = $1) and ($1 is not null or b.clock_ahead_ms = 0)
       and not exists (
         select from account_validations v
         where v.business_id = e.business_id and v.id = e.validation_id and v.state in ${live})
     order by e.business_id, e.id limit $2`,
    [only, atOnce],
  );
}
