import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PayLinkResult } from '../../../clients/typescript/src/index.ts';
import { inWords } from '../words/language.ts';
import { refusals } from '../words/refusals.ts';
import { useHere } from './business.tsx';
import { useProved } from './change.tsx';
import { csvOf } from './csv.ts';
import { dayIn } from './format.ts';
import type { FileRow } from './pay-link-rows.ts';
import { usePreference } from './preferences.ts';

/* Pay links of a file are asked of the service in portions: first as a dry run, then to be made. */

/** The result of each row, by its line. */
export type Told = ReadonlyMap<number, PayLinkResult>;

/** Small enough that each answer comes soon. */
const portion = 50;

export function useBatch() {
  const { client } = useHere();
  const proved = useProved();
  const queries = useQueryClient();
  const [told, setTold] = useState<Told>(new Map());
  const [work, setWork] = useState<{ dryRun: boolean; done: number; all: number }>();
  const [fault, setFault] = useState<unknown>();
  const isStopped = useRef(false);

  /** Until all are told, it is stopped or fails. A row that is asked for again, or by somebody else, is made once. */
  async function ask(rows: readonly FileRow[], round: string, dryRun: boolean) {
    if (work) return;
    isStopped.current = false;
    setFault(undefined);
    let known = told;
    try {
      for (let at = 0; at < rows.length && !isStopped.current; at += portion) {
        setWork({ dryRun, done: at, all: rows.length });
        const part = rows.slice(at, at + portion);
        const body = { rows: part.map(({ link }) => link), round, dryRun };
        const { results } = await proved(() => client.payLinks.createMany(body));
        known = new Map([...known, ...results.map((one) => [part[one.row]!.line, one] as const)]);
        setTold(known);
      }
    } catch (error) {
      setFault(error);
    } finally {
      setWork(undefined);
      if (!dryRun) await queries.invalidateQueries();
    }
  }

  return {
    told,
    work,
    fault,
    ask,
    stop() {
      isStopped.current = true;
    },
    /** Other rows, or another round. */
    reset() {
      setTold(new Map());
      setFault(undefined);
    },
  };
}

type FirstUse = { readonly file: string; readonly day: string };

/** Shorter than a month, so that a file of each month begins a round of its own. */
const sameRoundDays = 25;
const mostRemembered = 20;
const longestName = 100;

/** The usual name of the round of a file: its name, and the day on which it was first used. */
export function useUsualRound(): (file: string) => string {
  const { business, now } = useHere();
  const [known = [], remember] = usePreference<readonly FirstUse[]>(`rounds ${business.id}`);
  return (name) => {
    const file = name.replace(/\.csv$/i, '').slice(0, longestName - ' 2030-01-31'.length);
    const today = dayIn(now(), business.timeZone);
    const recent = known.filter(({ day }) => daysFrom(day, today) < sameRoundDays);
    const { day = today } = recent.find((one) => one.file === file) ?? {};
    const others = recent.filter((one) => one.file !== file);
    remember([{ file, day }, ...others].slice(0, mostRemembered));
    return `${file} ${day}`;
  };
}

function daysFrom(day: string, to: string): number {
  return (Date.parse(to) - Date.parse(day)) / 86_400_000;
}

/** The addresses stand in the answers of the service alone. */
export function resultsCsv(rows: readonly FileRow[], told: Told): string {
  const lines = rows.map(({ line, cells, faults }) => {
    const { outcome = '', payLink, madeAt, error } = told.get(line) ?? {};
    const isMade = outcome === 'created' || outcome === 'exists';
    return [
      String(line),
      cells.orderNumber ?? '',
      cells.amount ?? '',
      faults.length > 0 ? 'refused' : outcome,
      payLink?.address ?? '',
      (isMade && madeAt) || '',
      error ? refusalOf(error) : faults.join('; '),
    ];
  });
  return csvOf([
    ['row', 'orderNumber', 'amount', 'outcome', 'address', 'madeAt', 'fault'],
    ...lines,
  ]);
}

export function refusalOf({ code, detail, fields }: NonNullable<PayLinkResult['error']>): string {
  const sentence = inWords({ code, message: detail }, refusals);
  return fields.length === 0 ? sentence : `${fields.join(', ')}: ${sentence}`;
}
