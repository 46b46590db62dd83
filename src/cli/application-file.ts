import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { decoderOf, type RawFields } from '../api/http/decode.ts';
import { readJsonFields } from '../api/http/json-fields.ts';
import type { DefaultOperation, Parameters } from '../api/operations/operation.ts';
import { createCalendar } from '../kernel/calendar.ts';
import { Refusal } from '../kernel/refusal.ts';
import { scrub } from '../kernel/scrub.ts';
import type { Business } from '../parties/businesses/business.ts';
import type { World } from '../world.ts';
import { ExpectedError, FileError, type Input } from './command.ts';
import { notReadable } from './file-reasons.ts';
import { verbatim } from './values.ts';

export const formHelp =
  'FILE is one JSON object with the fields of docs/interface/fields.md; - is standard input. Numbers of persons and ' +
  'accounts are in it, so that no word of a command contains one.';

export const formFile = verbatim(4096);

const todayIn = createCalendar();
const standardInput = '-';

/** A form of a business, read by the rules of the operation with the same fields. Errors name fields and show no value. */
export async function readForm(
  world: Pick<World, 'now'>,
  form: DefaultOperation,
  business: Business,
  file: string,
  input: Input,
): Promise<unknown> {
  const raw = await readFields(file, input);
  const caller = { business, today: todayIn(business.timeZone, world.now()) };
  const { ask, faults } = decoderOf(form)(raw, caller);
  const unknown = unknownIn(raw, form.parameters);
  const wrong = [
    ...faults.map(({ message }) => message),
    ...unknown.map((name) => `${name} is none of its fields.`),
  ];
  if (wrong.length > 0) throw new ExpectedError(`${nameOf(file)}: ${wrong.join(' ')}`);
  return ask;
}

async function readFields(file: string, input: Input): Promise<RawFields> {
  const whole = file === standardInput ? buffer(input()) : readFile(file);
  const bytes = await whole.catch((fault: NodeJS.ErrnoException) => {
    throw notReadable(nameOf(file), fault);
  });
  try {
    return readJsonFields(bytes, []);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new FileError(`cannot read ${nameOf(file)}: ${error.message.replace('The body', 'It')}`);
  }
}

/** A misspelt field is an error: it would be missing without a word. */
function unknownIn(raw: RawFields, parameters: Parameters): string[] {
  const known = new Set(
    Object.entries(parameters).flatMap(([name, { aka }]) =>
      [name, ...aka].map((spelling) => spelling.toLowerCase()),
    ),
  );
  const names = [...raw.keys()].filter((name) => !known.has(name.toLowerCase()));
  return names.map((name) => scrub(name).slice(0, 100));
}

function nameOf(file: string): string {
  return file === standardInput ? 'standard input' : file;
}
