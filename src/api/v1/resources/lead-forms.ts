import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { leadForms, questionKinds, readQuestions } from '../../../leads/lead-form.ts';
import { closeForm, formAddress, makeForm, usualThanks } from '../../../leads/make-form.ts';
import { topics } from '../../../leads/topics.ts';
import { freeText, identifier } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { findRow, retrieveEndpoint } from '../retrieve.ts';
import {
  bool,
  field,
  id,
  list,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

const states = ['open', 'closed'] as const;

const questionShape = object(
  {
    text: text('What is asked.'),
    kind: word('A text, a choice of one option, or choices of several.', questionKinds),
    isRequired: bool('Whether it must be answered.'),
    externalValue: text('Its name in your own system; may be blank.'),
    options: list(
      object(
        {
          text: text('What is offered.'),
          value: text('Its name in your own system; blank: that of the question.'),
        },
        { name: 'LeadOption' },
      ),
      'What can be chosen; none where the answer is a text.',
    ),
  },
  { name: 'LeadQuestion' },
);

const formShape = object(
  {
    id: text('The form.'),
    name: text('Its name.'),
    status: word('A closed form takes no more leads.', states),
    address: text('Where it is filled in; link to it from anywhere.'),
    intro: text('What stands above it.'),
    thanks: text('What is said at its end.'),
    originId: orNull(text('Your own name for the source of its leads.')),
    questions: list(questionShape, 'In order. They never change: answers refer to them.'),
    topics: list(word('One.', topics), 'Optional personal questions.'),
    createdAt: moment('When it was made.'),
  },
  { name: 'LeadForm' },
);

const line = (doc: string, length: 'name' | 'description') => field(freeText(doc, length));

const newQuestion = object(
  {
    text: line('What is asked.', 'description'),
    kind: maybe(word('A text when left out.', questionKinds)),
    isRequired: maybe(bool('False when left out.')),
    externalValue: maybe(line('Its name in your own system.', 'name')),
    options: maybe(
      list(
        object({
          text: line('What is offered.', 'name'),
          value: maybe(line('Its name in your own system.', 'name')),
        }),
        'Two or more for a choice or choices, none for a text.',
        50,
      ),
    ),
  },
  { name: 'NewLeadQuestion' },
);

const newForm = object(
  {
    name: line('Its name.', 'name'),
    intro: maybe(line('What stands above it.', 'description')),
    thanks: maybe(line('What is said at its end.', 'description')),
    originId: maybe(field(identifier('Your own name for the source of its leads.', 'externalId'))),
    questions: maybe(list(newQuestion, 'Beside name and contact, in order.', 30)),
    topics: maybe(list(word('One.', topics), 'Optional personal questions.', topics.length)),
  },
  { name: 'NewLeadForm' },
);

const shown = leadForms.omit('businessId');

const listing: Listing<(typeof shown)['fields'], TypeOf<typeof formShape>> = {
  rows: shown,
  select: shown.of('f'),
  from: 'lead_forms f',
  business: 'f.business_id',
  key: [{ sql: 'f.id', type: 'int8' }],
  filters: {
    status: columnIs('f.state', word('What it is.', states)),
    originId: columnIs('f.origin_id', text('Exactly this one.', { maxLength: 100 })),
    ...createdBetween('f.created_at'),
  },
  search: { doc: 'name.', where: (q, $) => `lower(f.name) = lower(${$(q)})` },
  item: formShape,
  wire: (row, { business }, world) => ({
    id: String(row.id),
    name: row.name,
    status: row.state,
    address: formAddress(world, { businessId: business.id, id: row.id }),
    intro: row.intro,
    thanks: row.thanks,
    originId: row.originId ?? null,
    questions: row.questions,
    topics: row.topics,
    createdAt: row.createdAt.toISOString(),
  }),
};

const params = { formId: id('The form.') };

export const leadFormEndpoints = [
  listEndpoint(
    { id: 'leadForms.list', path: '/v1/lead-forms', doc: 'Lists lead forms, the newest first.' },
    listing,
  ),
  endpoint({
    id: 'leadForms.create',
    method: 'POST',
    path: '/v1/lead-forms',
    doc:
      'Makes a form that people fill in who want to be contacted: it asks for name and contact, then what is given here. A form ' +
      'never changes; close it and make another one.',
    right: 'administer',
    body: newForm,
    answer: formShape,
    status: 201,
    needsServices: ['leads'],
    refuses: ['wrong_fields'],
    async handle(world, call) {
      const { business, actor, body } = call;
      const questions = readQuestions(body.questions ?? []);
      if (!questions.ok) {
        throw new Refusal('wrong_fields', { details: [fieldFault('questions', questions)] });
      }
      const draft = {
        businessId: business.id,
        name: body.name,
        intro: body.intro ?? '',
        thanks: body.thanks ?? usualThanks,
        originId: body.originId,
        questions: questions.value,
        topics: [...new Set(body.topics)],
      };
      const form = await makeForm(world, draft, actor);
      const headers = { Location: `/v1/lead-forms/${form.id}` };
      return { body: await listing.wire(form, call as unknown as V1Call, world), headers };
    },
  }),
  retrieveEndpoint(
    {
      id: 'leadForms.retrieve',
      path: '/v1/lead-forms/{formId}',
      doc: 'Returns a lead form.',
      param: 'formId',
      shape: params.formId,
      column: 'f.id',
    },
    listing,
  ),
  endpoint({
    id: 'leadForms.close',
    method: 'POST',
    path: '/v1/lead-forms/{formId}/close',
    doc: 'Closes a lead form for good; its page says so. Its leads stay.',
    right: 'administer',
    params,
    answer: formShape,
    whileSuspended: true,
    refuses: ['not_found', 'wrong_state'],
    async handle(world, call) {
      const { business, actor, params: named } = call;
      const asked = call as unknown as V1Call;
      const read = () => findRow(world, listing, asked, ['f.id', named.formId]);
      const { id: formId } = await read();
      const isClosed = await closeForm(world, { businessId: business.id, id: formId }, actor);
      if (!isClosed) throw new Refusal('wrong_state', { message: 'This form is closed already.' });
      return { body: await listing.wire(await read(), asked, world) };
    },
  }),
];
