import { malformed, positionAt } from '../../kernel/xml/fault.ts';
import type { Arguments, Method, MethodParameter } from './method.ts';
import { quoted } from './quoted.ts';
import type { SentCall, SentValue } from './soap-request.ts';

/** A value that its type does not allow; reported with the chain of sentences that callers know. */
export class ArgumentFault extends Error {}

/**
 * The sent value of each parameter. Elements that the table does not name are skipped with their content; of a repeated
 * element the first counts; only elements in the namespace of the operations count.
 */
export function readArguments(
  method: Method,
  calls: readonly SentCall[],
  namespace: string,
  text: string,
): Arguments {
  const sent = new Map<string, SentValue>();
  for (const { name, values } of calls) {
    if (name.local !== method.name || name.namespace !== namespace) continue;
    for (const value of values) {
      const { local } = value.name;
      if (value.name.namespace === namespace && !sent.has(local)) sent.set(local, value);
    }
  }
  const read = new Map<string, string | boolean | null>();
  for (const { name, type } of method.parameters) {
    read.set(name, readArgument(type, sent.get(name), text));
  }
  return read;
}

// Anchored, so that no run of white space is scanned twice.
const boolean = /^[ \t\r\n]*(true|false|1|0)[ \t\r\n]*$/;

function readArgument(
  type: MethodParameter['type'],
  value: SentValue | undefined,
  text: string,
): string | boolean | null {
  if (!value) return type === 'boolean' ? false : null;
  if (!value.isPlain) {
    throw malformed(text, value.at, 'A value holds something other than text.');
  }
  if (type === 'string') return value.text;
  const word = boolean.exec(value.text)?.[1];
  if (word !== undefined) return word === 'true' || word === '1';
  const { line, column } = positionAt(text, value.at);
  throw new ArgumentFault(
    `There is an error in XML document (${line}, ${column}). ---> ` +
      `The string '${quoted(value.text)}' is not a valid Boolean value.`,
  );
}
