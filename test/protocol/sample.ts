import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from './exchange.ts';
import type { Settings } from './house.ts';

/** A folder: what is done, step by step, and what is expected then. */
export type Sample = {
  readonly name: string;
  readonly settings: Settings;
  readonly steps: readonly Step[];
};

export type Step =
  | { readonly kind: 'request'; readonly requests: readonly SampleRequest[] }
  | { readonly kind: 'given'; readonly sql: string }
  | { readonly kind: 'stored'; readonly sql: string; readonly expectation: string }
  | { readonly kind: 'wait'; readonly duration: Temporal.Duration };

/** `text` is the file; several files of one number are sent at once. */
export type SampleRequest = { readonly text: string; readonly expectation: string };

const samplesFolder = import.meta.dirname;

export function readSamples(): Sample[] {
  const folders = readdirSync(samplesFolder).filter((name) => name.includes('__'));
  return folders.sort().map(readSample);
}

const step = /^(\d+)([a-z]?)-(request\.http|given\.sql|stored\.sql|wait\.txt)$/;
const expectations = { request: 'response.http', stored: 'stored.json' } as const;

function readSample(name: string): Sample {
  const folder = join(samplesFolder, name);
  const files = new Set(readdirSync(folder));
  const read = (file: string) => readFileSync(join(folder, file), 'latin1');
  const settings = files.delete('settings.env') ? parseSettings(read('settings.env')) : {};
  const steps = new Map<number, Step>();
  for (const file of [...files].sort()) {
    const [, number, letter, what] = step.exec(file) ?? [];
    if (number === undefined) continue;
    files.delete(file);
    const text = read(file);
    const at = Number(number);
    switch (what) {
      case 'request.http': {
        const expectation = `${number}${letter}-${expectations.request}`;
        files.delete(expectation);
        const before = steps.get(at);
        const others = before?.kind === 'request' ? before.requests : [];
        const request = { text, expectation: join(folder, expectation) };
        steps.set(at, { kind: 'request', requests: [...others, request] });
        break;
      }
      case 'stored.sql': {
        const expectation = `${number}-${expectations.stored}`;
        files.delete(expectation);
        steps.set(at, { kind: 'stored', sql: text, expectation: join(folder, expectation) });
        break;
      }
      case 'given.sql':
        steps.set(at, { kind: 'given', sql: text });
        break;
      default:
        steps.set(at, { kind: 'wait', duration: Temporal.Duration.from(text.trim()) });
    }
  }
  if (files.size > 0) throw new Error(`${name} has files that belong to no step: ${[...files]}`);
  const inOrder = [...steps].sort(([one], [other]) => one - other).map(([, found]) => found);
  return { name, settings, steps: inOrder };
}

function parseSettings(text: string): Settings {
  const lines = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
}

/** The file's last line break is the file's, not the body's. */
export function parseMessage(text: string): Message {
  const headEnd = text.indexOf('\n\n');
  if (headEnd === -1) return { head: text.trimEnd().split('\n'), body: '' };
  const head = text.slice(0, headEnd).split('\n');
  return { head, body: text.slice(headEnd + 2).replace(/\n$/, '') };
}

export function formatMessage({ head, body }: Message): string {
  return `${head.join('\n')}\n${body === '' ? '' : `\n${body}\n`}`;
}

const placeholder = /\{\{(basic|repeat|byte)(?: (.*?))?\}\}/g;

/** `{{basic}}`, `{{basic other}}`, `{{repeat x 151}}`, `{{byte ff}}`. */
export function expand(
  text: string,
  credentials: { get(business: string): string | undefined },
): string {
  return text.replace(placeholder, (_, what: string, rest = '') => {
    if (what === 'byte') return String.fromCharCode(Number.parseInt(rest, 16));
    if (what === 'repeat') {
      const space = rest.lastIndexOf(' ');
      return rest.slice(0, space).repeat(Number(rest.slice(space + 1)));
    }
    const found = credentials.get(rest);
    if (found === undefined) throw new Error(`there is no business called ${rest}`);
    return `Basic ${Buffer.from(found).toString('base64')}`;
  });
}
