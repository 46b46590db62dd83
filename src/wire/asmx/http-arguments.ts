import type { Pairs } from './form.ts';
import { type Arguments, MethodFault, type MethodParameter } from './method.ts';
import { quoted } from './quoted.ts';
import { xmlLimits } from './xml-fault.ts';

/** Arguments from a query or form. The first that is wrong is the one that is named. */
export function readArguments(parameters: readonly MethodParameter[], pairs: Pairs): Arguments {
  const args = new Map<string, string | boolean>();
  for (const { name, type } of parameters) {
    const text = pairs.get(name.toLowerCase());
    if (text === undefined) throw new MethodFault(`Missing parameter: ${name}.`, 'client');
    if (text.length > xmlLimits.text) {
      throw new MethodFault(`${name} must have at most ${xmlLimits.text} characters.`, 'client');
    }
    args.set(name, type === 'boolean' ? readBoolean(text) : text);
  }
  return args;
}

/** The SOAP bindings take 1 and 0 as well; here they never were. */
function readBoolean(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (word === 'true') return true;
  if (word === 'false') return false;
  throw new MethodFault(
    `Cannot convert ${quoted(text)} to System.Boolean.\r\n` +
      'Parameter name: type ---> String was not recognized as a valid Boolean.',
    'client',
  );
}
