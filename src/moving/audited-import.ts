import { recordAct } from '../records/audit-log.ts';
import type { World } from '../world.ts';
import { type Counts, type Import, importRows } from './import.ts';

type Audited = Import & {
  /** The kind of its rows, such as `customers`. */
  readonly noun: string;
  readonly actor: string;
  /** The fingerprint of the sender, if the signature was checked. */
  readonly signedBy: string | undefined;
};

/**
 * Imports rows and writes their number to the audit log. If the file turns out to be damaged in the middle, the rows
 * before the damage are stored, and are in the audit log too.
 */
export async function importAudited(
  world: World,
  { noun, actor, signedBy, ...given }: Audited,
): Promise<Counts> {
  const counts = { created: 0, joined: 0, exists: 0, refused: 0 };
  const report: Import['report'] = async (rows) => {
    for (const { outcome } of rows) counts[outcome] += 1;
    await given.report(rows);
  };
  let isWhole = false;
  try {
    await importRows(world, { ...given, report });
    isWhole = true;
  } finally {
    const isTold = isWhole || counts.created + counts.joined > 0;
    if (isTold && !given.isDry) await record();
  }
  return counts;

  async function record(): Promise<void> {
    const { id: businessId } = given.business;
    const act = { businessId, actor, act: `${noun}.imported`, object: `business:${businessId}` };
    const facts = { ...counts, signedBy, isWhole };
    await world.db.begin((tx) => recordAct(tx, { ...act, facts, at: world.now() }));
  }
}
