import type { Sql } from '../base/sql.ts';
import { contexts } from './cipher.ts';
import { listRoots, rewrapRoot } from './key-store.ts';
import type { RotationOutcome, RotationRun } from './rotate.ts';

/**
 * Wraps all roots under a new key-encryption key, which the call before this one has announced: hosts with keys of
 * their own must have it first, or they would be locked out. The old one stays where it is kept: backups of the database
 * still need it.
 */
export async function rotateKek(run: RotationRun): Promise<RotationOutcome> {
  const { sql, provider, number } = run;
  const target = await targetOf(sql, number);
  if (target === undefined) return { announced: await chooseTarget(run) };
  for (;;) {
    const left = (await listRoots(sql)).filter(({ kek_id }) => kek_id !== target);
    if (left.length === 0) return {};
    for (const root of left) {
      const context = contexts.root(root.version);
      const bytes = await provider.unwrap(root.kek_id, root.wrapped, context);
      const wrapped = await provider.wrap(target, bytes, context);
      bytes.fill(0);
      if (await rewrapRoot(sql, root, { wrapped, kek_id: target })) await run.count(1);
    }
  }
}

/** Chosen once for the whole rotation and written down, so that a second run makes no further key. */
async function chooseTarget({ sql, provider, number }: RotationRun): Promise<string> {
  const newest = await provider.newestKeyId();
  const roots = await listRoots(sql);
  // A newest key that wraps nothing was added by the operator, or by a run that got no further.
  const isNew = roots.every(({ kek_id }) => kek_id !== newest);
  const chosen = isNew ? newest : await provider.addKey();
  await sql.query(
    `update vault_rotations set target = $1
     where which = 'kek' and number = $2 and target is null`,
    [chosen, number],
  );
  return (await targetOf(sql, number))!;
}

async function targetOf(sql: Sql, number: number): Promise<string | undefined> {
  const rows = await sql.query<{ target: string | null }>(
    `select target from vault_rotations where which = 'kek' and number = $1`,
    [number],
  );
  return rows[0]?.target ?? undefined;
}
