import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Case } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { evidenceWords, objectNames } from '../words/case-evidence.ts';
import {
  amountDecisionNames,
  amountEffectsInSpanish,
  caseKinds,
  decisionNames,
  effectsInSpanish,
  type Sums,
} from '../words/cases.ts';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { lookOf } from '../words/states.ts';
import { Copy, type Fact, State, When } from './show.tsx';

type Values = Readonly<Record<string, unknown>>;

export function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

/** The question of the case. */
export function nameOfCase({ kind }: Pick<Case, 'kind'>): string {
  return t(caseKinds[kind] ?? lookOf(kind).word);
}

/** With the sums of its case, where it has some. */
export function decisionName(decision: string, sums?: Sums): string {
  const named = sums && amountDecisionNames[decision]?.(sums);
  return t(named ?? decisionNames[decision] ?? lookOf(decision).word);
}

/** The requested and the taken amount; undefined for cases about something else. */
export function useSums({ kind, evidence }: Pick<Case, 'kind' | 'evidence'>): Sums | undefined {
  const { business } = useHere();
  if (kind !== 'amount_differs') return undefined;
  const { askedCents, foundCents, currency } = valuesOf(evidence);
  const [asked, taken] = [Number(askedCents), Number(foundCents)];
  if (!Number.isSafeInteger(asked) || !Number.isSafeInteger(taken)) return undefined;
  const shown = (minor: number) =>
    money(minor, typeof currency === 'string' ? currency : business.currency);
  return {
    asked: shown(asked),
    taken: shown(taken),
    difference: shown(Math.abs(taken - asked)),
    isTooMuch: taken > asked,
  };
}

export type Option = { readonly decision: string; readonly name: string; readonly effect: string };

/** The possible decisions, each with its consequence. */
export function optionsOf({ kind, decisions }: Case, sums: Sums | undefined): Option[] {
  return Object.entries(valuesOf(decisions)).map(([decision, effect]) => {
    const english = String(effect);
    const spanish =
      (sums && amountEffectsInSpanish[decision]?.(sums)) ?? effectsInSpanish[`${kind}.${decision}`];
    const text: Text = [english, spanish ?? english];
    return { decision, name: decisionName(decision, sums), effect: t(text) };
  });
}

/** The sum that is asked about: what was taken, rather than what should have been. Undefined where there is none. */
export function sumOf({ kind, evidence }: Pick<Case, 'kind' | 'evidence'>): number | undefined {
  const facts = valuesOf(evidence);
  const plain = ['disputedCents', 'askedCents', 'amountCents', 'netCents', 'foundCents'];
  const names = kind === 'amount_differs' ? plain.toReversed() : plain;
  const found = names.find((name) => facts[name] !== undefined && facts[name] !== null);
  const sum = found === undefined ? Number.NaN : Number(facts[found]);
  return Number.isSafeInteger(sum) ? sum : undefined;
}

const pages: Readonly<Record<string, string>> = {
  payment: '/payments',
  batch: '/batches',
  dispute: '/disputes',
  ach_entry: '/ach-entries',
  ach_file: '/ach-files',
};

/** The page of what a case is about; undefined where there is none. */
export function pageOf({ objectKind, objectId }: Case): string | undefined {
  const page = pages[objectKind];
  return page && `${page}/${objectId}`;
}

export function nameOfObject({ objectKind, objectId }: Case): string {
  return `${t(objectNames[objectKind] ?? lookOf(objectKind).word)} ${objectId}`;
}

/** The evidence in words: amounts as money, moments as moments, what can be opened as a link. */
export function factsOf(evidence: unknown, currency: string): Fact[] {
  return Object.entries(valuesOf(evidence)).flatMap(([name, value]): Fact[] => {
    // The sums show their currency.
    if (value === null || value === undefined || name === 'currency') return [];
    const word = (evidenceWords as Readonly<Record<string, Text>>)[name];
    return [[t(word ?? lookOf(wordsOf(name)).word), shown(name, value, currency)]];
  });
}

function shown(name: string, value: unknown, currency: string): ReactNode {
  if (name.endsWith('Cents')) return money(Number(value), currency);
  if (/(At|Until)$/.test(name) && typeof value === 'string' && !Number.isNaN(Date.parse(value))) {
    return <When at={value} />;
  }
  if (name === 'paymentId') return <Link href={`/payments/${value}`}>{String(value)}</Link>;
  if (/[sS]tate$|^lastAnswer$/.test(name)) return <State state={String(value)} />;
  if (/reference|chargeId|dispute|fingerprint/.test(name)) return <Copy text={String(value)} />;
  if (typeof value === 'boolean') return t(value ? common.yes : common.no);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.join('; ');
  if (typeof value === 'object') return <code className="mono">{JSON.stringify(value)}</code>;
  return String(value);
}

/** seenAt: seen_at, without its unit. */
function wordsOf(name: string): string {
  return name.replace(/Cents$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
