import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import {
  addTemplate,
  changeTemplate,
  hasKnownPlaceholders,
  mostTemplates,
  placeholders,
  removeTemplate,
  type TextTemplate,
  textTemplates,
} from '../../../notify/conversations/text-templates.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { field, id, maybe, moment, object, type TypeOf, text } from '../shape.ts';

const named = placeholders.map((name) => `{${name}}`).join(', ');

const templateShape = object(
  {
    id: text('The template.'),
    name: text('By which people choose it; unique in the business.'),
    body: text(`The text, with its placeholders: ${named}, and [PBTLINK] for the pay link.`),
    createdAt: moment('When it was made.'),
    updatedAt: moment('When it was last changed.'),
  },
  {
    name: 'TextTemplate',
    doc: 'A text that people write again and again. The portal fills it in where it is written.',
  },
);

function templateWire(one: TextTemplate): TypeOf<typeof templateShape> {
  return {
    id: String(one.id),
    name: one.name,
    body: one.body,
    createdAt: one.createdAt.toISOString(),
    updatedAt: one.updatedAt.toISOString(),
  };
}

const listing: Listing<(typeof textTemplates)['fields'], TypeOf<typeof templateShape>> = {
  rows: textTemplates,
  select: textTemplates.of('x'),
  from: 'text_templates x',
  business: 'x.business_id',
  key: [{ sql: 'lower(x.name)', type: 'text' }],
  ascends: true,
  filters: {},
  search: {
    doc: 'a part of the name or of the text.',
    where: (q, $) => {
      const part = $(q);
      return `position(lower(${part}) in lower(x.name)) > 0 or position(lower(${part}) in lower(x.body)) > 0`;
    },
  },
  item: templateShape,
  wire: templateWire,
};

const params = { templateId: id('The template.') };
const name = field(freeText('By which people choose it.', 'name'));
const body = field(
  freeText(
    `The text. ${named} are filled in where it is written; with [PBTLINK] it is for texts with a pay link, whose address stands there.`,
    'smsText',
    { multiline: true },
  ),
);

const isTaken = flaw('taken', 'is that of another template');
const tooMany = flaw('too_many', `must be one of at most ${mostTemplates} templates`);
const noSuch = flaw('not_one_of', `must have no placeholders but ${named}`);

function refuseUnknown(sent: string | undefined): void {
  if (sent === undefined || hasKnownPlaceholders(sent)) return;
  throw new Refusal('wrong_fields', { details: [fieldFault('body', noSuch)] });
}

function written(outcome: TextTemplate | 'name_taken' | 'too_many' | 'not_there') {
  if (typeof outcome === 'object') return templateWire(outcome);
  if (outcome === 'not_there') throw new Refusal('not_found');
  const fault = outcome === 'name_taken' ? isTaken : tooMany;
  throw new Refusal('wrong_fields', { details: [fieldFault('name', fault)] });
}

const changerOf = ({ actor, match }: Pick<V1Call, 'actor' | 'match'>) => ({
  actor,
  match: (before: TextTemplate) => match(templateWire(before)),
});

export const textTemplateEndpoints = [
  listEndpoint(
    {
      id: 'textTemplates.list',
      path: '/v1/text-templates',
      doc: 'Lists the text templates of the business by name.',
    },
    listing,
  ),
  endpoint({
    id: 'textTemplates.create',
    method: 'POST',
    path: '/v1/text-templates',
    doc: `Makes a text template; a business has at most ${mostTemplates}.`,
    right: 'charge',
    body: object({ name, body }, { name: 'NewTextTemplate' }),
    answer: templateShape,
    status: 201,
    isVersioned: true,
    refuses: ['wrong_fields'],
    async handle(world, { business, actor, body: sent }) {
      refuseUnknown(sent.body);
      const draft = { ...sent, businessId: business.id, id: await world.ids.next(business.id) };
      const made = written(await addTemplate(world, draft, actor));
      return { body: made, headers: { Location: `/v1/text-templates/${made.id}` } };
    },
  }),
  retrieveEndpoint(
    {
      id: 'textTemplates.retrieve',
      path: '/v1/text-templates/{templateId}',
      doc: 'Returns a text template.',
      param: 'templateId',
      shape: params.templateId,
      column: 'x.id',
      isVersioned: true,
    },
    listing,
  ),
  endpoint({
    id: 'textTemplates.update',
    method: 'PATCH',
    path: '/v1/text-templates/{templateId}',
    doc: 'Changes what is sent of a text template.',
    right: 'charge',
    params,
    body: object({ name: maybe(name), body: maybe(body) }, { name: 'TextTemplateChange' }),
    answer: templateShape,
    isVersioned: true,
    refuses: ['not_found', 'wrong_fields', 'changed_meanwhile'],
    async handle(world, call) {
      const { business, params: one, body: sent } = call;
      refuseUnknown(sent.body);
      const key = { businessId: business.id, id: BigInt(one.templateId) };
      return { body: written(await changeTemplate(world, key, sent, changerOf(call))) };
    },
  }),
  endpoint({
    id: 'textTemplates.delete',
    method: 'DELETE',
    path: '/v1/text-templates/{templateId}',
    doc: 'Removes a text template. Texts that were written from it stay.',
    right: 'charge',
    params,
    isVersioned: true,
    refuses: ['not_found', 'changed_meanwhile'],
    async handle(world, call) {
      const key = { businessId: call.business.id, id: BigInt(call.params.templateId) };
      if (!(await removeTemplate(world, key, changerOf(call)))) throw new Refusal('not_found');
      return undefined;
    },
  }),
];
