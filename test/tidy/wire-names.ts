import type { Finding, Rule, Tree } from './rule.ts';
import type { Source } from './source.ts';
import { isTest } from './tree.ts';

const wireFolders = /^src\/api\/(?:operations|http|soap|v1)\//;

/** `Amount`, `OrderNumber`; and such as `CVV`, which only the table of operations tells from a constant. */
const pascalCase = /^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$/;

// Ways to have a property: as a key, as a key in quotes or brackets, by reading it, by taking apart.
const key = /(?:[{,;(]|^)\s*(?:readonly\s+)?([A-Z]\w*)\??\s*:(?!:)/gm;
const quotedKey = [/(?:[{,;\n]|\breadonly)\s*$/, /^\s*\??\s*:/] as const;
const bracketed = [/[\w)\]]\s*(?:\?\.)?\[\s*$/, /^\s*\]/] as const;
const access = /(?<root>[A-Za-z_$][\w$]*)?(?:[\w$)\]]|\??\.)*(?<!\.)\??\.(?<name>[A-Z]\w*)/g;
const pattern = /(?:\b(?:const|let)\s*|\(\s*)\{([^{}]*)\}/g;

export const wireNames: Rule = {
  name: 'a PascalCase property is a wire name and stays in api/',
  *check(source, tree): Iterable<Finding> {
    const { path } = source;
    if (!/^(?:src|packages\/[^/]+\/src)\//.test(path) || wireFolders.test(path) || isTest(path))
      return;
    for (const { name, at } of propertiesOf(source)) {
      if (!isWireName(name, tree)) continue;
      yield {
        at,
        what: `has a property ${name}: call it in camelCase here and translate it in src/api/operations/`,
      };
    }
  },
};

function* propertiesOf({ code, strings }: Source): Iterable<{ name: string; at: number }> {
  for (const { 0: all, 1: name = '', index } of code.matchAll(key)) {
    yield { name, at: index + all.lastIndexOf(name) };
  }
  for (const { text, at } of strings) {
    const [before, after] = [endOf(code.slice(0, at - 1)), code.slice(at + text.length + 1)];
    const isKey = [quotedKey, bracketed].some(([a, b]) => b.test(after) && a.test(before));
    if (isKey) yield { name: text, at };
  }
  const modules = new Set(
    [...code.matchAll(/\bimport\s+(?:type\s+)?(?:\*\s+as\s+)?(\w+)/g)].map(([, name]) => name),
  );
  for (const { 0: all, index, groups } of code.matchAll(access)) {
    const { root = '', name = '' } = groups!;
    // Temporal.PlainDate, pg.Pool: a name space, and no property of a value.
    if (!/^[A-Z]/.test(root) && !modules.has(root)) yield { name, at: index + all.length - 1 };
  }
  for (const { 1: names = '', index } of code.matchAll(pattern)) {
    for (const part of names.split(',')) {
      const name = /^\s*(\w+)\s*(?:=|$)/.exec(part)?.[1];
      if (name) yield { name, at: index };
    }
  }
}

/** The last word with the blanks behind it: a pattern that ends there is not looked for in all the file. */
function endOf(code: string): string {
  return code.slice(Math.max(0, code.trimEnd().length - 'readonly '.length));
}

function isWireName(name: string, tree: Tree): boolean {
  return pascalCase.test(name) || tree.wireNames.has(name);
}

export const operationNames: Rule = {
  name: 'no operation is named outside operations/',
  *check({ path, text }, { operations }): Iterable<Finding> {
    if (!/^(?:src|packages\/[^/]+\/src)\//.test(path) || isTest(path)) return;
    if (path.startsWith('src/api/operations/')) return;
    if (path in mayName) return;
    for (const name of operations) {
      const at = text.search(spellings(name));
      if (at < 0) continue;
      yield { at, what: `names ${name}: walk the table of src/api/operations/index.ts instead` };
    }
  },
};

/** Who names one all the same. */
export const mayName = {
  'src/cli/examples.ts': 'shows a person how one is called',
  'src/cli/first-start.ts': 'shows a person a first call to make',
};

/** CreatePayment, createPayment, create-payment. */
function spellings(name: string): RegExp {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z][a-z0-9]*/g) ?? [name];
  const file = words.join('-').toLowerCase();
  return new RegExp(`\\b(?:[${name[0]}${name[0]!.toLowerCase()}]${name.slice(1)}|${file})\\b`);
}
