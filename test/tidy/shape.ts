import { posix } from 'node:path';
import type { Finding, Rule } from './rule.ts';
import { isTest } from './tree.ts';

const mostLines = 300;

export const fileLength: Rule = {
  name: 'a file is at most 300 lines long',
  *check({ path, text }): Iterable<Finding> {
    if (!path.endsWith('.ts')) return;
    const lines = text.trimEnd().split('\n').length;
    if (lines <= mostLines) return;
    yield {
      at: text.length,
      what: `is ${lines} lines long: part it by subject`,
    };
  },
};

/** Called by a word that mostly says nothing, and what it says here. */
export const mayBeCalled: Readonly<Record<string, string>> = {
  'bench/service.ts': 'the service itself, in a process of its own',
};

const saysNothing = /(?:^|[-/.])(utils?|helpers?|common|managers?|services?|impl)(?=[-/.]|$)/i;

export const fileNames: Rule = {
  name: 'a file is named in kebab-case, after what is in it',
  *check({ path }): Iterable<Finding> {
    if (!/^(?:src|packages|test|tools|bench|migrations|docs)\//.test(path)) return;
    const empty = path in mayBeCalled ? undefined : saysNothing.exec(path)?.[1];
    if (empty) {
      yield { at: 0, what: `is called \`${empty}\`: name the thing or what is done to it` };
      return;
    }
    const right = path.endsWith('.sql')
      ? /^\d{4}_[a-z0-9_]+\.sql$/
      : /^(?:README\.md|[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|deep))?\.\w+)$/;
    const names = path.split('/').slice(1);
    const wrong = names.find(
      (name, i) => !(i === names.length - 1 ? right : /^[a-z0-9-]+$/).test(name),
    );
    const form = path.endsWith('.sql') ? '0001_what_it_adds.sql' : 'kebab-case';
    if (wrong !== undefined) yield { at: 0, what: `is not well named: write ${wrong} as ${form}` };
  },
};

export const testNames: Rule = {
  name: 'the tests of a file have names of their own',
  *check({ path, code, strings }): Iterable<Finding> {
    if (!/\.(?:test|deep)\.ts$/.test(path)) return;
    const seen = new Set<string>();
    for (const { text, at } of strings) {
      if (!/\b(?:test|it|describe)(?:\.\w+)?\(\s*['"`]$/.test(code.slice(Math.max(0, at - 40), at)))
        continue;
      // Behind a template's first piece the name goes on with something computed.
      if (code[at - 1] === '`' && code[at + text.length] !== '`') continue;
      if (seen.has(text))
        yield { at, what: `has two tests \`${text}\`: say what each of them shows` };
      seen.add(text);
    }
  },
};

// In backticks a path from the root, in a Markdown link one from the page.
const mention = /`((?:src|packages|test|tools|bench|docs|migrations|bin)\/[\w./-]*)`/g;
const link = /\]\(([\w./-]+)(?:#[^)]*)?\)/g;

export const mentionedFiles: Rule = {
  name: 'a file that a page or a comment names is there',
  *check({ path, text }, { paths }): Iterable<Finding> {
    if (isTest(path)) return;
    const links = path.endsWith('.md') ? [...text.matchAll(link)] : [];
    const named = [
      ...text.matchAll(mention).map(({ 1: to = '', index }) => ({ to, at: index })),
      ...links.map(({ 1: to = '', index }) => ({
        to: posix.join(posix.dirname(path), to),
        at: index,
      })),
    ];
    for (const { to, at } of named) {
      if (paths.has(to.replace(/\/$/, ''))) continue;
      yield { at, what: `names ${to}, which is not there: correct it or leave it out` };
    }
  },
};
