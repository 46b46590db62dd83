import { unwatched } from '../../src/kernel/progress.ts';
import { exportBusiness } from '../../src/moving/export.ts';
import type { Fields } from '../../src/moving/fields.ts';
import { type Counts, importRows, type Kind, type Report } from '../../src/moving/import.ts';
import { type Format, readRows } from '../../src/moving/read-rows.ts';
import type { World } from '../../src/world.ts';
import type { Caller } from '../fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every kind, as a program without types reads them.
export type AnyRow = Readonly<Record<string, any>>;
// biome-ignore lint/suspicious/noExplicitAny: each kind has columns of its own.
export type AnyKind = Kind<any>;

export type Imported = { readonly counts: Counts; readonly reports: readonly Report[] };

type Options = { readonly format?: Format; readonly isDry?: boolean };

/** Imports rows, or the text of a file as it is. */
export async function importInto(
  world: World,
  { business }: Pick<Caller, 'business'>,
  kind: AnyKind,
  given: readonly AnyRow[] | string,
  { format = 'ndjson', isDry = false }: Options = {},
): Promise<Imported> {
  const text =
    typeof given === 'string' ? given : given.map((row) => `${JSON.stringify(row)}\n`).join('');
  const reports: Report[] = [];
  const counts = await importRows<Fields & AnyKind['fields']>(world, {
    business,
    kind,
    rows: readRows(inChunks(text), format),
    isDry,
    async report(rows) {
      reports.push(...rows);
    },
  });
  return { counts, reports };
}

/** In chunks that break characters and lines. */
async function* inChunks(text: string, size = 7): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  // Of a long text each chunk is a promise.
  const step = bytes.length > 100_000 ? 65_536 : size;
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

export async function exportOf(
  world: World,
  { business }: Pick<Caller, 'business'>,
): Promise<Readonly<Record<string, readonly AnyRow[]>>> {
  const rows: Record<string, AnyRow[]> = {};
  await exportBusiness(world, {
    businessId: business.id,
    progress: unwatched,
    async write({ name }, lines) {
      rows[name] = [...(rows[name] ?? []), ...lines.map((line) => JSON.parse(line))];
    },
  });
  return rows;
}
