import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createCalendar } from '../../base/calendar.ts';
import { Refusal } from '../../base/refusal.ts';
import { scrub } from '../../base/scrub.ts';
import type { Business } from '../../businesses/business.ts';
import type { DefaultOperation, Parameters } from '../../operations/operation.ts';
import { decoderOf, type RawFields } from '../../wire/decode.ts';
import { readJsonFields } from '../../wire/json-fields.ts';
import type { World } from '../../world.ts';
import { FileFault, OperatorFault } from '../command.ts';
import { verbatim } from '../words.ts';

/** What the help says of every word that is such a file. */
export const formWords =
  'FILE is one JSON object of fields as docs/interface/fields.md names them; - is standard input. Numbers of ' +
  'persons and accounts stand in it, so no word of a command has to say them.';

export const formFile = verbatim(4096);

const todayIn = createCalendar();
const standardInput = '-';

/**
 * A form that was filled in for a business, by the rules of the calls that ask for the same: every field that is wrong
 * is named, and nothing of what stands in it is said.
 */
export async function readForm(
  world: Pick<World, 'now'>,
  form: DefaultOperation,
  business: Business,
  file: string,
): Promise<unknown> {
  const raw = await readFields(file);
  const caller = { business, today: todayIn(business.timeZone, world.now()) };
  const { ask, faults } = decoderOf(form)(raw, caller);
  const unknown = unknownIn(raw, form.parameters);
  const wrong = [
    ...faults.map(({ message }) => message),
    ...unknown.map((name) => `${name} is none of its fields.`),
  ];
  if (wrong.length > 0) throw new OperatorFault(`${nameOf(file)}: ${wrong.join(' ')}`);
  return ask;
}

async function readFields(file: string): Promise<RawFields> {
  const whole = file === standardInput ? buffer(process.stdin) : readFile(file);
  const bytes = await whole.catch((fault: NodeJS.ErrnoException) => {
    throw new FileFault(`cannot read ${nameOf(file)}: ${fault.code}`);
  });
  try {
    return readJsonFields(bytes, []);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new FileFault(`cannot read ${nameOf(file)}: ${error.message.replace('The body', 'It')}`);
  }
}

/** Whoever mistyped a name would think that it was told. */
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
