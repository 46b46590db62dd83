import { hourMs } from '../../kernel/duration.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { OpenCase } from '../../records/case.ts';
import { listClosed, lockCase, readHistory } from '../../records/case-store.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';

/** An approval is good for one export, within this time. */
export const goodForHours = 24;

type Approved = Pick<OpenCase, 'businessId' | 'id' | 'evidence' | 'proposedBy' | 'confirmedBy'>;

/** Written when the second person confirms, so that the audit log names the key. */
export async function recordApproval(world: World, approved: Approved): Promise<void> {
  const { evidence, proposedBy, confirmedBy } = approved;
  const { fingerprint } = evidence;
  await world.db.begin(async (tx) => {
    await record(world, tx, approved, {
      actor: confirmedBy ?? 'system',
      act: 'numbers.export_approved',
      facts: { fingerprint, proposedBy, hours: goodForHours },
    });
  });
}

/** The approval of an export for this key. */
export async function approvedExport(
  { db, now }: Pick<World, 'db' | 'now'>,
  businessId: bigint,
  fingerprint: string,
): Promise<OpenCase> {
  const since = new Date(now().getTime() - goodForHours * hourMs);
  const closed = await listClosed(db, { businessId, kind: 'number_export', since });
  const approved = closed.filter(({ proposal, evidence }) => {
    return proposal === 'export' && evidence.fingerprint === fingerprint;
  });
  for (const one of approved) {
    if (!(await isUsed(db, one))) return one;
  }
  const which = approved.map(({ id }) => id).join(', ');
  throw new Refusal('wrong_state', {
    message:
      approved.length > 0
        ? `The approval of case ${which} was used: each is good for one export.`
        : `Nobody approved an export for the key ${fingerprint} within the last ${goodForHours} hours: one person proposes ` +
          'it (export propose), another confirms it (case confirm).',
  });
}

/** The export is whole. Refused if another one took the approval meanwhile. */
export async function useApproval(
  world: World,
  approved: OpenCase,
  actor: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  await world.db.begin(async (tx) => {
    await lockCase(tx, approved);
    if (await isUsed(tx, approved)) {
      throw new Refusal('wrong_state', {
        message: `Another export took the approval of case ${approved.id} meanwhile: delete this one.`,
      });
    }
    await record(world, tx, approved, { actor, act: used, facts });
  });
}

const used = 'numbers.exported';

async function isUsed(sql: Sql, approved: OpenCase): Promise<boolean> {
  return (await readHistory(sql, approved)).some(({ act }) => act === used);
}

async function record(
  { now }: Pick<World, 'now'>,
  tx: Sql,
  { businessId, id }: Pick<OpenCase, 'businessId' | 'id'>,
  act: { actor: string; act: string; facts: Readonly<Record<string, unknown>> },
): Promise<void> {
  await recordAct(tx, { ...act, businessId, object: `question:${id}`, at: now() });
}
