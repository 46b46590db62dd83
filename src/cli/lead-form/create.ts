import { readFile } from 'node:fs/promises';
import { lengths } from '../../base/lengths.ts';
import { type Parsed, parsed } from '../../base/parsed.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { type Question, readQuestions } from '../../leads/lead-form.ts';
import { formAddress, makeForm } from '../../leads/make-form.ts';
import { businessNamed } from '../business/named.ts';
import { FileFault, UsageFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts } from '../layout.ts';
import { line, needed, option, verbatim } from '../words.ts';
import { business } from './words.ts';

export const leadFormCreate = houseCommand({
  doc:
    'Opens a form for people who want to hear from a business, and prints its address. Beside who they are it asks ' +
    'the questions of a JSON file, or those of --question, with "|" between, as texts.',
  words: {
    business,
    name: needed('NAME', line(lengths.name)),
    intro: option('TEXT', line(lengths.description)),
    thanks: option('TEXT', line(lengths.description)),
    origin: option('ID', verbatim(lengths.externalId)),
    questions: option('FILE', verbatim(4096)),
    question: option('TEXT|TEXT', texts),
  },
  check({ questions, question }) {
    if (questions !== undefined && question !== undefined) {
      throw new UsageFault('give either --questions or --question');
    }
  },
  async work(world, wish, actor) {
    const { business: who, name, intro = '', origin: originId, question = [] } = wish;
    const thanks = wish.thanks ?? 'Thank you. We will be in touch.';
    const owner = await businessNamed(world.db, who);
    const questions = wish.questions === undefined ? question : await readFrom(wish.questions);
    const asked = { businessId: owner.id, name, intro, thanks, originId, questions };
    const form = await makeForm(atClockOf(world, owner), asked, actor);
    const address = formAddress(world, form);
    const text = facts({ form: `${owner.id}/${form.id}`, questions: questions.length, address });
    return { data: { ...form, address }, text };
  },
});

async function readFrom(file: string): Promise<Question[]> {
  const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    throw new FileFault(`cannot read ${file}: ${fault.code}`);
  });
  const read = readQuestions(jsonIn(file, text));
  if (!read.ok) throw new UsageFault(`the questions in ${file} ${read.rule}`);
  return read.value;
}

function jsonIn(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageFault(`${file} is no JSON`);
  }
}

function texts(text: string): Parsed<Question[]> {
  const asked = text.split('|').map((one) => ({ text: one }));
  const read = readQuestions(asked);
  return read.ok ? parsed(read.value) : read;
}
