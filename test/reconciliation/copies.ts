import type { MemoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { insertRecords, type RecordName, type Vault } from '../../src/ports/vault/vault.ts';
import { recordActs } from '../../src/records/audit-log.ts';
import type { Database, Sql } from '../../src/runtime/sql.ts';
import type { Club } from '../subscriptions/club.ts';
import { base36, type Column, copyOf, ownerOf, type Place } from './copied-columns.ts';

/** Copied otherwise, or named by all businesses together. */
const neverCopied = [
  'audit_heads',
  'audit_trail',
  'business_ids',
  'external_sites',
  'mobile_numbers',
  'page_addresses',
  'vault_keys',
  'vault_records',
];

/** A business has one of each, however much it does. */
const oncePerBusiness = [
  'api_keys',
  'application_moves',
  'applications',
  'batch_marks',
  'business_moves',
  'business_profiles',
  'business_terms',
  'businesses',
  'plans',
  'usernames',
  'webhook_endpoints',
];

const copiesAtOnce = 200;
const actsOfCopy = 5;

/** Makes the copies number `from` to number `to`, in pieces; each gives what the bank's book has of it. Those within begin at 2. */
export type Copier = (place: Place, from: number, to: number) => AsyncGenerator<string>;

/**
 * Multiplies what one business did, row by row, so that a million payments are stored in minutes, and as rightly as
 * if they had been made: the reconciliation finds nothing. Columns are told apart by name and type, so that a new table is
 * copied as well.
 */
export async function copierOf({ fixture, world, id: businessId }: Club): Promise<Copier> {
  const { db } = fixture;
  await db.query(base36);
  const tables = await readTables(db, businessId);
  const stride = await highestId(db, businessId);
  const secrets = await readSecrets(db, world.vault, businessId);
  const book = bookPieces((fixture.book as MemoryBook).text(), businessId);

  return async function* copy(place, from, to) {
    for (let first = from; first <= to; first += copiesAtOnce) {
      const last = Math.min(first + copiesAtOnce - 1, to);
      for (const { name, columns } of tables) {
        if (place === 'within' && oncePerBusiness.includes(name)) continue;
        await db.query(copyOf(name, columns, place, stride), [first, last, businessId]);
      }
      const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      await copySecrets(numbers, place);
      await recordSome(numbers, place);
      for (const n of numbers) yield bookOfCopy(n, place);
    }
  };

  async function copySecrets(numbers: readonly number[], place: Place): Promise<void> {
    const sealed = [];
    for (const n of numbers) {
      for (const { owner, field, value } of secrets) {
        const name = {
          businessId: businessOf(n, place),
          owner: ownerOf(owner, n, shiftOf(n, place)),
          field,
        };
        // What has no number in its name, a business has once.
        if (place === 'apart' || name.owner !== owner) {
          sealed.push(await world.vault.seal(name, new Secret(value)));
        }
      }
    }
    await insertRecords(db, sealed);
  }

  /** Of an audit log that grows with the payments. */
  async function recordSome(numbers: readonly number[], place: Place): Promise<void> {
    const act = {
      actor: 'operator:ann',
      act: 'payment.looked_at',
      object: 'payment:1',
      at: world.now(),
    };
    await db.begin(async (tx) => {
      for (const n of numbers) {
        const of = businessOf(n, place);
        const acts = Array.from({ length: actsOfCopy }, () => ({
          ...act,
          businessId: of,
          facts: { n },
        }));
        await recordActs(tx, of, acts);
      }
    });
  }

  function bookOfCopy(n: number, place: Place): string {
    const business = businessOf(n, place).toString(36);
    const shift = shiftOf(n, place);
    const pieces = book.map((piece) =>
      typeof piece === 'string'
        ? piece
        : `"${business}-${piece.b}${(piece.id + shift).toString(36)}${piece.n}"`,
    );
    return pieces.join('');
  }

  function businessOf(n: number, place: Place): bigint {
    return businessId + (place === 'apart' ? BigInt(n) : 1n);
  }

  function shiftOf(n: number, place: Place): bigint {
    return place === 'within' ? BigInt(n) * stride : 0n;
  }
}

async function readTables(sql: Sql, businessId: bigint) {
  const rows = await sql.query<Column & { table: string }>(
    `select table_name as table, column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and table_name in (
       select table_name from information_schema.columns
       where table_schema = 'public' and column_name = 'business_id')
     order by table_name, ordinal_position`,
  );
  const names = [...new Set(rows.map(({ table }) => table))].filter(
    (name) => !neverCopied.includes(name),
  );
  const tables = [];
  for (const name of names) {
    const [some] = await sql.query(`select from ${name} where business_id = $1 limit 1`, [
      businessId,
    ]);
    if (some) tables.push({ name, columns: rows.filter(({ table }) => table === name) });
  }
  return tables;
}

/** Below it lies every id that the business has. */
async function highestId(sql: Sql, businessId: bigint): Promise<bigint> {
  const [row] = await sql.query<{ next: bigint }>(
    'select next from business_ids where business_id = $1',
    [businessId],
  );
  return row!.next;
}

async function readSecrets(db: Database, vault: Vault, businessId: bigint) {
  const names = await db.query<Pick<RecordName, 'owner' | 'field'>>(
    'select owner, field from vault_records where business_id = $1',
    [businessId],
  );
  const opened = await vault.openMany(
    db,
    names.map((name) => ({ ...name, businessId })),
  );
  return names.map((name, i) => {
    const secret = opened[i];
    if (!(secret instanceof Secret)) throw secret;
    return { ...name, value: secret.reveal() };
  });
}

type Named = { readonly b: string; readonly id: bigint; readonly n: string };

/** The text of the book, cut where it names something of the business: a charge or what followed it, or a batch. */
function bookPieces(text: string, businessId: bigint): (string | Named)[] {
  const parts = text.split(new RegExp(`"${businessId.toString(36)}-(b?)([0-9a-z]+)(-\\d+|)"`));
  const pieces: (string | Named)[] = [parts[0]!];
  for (let i = 1; i < parts.length; i += 4) {
    pieces.push({ b: parts[i]!, id: fromBase36(parts[i + 1]!), n: parts[i + 2]! }, parts[i + 3]!);
  }
  return pieces;
}

function fromBase36(text: string): bigint {
  return [...text].reduce((value, digit) => value * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
}
