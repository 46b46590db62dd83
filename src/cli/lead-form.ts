import { readFile } from 'node:fs/promises';
import { lengths } from '../kernel/lengths.ts';
import { type Parsed, parsed } from '../kernel/parsed.ts';
import { listForms, readForm } from '../leads/form-store.ts';
import { type LeadForm, type Question, readQuestions } from '../leads/lead-form.ts';
import { closeForm, formAddress, makeForm, usualThanks } from '../leads/make-form.ts';
import { topics } from '../leads/topics.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { refuseWithout } from '../parties/businesses/offering.ts';
import type { Sql } from '../runtime/sql.ts';
import { ExpectedError, UsageError } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { notReadable } from './file-reasons.ts';
import { facts, nameOf, table } from './layout.ts';
import { catalogue } from './list.ts';
import { type Key, object, ofBusiness, worldOf } from './names.ts';
import { line, listOf, verbatim } from './values.ts';
import { option, required } from './words.ts';

async function formNamed(sql: Sql, { businessId, id }: Key): Promise<LeadForm> {
  const found = await readForm(sql, businessId, id);
  if (!found) throw new ExpectedError(`business ${businessId} has no lead form ${id}`);
  return found;
}

async function questionsIn(file: string): Promise<Question[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw notReadable(file, error);
  });
  const read = readQuestions(jsonIn(file, text));
  if (!read.ok) throw new UsageError(`the questions in ${file} ${read.rule}`);
  return read.value;
}

function jsonIn(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
}

function questionTexts(text: string): Parsed<Question[]> {
  const read = readQuestions(text.split('|').map((one) => ({ text: one })));
  return read.ok ? parsed(read.value) : read;
}

export const leadFormCommands = {
  'lead-form create': dataCommand({
    doc:
      'Creates a lead form of a business and prints its address. It asks for name and contact, then the questions of a JSON ' +
      'file, or the texts of --question separated by "|". --ask adds the optional topics spouse, occupation, birth date ' +
      'and gender.',
    words: {
      business: ofBusiness,
      name: required('NAME', line(lengths.name)),
      intro: option('TEXT', line(lengths.description)),
      thanks: option('TEXT', line(lengths.description)),
      origin: option('ID', verbatim(lengths.externalId)),
      questions: option('FILE', verbatim(4096)),
      question: option('TEXT|TEXT', questionTexts),
      ask: option(topics.join(','), listOf(topics)),
    },
    check({ questions, question }) {
      if (questions !== undefined && question !== undefined) {
        throw new UsageError('give either --questions or --question');
      }
    },
    async work(world, { business, name, question = [], ask = [], ...given }, actor) {
      refuseWithout(business, 'leads');
      const questions =
        given.questions === undefined ? question : await questionsIn(given.questions);
      const draft = {
        businessId: business.id,
        name,
        intro: given.intro ?? '',
        thanks: given.thanks ?? usualThanks,
        originId: given.origin,
        questions,
        topics: ask,
      };
      const form = await makeForm(atClockOf(world, business), draft, actor);
      const address = formAddress(world, form);
      const text = facts({ form: nameOf(form), questions: questions.length, address });
      return { data: { ...form, address }, text };
    },
  }),
  'lead-form list': catalogue({
    doc: 'Lists the lead forms of a business with their addresses, the newest first',
    of: 'lead forms',
    filters: { business: ofBusiness },
    rows: async (world, { business }) =>
      (await listForms(world.db, business.id)).map((form) => ({
        ...form,
        address: formAddress(world, form),
      })),
    columns: {
      form: (one) => nameOf(one),
      name: 'name',
      state: 'state',
      questions: (one) => one.questions.length,
      made: 'createdAt',
      address: 'address',
    },
    json: (forms, { business }) => ({ business: business.id, forms }),
  }),
  'lead-form show': show({
    doc: 'Shows a lead form, its address and its questions.',
    words: { form: object },
    async read(world, { form: key }) {
      const form = await formNamed(world.db, key);
      return { ...form, address: formAddress(world, form) };
    },
    parts: (form) => ({
      '': {
        form: nameOf(form),
        name: form.name,
        state: form.state,
        origin: form.originId,
        intro: form.intro,
        thanks: form.thanks,
        asks: form.topics.join(', '),
        made: form.createdAt,
        address: form.address,
      },
      questions: table(
        {
          question: 'text',
          kind: 'kind',
          needed: (one) => (one.isRequired ? 'yes' : 'no'),
          value: 'externalValue',
          options: (one) => one.options.map(({ text }) => text).join(' | '),
        },
        form.questions,
      ),
    }),
  }),
  'lead-form close': dataCommand({
    doc: 'Closes a lead form for good; its page says so. Its leads stay.',
    words: { form: object },
    async work(world, { form: key }, actor) {
      const { businessId, id } = await formNamed(world.db, key);
      const isClosed = await closeForm(await worldOf(world, key), { businessId, id }, actor);
      if (!isClosed) throw new ExpectedError(`lead form ${nameOf(key)} is closed already`);
      return {
        data: { business: businessId, form: id, state: 'closed' },
        text: `Lead form ${nameOf(key)} is closed.`,
      };
    },
  }),
} as const;
