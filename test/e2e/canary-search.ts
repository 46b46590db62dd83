import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Database } from '../../src/runtime/sql.ts';
import type { Needle } from './canaries.ts';

/** `label in place`. */
export type Find = { readonly label: string; readonly place: string };
export type Search = (place: string, bytes: Buffer | string) => Find[];

const slots = 1 << 20;

/** One pass over the bytes for all needles: they are looked up by their first four bytes. */
export function searchFor(needles: readonly Needle[]): Search {
  const byStart = new Map<number, Needle[]>();
  const maybe = new Uint8Array(slots);
  for (const needle of needles) {
    const start = needle.bytes.readUInt32BE(0);
    maybe[slotOf(start)] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), needle]);
  }

  return (place, content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const finds: Find[] = [];
    let window = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      window = (window << 8) | bytes[at]!;
      if (at < 3 || maybe[slotOf(window)] === 0) continue;
      for (const { label, bytes: wanted, alone } of byStart.get(window >>> 0) ?? []) {
        const from = at - 3;
        const to = from + wanted.length;
        if (to > bytes.length || wanted.compare(bytes, from, to) !== 0) continue;
        if (alone && (isDigit(bytes[from - 1]) || isDigit(bytes[to]))) continue;
        finds.push({ label, place });
      }
    }
    return finds;
  };
}

function slotOf(start: number): number {
  return ((start ^ (start >>> 13)) >>> 0) & (slots - 1);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

/** All files below a folder, but those in a folder of it that the caller searches in its own way. */
export async function searchFolder(
  search: Search,
  folder: string,
  { but }: { readonly but?: string } = {},
): Promise<Find[]> {
  const finds: Find[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const place = relative(folder, path);
    if (but !== undefined && place.startsWith(`${but}/`)) continue;
    finds.push(...search(place, await readFile(path)));
  }
  return finds;
}

export type Row = { readonly table: string; readonly text: string };

/**
 * Every row of every table of ours, with every column as text. Without bytes that are written as hex: those are searched
 * as bytes in the raw files, and eight digits of a number stand in a long random one by chance.
 */
export async function allRows(db: Database): Promise<Row[]> {
  const tables = await db.query<{ name: string }>(
    `select table_name::text as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const rows: Row[] = [];
  for (const { name } of tables) {
    const found = await db.query<{ text: string }>(`select t::text as text from ${name} t`);
    rows.push(
      ...found.map(({ text }) => ({ table: name, text: text.replaceAll(/\\+x[0-9a-f]+/g, '') })),
    );
  }
  return rows;
}
