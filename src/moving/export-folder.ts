import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateKey, PublicKey } from 'openpgp';
import type { Progress } from '../kernel/progress.ts';
import type { Business } from '../parties/businesses/business.ts';
import { recordAct } from '../records/audit-log.ts';
import type { Sql } from '../runtime/sql.ts';
import { version } from '../runtime/version.ts';
import type { World } from '../world.ts';
import { encrypted } from './encrypt.ts';
import { type Exported, exportBusiness } from './export.ts';
import { leftOut } from './exported-tables.ts';
import { FileFlaw } from './file-flaw.ts';
import { approvedExport, useApproval } from './numbers/approval.ts';
import { numberRows, recordReading, type Tally } from './numbers/number-rows.ts';
import { fingerprintOf } from './pgp-keys.ts';
import type { Format } from './read-rows.ts';
import { textOfRows } from './row-text.ts';

/** Written last: a folder without it is no whole export. */
const summaryFile = 'export.json';

type Export = {
  readonly business: Business;
  readonly folder: string;
  /** The format of kinds that an import takes; the others are NDJSON. */
  readonly format: Format;
  /** For whom the numbers are encrypted; undefined: they stay here. */
  readonly receiver: PublicKey | undefined;
  /** The key that signs encrypted files. */
  readonly signer: PrivateKey | undefined;
  readonly actor: string;
  readonly progress: Progress;
};

type Numbers = Readonly<Tally> & {
  readonly file: string;
  readonly sha256: string;
  /** Fingerprints. */
  readonly encryptedFor: string;
  readonly signedBy: string | undefined;
};

export type Summary = {
  readonly business: string;
  readonly at: string;
  readonly version: string;
  readonly rows: Exported;
  readonly numbers: Numbers | undefined;
  readonly leftOut: Readonly<Record<string, string>>;
};

/** Everything that a business owns, in a file for each kind, as it was in one moment. */
export async function exportInto(world: World, wanted: Export): Promise<Summary> {
  const { business, folder, format, receiver, actor } = wanted;
  const { id: businessId } = business;
  const approved = receiver && (await approvedExport(world, businessId, fingerprintOf(receiver)));
  await makeEmpty(folder);
  const at = world.now();
  await world.db.begin(async (tx) => {
    const object = `business:${businessId}`;
    await recordAct(tx, { businessId, actor, act: 'business.exported', object, facts: {}, at });
  }); // committed before the first row leaves
  if (approved) await recordReading(world, approved, actor);

  const files = new Map<string, FileHandle>();
  let numbers: Numbers | undefined;
  const rows = await exportBusiness(world, {
    businessId,
    progress: wanted.progress,
    async write({ name, isImported }, lines) {
      const form = isImported ? format : 'ndjson';
      const known = files.get(name);
      const file = known ?? (await open(join(folder, `${name}.${form}`), 'wx', 0o600));
      files.set(name, file);
      await file.write(textOfRows(form, lines, !known));
    },
    ...(receiver && {
      async writeNumbers(tx) {
        numbers = await writeNumbers(world, tx, { ...wanted, receiver });
      },
    }),
  }).finally(async () => {
    for (const file of files.values()) await file.close();
  });
  if (approved) await useApproval(world, approved, actor, { ...numbers });
  const about = { business: String(businessId), at: at.toISOString(), version };
  const summary = { ...about, rows, numbers, leftOut };
  const draft = join(folder, `${summaryFile}.draft`);
  await writeFile(draft, `${JSON.stringify(summary, undefined, 1)}\n`, { mode: 0o600 });
  await rename(draft, join(folder, summaryFile));
  return summary;
}

async function writeNumbers(
  world: World,
  tx: Sql,
  { business, folder, format, receiver, signer, progress }: Export & { receiver: PublicKey },
): Promise<Numbers> {
  const name = `tokens.${format}.pgp`;
  const tally = { cards: 0, accounts: 0, unreadable: 0 };
  const hash = createHash('sha256');
  const file = await open(join(folder, name), 'wx', 0o600);
  try {
    for await (const piece of encrypted(texts(), receiver, signer)) {
      hash.update(piece);
      await file.write(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  const signedBy = signer && fingerprintOf(signer);
  const encryptedFor = fingerprintOf(receiver);
  return { file: name, sha256: hash.digest('hex'), encryptedFor, signedBy, ...tally };

  async function* texts(): AsyncIterable<string> {
    let isFirst = true;
    for await (const lines of numberRows(world, tx, business.id, tally)) {
      yield textOfRows(format, lines, isFirst);
      isFirst = false;
      progress.did(lines.length);
    }
  }
}

async function makeEmpty(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    throw new FileFlaw(`cannot write into it: ${(error as NodeJS.ErrnoException).code}`);
  }
  throw new FileFlaw('the folder is not empty: name another');
}
