import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from './exchange.ts';
import type { Settings } from './fixture.ts';

/** A file: what is done, step by step, and what is expected then. Every character is a byte. */
export type Sample = {
  readonly name: string;
  readonly settings: Settings;
  readonly steps: readonly Step[];
};

export type Step =
  | { readonly kind: 'request'; readonly requests: readonly SampleRequest[] }
  | { readonly kind: 'given'; readonly sql: string }
  | { readonly kind: 'stored'; readonly sql: string; readonly expected: Expected }
  | { readonly kind: 'wait'; readonly duration: Temporal.Duration };

/** Requests of one number are sent at once. */
export type SampleRequest = { readonly text: string; readonly expected: Expected };

/** A section of the file, such as `1a response`; without a text while it is not in the file. */
export type Expected = { readonly section: string; readonly text: string | undefined };

const samplesFolder = import.meta.dirname;

export function readSamples(): Sample[] {
  const files = readdirSync(samplesFolder).filter((name) => name.includes('__'));
  return files.sort().map((file) => readSample(file.replace(/\.http$/, '')));
}

/** By name: what stands between a line `### name` and the next, without the blank line before that. */
type Sections = ReadonlyMap<string, string>;

const stepName = /^(\d+)([a-z]?) (request|response|given|stored|rows|wait)$/;

function readSample(name: string): Sample {
  const sections = readSections(name);
  const steps = new Map<number, Step>();
  const known = new Set(['settings']);
  for (const [section, text] of sections) {
    const [, number, letter, kind] = stepName.exec(section) ?? [];
    const at = Number(number);
    const expect = (answer: string): Expected => {
      const asked = `${number}${letter} ${answer}`;
      known.add(asked);
      return { section: asked, text: sections.get(asked) };
    };
    switch (kind) {
      case 'request': {
        const before = steps.get(at);
        const others = before?.kind === 'request' ? before.requests : [];
        const request = { text: wholeRequest(text, sections), expected: expect('response') };
        steps.set(at, { kind, requests: [...others, request] });
        break;
      }
      case 'stored':
        steps.set(at, { kind, sql: text, expected: expect('rows') });
        break;
      case 'given':
        steps.set(at, { kind, sql: text });
        break;
      case 'wait':
        steps.set(at, { kind, duration: Temporal.Duration.from(text.trim()) });
        break;
      default:
        continue;
    }
    known.add(section);
  }
  const unknown = [...sections.keys()].filter((section) => !known.has(section));
  if (unknown.length > 0) throw new Error(`${name} has sections of no step: ${unknown}`);
  const settings = parseSettings(sections.get('settings') ?? '');
  return { name, settings, steps: [...steps.values()] };
}

function readSections(name: string): Sections {
  const [before, ...parts] = readFileSync(fileOf(name), 'latin1').split(/^### (.*)\n/m);
  if (before !== '') throw new Error(`${name} does not begin with a section`);
  const sections = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) {
    const [section = '', text = ''] = parts.slice(at);
    if (sections.has(section)) throw new Error(`${name} has two sections ${section}`);
    sections.set(section, at + 2 < parts.length ? text.replace(/\n$/, '') : text);
  }
  return sections;
}

const likeAnother = /^as (\w+)(?: with)?\n/;
const header = /^([\w-]+):.*$/;
const member = /^ {2}"(.+?)": .+$/;

/** By operation: a good request, which many samples begin with. */
const usual = readSections('usual');

/**
 * A request that is another one, of this sample or the usual one of an operation, but for some of its headers and members:
 * these are shown, or `without` and the name.
 */
function wholeRequest(text: string, sections: Sections): string {
  const [first, like = ''] = likeAnother.exec(text) ?? [];
  if (first === undefined) return text;
  const other = sections.get(`${like} request`) ?? usual.get(like);
  assert.ok(other !== undefined, `there is no request ${like}`);
  const [head = '', body = ''] = wholeRequest(other, sections).split(/\n\n\{\n/);
  const [asked = '', ...headerLines] = head.split('\n');
  const headers = named(header, headerLines);
  const members = named(member, body.split(/,?\n/));
  for (const line of text.slice(first.length).trimEnd().split('\n')) {
    const [, gone] = /^without (.+)$/.exec(line) ?? [];
    if (gone !== undefined) assert.ok(members.delete(gone) || headers.delete(gone), line);
    for (const [name, shown] of named(header, [line])) headers.set(name, shown);
    for (const [name, shown] of named(member, [line])) members.set(name, shown);
  }
  const lines = [...members.values()].join(',\n');
  return `${[asked, ...headers.values()].join('\n')}\n\n{\n${lines}\n}\n`;
}

/** Lines of a form by what they name; others are left out. */
function named(form: RegExp, lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const name = form.exec(line)?.[1];
      return name === undefined ? [] : [[name, line] as const];
    }),
  );
}

/** Writes what was found in place of what was expected, or behind what asked for it. */
export function writeSample(name: string, found: Sections): void {
  const answers = { request: 'response', stored: 'rows' };
  const sections = readSections(name);
  const written = new Map<string, string>();
  for (const [section, text] of sections) {
    written.set(section, found.get(section) ?? text);
    for (const [asking, answer] of Object.entries(answers)) {
      const missing = section.replace(asking, answer);
      const text = found.get(missing);
      if (text !== undefined && !sections.has(missing)) written.set(missing, text);
    }
  }
  const texts = [...written].map(([section, text]) => `### ${section}\n${text}`);
  writeFileSync(fileOf(name), texts.join('\n'), 'latin1');
}

function fileOf(name: string): string {
  return join(samplesFolder, `${name}.http`);
}

function parseSettings(text: string): Settings {
  const lines = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
}

/** The last line break is that of the section, not of the body. */
export function parseMessage(text: string): Message {
  const headEnd = text.indexOf('\n\n');
  if (headEnd === -1) return { head: text.trimEnd().split('\n'), body: '' };
  const head = text.slice(0, headEnd).split('\n');
  return { head, body: text.slice(headEnd + 2).replace(/\n$/, '') };
}

export function formatMessage({ head, body }: Message): string {
  return `${head.join('\n')}\n${body === '' ? '' : `\n${body}\n`}`;
}

const number = /^X-Request-Id: 00000000-0000-7000-8000-\d{12}$/;

/** Of every answer: a sample shows those of its answers that are otherwise, and names those that are not there. */
function usualHeaders(body: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': '',
  };
}

export function formatAnswer({ head: [status = '', ...lines], body }: Message): string {
  const usual = Object.entries(usualHeaders(body));
  const isUsual = (line: string) =>
    number.test(line) || usual.some(([name, value]) => line === `${name}: ${value}`);
  const missing = usual.map(([name]) => name).filter((name) => !has(lines, name));
  const shown = [...lines.filter((line) => !isUsual(line)), ...missing.map((name) => `No ${name}`)];
  return formatMessage({ head: [status, ...shown], body });
}

export function parseAnswer(text: string): Message {
  const { head, body } = parseMessage(text);
  const left = Object.entries(usualHeaders(body)).filter(
    ([name]) => !has(head, name) && !head.includes(`No ${name}`),
  );
  const shown = head.filter((line) => !line.startsWith('No '));
  return { head: [...shown, ...left.map(([name, value]) => `${name}: ${value}`)], body };
}

function has(lines: readonly string[], name: string): boolean {
  return lines.some((line) => line.startsWith(`${name}: `));
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
