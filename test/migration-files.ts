import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export type Files = Record<string, string>;

/** A folder of migrations. */
export async function migrations(t: TestContext, files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-migrations-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** So many migrations, each of which may be applied once only. */
export function numbered(count: number): Files {
  const files: Files = {};
  for (let n = 1; n <= count; n += 1) {
    const number = String(n).padStart(4, '0');
    files[`${number}_step.sql`] = `create table t${n} (id integer primary key);
      comment on table t${n} is 'One; of many.'; insert into t${n} values (1);`;
  }
  return files;
}
