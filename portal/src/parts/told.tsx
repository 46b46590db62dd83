import { phone } from '../data/format.ts';
import { t } from '../words/language.ts';
import { toldWords } from '../words/operator.ts';
import { valuesOf } from './case-parts.tsx';
import type { Fact } from './show.tsx';

/** Numbers that are shown by their last four digits only. */
const masked: readonly string[] = ['EIN', 'SSN', 'AccountNumber', 'RoutingNumber'];

export type Told = {
  readonly business: Fact[];
  readonly owner: Fact[];
  readonly bank: Fact[];
  readonly volume: Fact[];
};

/** Messages of a business, by their subject. */
export function toldOf(details: unknown): Told {
  const told: Told = { business: [], owner: [], bank: [], volume: [] };
  for (const [name, value] of Object.entries(valuesOf(details))) {
    if (value === null || value === undefined || value === '') continue;
    const words = toldWords[name];
    told[groupOf(name)].push([words ? t(words) : spaced(name), shown(name, String(value))]);
  }
  return told;
}

function groupOf(name: string): keyof Told {
  if (/^(Account|Bank|Routing)/.test(name)) return 'bank';
  if (/Ticket|Volume|Percent$/.test(name) && name !== 'OwnershipPercent') return 'volume';
  if (/^(Business|DBA|EIN|URL|MCC|OwnershipType|External|Tier|Gateway|IPAddress)/.test(name)) {
    return 'business';
  }
  return 'owner';
}

function shown(name: string, value: string): string {
  if (masked.includes(name)) return `•••• ${value.slice(-4)}`;
  if (/Phone$/.test(name)) return phone(value);
  return name === 'DateOfBirth' ? `••/••/${value.slice(-4)}` : value;
}

function spaced(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
