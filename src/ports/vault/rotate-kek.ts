import type { Sql } from '../../runtime/sql.ts';
import { contexts } from './cipher.ts';
import { listRoots, rewrapRoot, rotations } from './key-store.ts';
import type { RotationOutcome, RotationRun } from './rotate.ts';

/**
 * Wraps all roots under a new key-encryption key, which the previous call announced: hosts with keys of their own must
 * have it first, or they could not open the roots. The old one stays available: backups of the database need it.
 */
export async function rotateKek(run: RotationRun): Promise<RotationOutcome> {
  const { sql, provider, number } = run;
  const kekId = await targetOf(sql, number);
  if (kekId === undefined) return { announced: await chooseTarget(run) };
  for (;;) {
    const left = (await listRoots(sql)).filter((root) => root.kekId !== kekId);
    if (left.length === 0) return {};
    for (const root of left) {
      const context = contexts.root(root.version);
      const bytes = await provider.unwrap(root.kekId, root.wrapped, context);
      const wrapped = await provider.wrap(kekId, bytes, context);
      bytes.fill(0);
      if (await rewrapRoot(sql, root, { wrapped, kekId })) await run.count(1);
    }
  }
}

/** Chosen once for the whole rotation and recorded, so that a second run creates no other key. */
async function chooseTarget({ sql, provider, number }: RotationRun): Promise<string> {
  const newest = await provider.newestKeyId();
  const roots = await listRoots(sql);
  // A newest key that wraps nothing was added by the operator, or by a run that was interrupted.
  const isNew = roots.every(({ kekId }) => kekId !== newest);
  const chosen = isNew ? newest : await provider.addKey();
  await sql.query(
    `update vault_rotations set target = $1
     where which = 'kek' and number = $2 and target is null`,
    [chosen, number],
  );
  return (await targetOf(sql, number))!;
}

const targets = rotations.pick('target');

async function targetOf(sql: Sql, number: number): Promise<string | undefined> {
  const row = await targets.readOne(
    sql,
    `select target from vault_rotations where which = 'kek' and number = $1`,
    [number],
  );
  return row?.target;
}
