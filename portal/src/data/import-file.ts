import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportResult } from '../../../clients/typescript/src/index.ts';
import { useHere } from './business.tsx';
import { useProved } from './change.tsx';
import { csvOf } from './csv.ts';
import type { Matched } from './file-columns.ts';
import type { MovedColumn, MovedKind } from './moved-kinds.ts';
import { usePreference } from './preferences.ts';
import { type FileRow, piecesOf, type Values } from './rows-of-file.ts';

/*
 * The rows of a file are imported in portions, first as a dry run. The ids of the rows make it harmless to begin anew:
 * what is there already stays as it is. How far it came is kept in the browser, so that it goes on after a reload.
 */

export type Outcome = ImportResult['outcome'];
type Shown = { readonly line: number; readonly why: string };

/** The results of the rows of one run. */
export type Run = {
  readonly isDry: boolean;
  /** Rows above this line were not read. */
  readonly from: number;
  /** The last row that the service answered. */
  readonly line: number;
  readonly bytes: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly isWhole: boolean;
  /** The first ones that were refused. */
  readonly refused: readonly Shown[];
};

/** How far a file was imported. */
export type Reached = {
  readonly name: string;
  readonly size: number;
  readonly modified: number;
  readonly columns: readonly (MovedColumn | null)[];
  readonly line: number;
  readonly at: string;
};

const mostRows = 500;
/** The most characters of JSON in a request: the service takes two million bytes. */
const mostText = 500_000;
const mostShown = 200;

export function useImport(kind: MovedKind) {
  const { client, business, now } = useHere();
  const proved = useProved();
  const queries = useQueryClient();
  const [run, setRun] = useState<Run>();
  const [isWorking, setWorking] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const [reached, remember] = usePreference<Reached>(`import ${kind} ${business.id}`);
  const isStopped = useRef(false);
  const report = useRef<string[]>([]);

  /** Until the whole file is read, it is stopped or fails. */
  async function start(file: File, given: readonly string[], columns: Columns, from: Start) {
    if (isWorking) return;
    const { isDry, line } = from;
    isStopped.current = false;
    setFault(undefined);
    setWorking(true);
    // Going on with a run goes on with its counts.
    const isSame = run?.isDry === isDry && run.line === line;
    if (!isSame) report.current = [];
    let known: Run = isSame ? run : { ...newRun, isDry, from: line, line };
    const told = (next: Run) => {
      known = next;
      setRun(known);
    };
    const send = async (rows: readonly FileRow[], bytes: number) => {
      const good = rows.filter((row) => 'values' in row);
      const values = good.map((row) => valuesOf(row.values, given, columns));
      const results =
        values.length === 0
          ? []
          : (await proved(() => client.imports.create({ kind, rows: values, dryRun: isDry })))
              .results;
      const byLine = new Map(results.map((one) => [good[one.row]!.line, one]));
      const outcomes = rows.map((row) => outcomeOf(row, byLine.get(row.line)));
      report.current.push(csvOf(outcomes.map((one) => Object.values(one).map(String))));
      told(after(known, outcomes, bytes));
      if (!isDry) remember({ ...nameOf(file, columns), line: known.line, at: now().toISOString() });
    };
    try {
      told({ ...known, bytes: 0 });
      await inPortions(file, line, send, () => isStopped.current);
      if (isStopped.current) return;
      told({ ...known, bytes: file.size, isWhole: true });
      if (!isDry) remember(undefined);
    } catch (error) {
      setFault(error);
    } finally {
      setWorking(false);
      if (!isDry) await queries.invalidateQueries();
    }
  }

  return {
    run,
    isWorking,
    fault,
    reached,
    start,
    stop() {
      isStopped.current = true;
    },
    /** Another file, or other columns. */
    reset() {
      setRun(undefined);
      setFault(undefined);
    },
    report: () => new Blob([csvOf([reportNames]), ...report.current], { type: 'text/csv' }),
  };
}

export type Columns = Matched<MovedColumn>;
type Start = { readonly isDry: boolean; readonly line: number };

const newRun = {
  from: 0,
  line: 0,
  bytes: 0,
  counts: { created: 0, joined: 0, exists: 0, refused: 0 },
  isWhole: false,
  refused: [],
} as const;

const reportNames = ['line', 'id', 'outcome', 'made', 'why'];
type Told = { line: number; id: string; outcome: Outcome; made: string; why: string };

function outcomeOf(row: FileRow, result: ImportResult | undefined): Told {
  const { line } = row;
  if ('flaw' in row) return { line, id: '', outcome: 'refused', made: '', why: row.flaw };
  const { id, outcome = 'refused', made, why } = result ?? {};
  return { line, id: id ?? '', outcome, made: made ?? '', why: why ?? '' };
}

function after(run: Run, outcomes: readonly Told[], bytes: number): Run {
  const counts = { ...run.counts };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
  const shown = [...run.refused, ...refused].slice(0, mostShown);
  return { ...run, counts, bytes, refused: shown, line: outcomes.at(-1)?.line ?? run.line };
}

/** Reads on while nothing is sent, so that a portion is in memory and no more of the file. */
async function inPortions(
  file: File,
  line: number,
  send: (rows: readonly FileRow[], bytes: number) => Promise<void>,
  isStopped: () => boolean,
): Promise<void> {
  let portion: FileRow[] = [];
  let length = 0;
  for await (const { rows, bytes } of piecesOf(file)) {
    for (const row of rows) {
      if (row.line <= line) continue;
      const size = JSON.stringify(row).length;
      if (portion.length === mostRows || (portion.length > 0 && length + size > mostText)) {
        if (isStopped()) return;
        await send(portion, bytes);
        portion = [];
        length = 0;
      }
      portion.push(row);
      length += size;
    }
    if (isStopped()) return;
  }
  if (portion.length > 0) await send(portion, file.size);
}

/** The row as an import takes it. Properties that only later rows have were never matched, and go as they are. */
function valuesOf(
  values: Values,
  given: readonly string[],
  columns: Columns,
): Readonly<Record<string, unknown>> {
  if (Array.isArray(values)) {
    const cells = columns.flatMap((name, at) => (name ? [[name, values[at]] as const] : []));
    return Object.fromEntries(cells);
  }
  const matched = new Map(given.map((name, at) => [name, columns[at]]));
  const named = Object.entries(values).flatMap(([name, value]) => {
    const column = matched.has(name) ? matched.get(name) : name;
    return column === undefined ? [] : [[column, value] as const];
  });
  return Object.fromEntries(named);
}

function nameOf({ name, size, lastModified }: File, columns: Columns) {
  return { name, size, modified: lastModified, columns: columns.map((one) => one ?? null) };
}

/** True for the file that was imported so far. */
export function isReached({ name, size, lastModified }: File, reached: Reached): boolean {
  return name === reached.name && size === reached.size && lastModified === reached.modified;
}
