import { languages } from '../../../kernel/language.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { logoContentId } from '../../../notify/mail/logo.ts';
import {
  addMailTemplate,
  changeMailTemplate,
  flawInWords,
  type MailKind,
  type MailTemplate,
  mailKinds,
  mailTemplates,
  type OwnWords,
  parts,
  placeholders,
  placeholdersOf,
  removeMailTemplate,
} from '../../../notify/mail/mail-template.ts';
import { isSaidAgain } from '../../../notify/mail/own-words.ts';
import { type PreviewedMail, previewMail } from '../../../notify/mail/preview-mail.ts';
import { sheetText } from '../../../notify/mail/sheet.ts';
import { sheetHtml } from '../../../notify/mail/sheet-html.ts';
import { logoPath } from '../../../parties/businesses/branding.ts';
import { mayDo } from '../../../parties/businesses/keys.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
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

const kind = word(
  'The kind of mail, as the kind of its event: payment.captured is a receipt.',
  mailKinds,
);
const language = word('In which it is written: payers get the mail in theirs.', languages);

const templateShape = object(
  {
    id: text('The template.'),
    kind,
    language,
    subject: orNull(text('The subject. Null, as in the others: the usual words.')),
    opening: orNull(text('What the mail begins with, in lines.')),
    closing: orNull(text('What it ends with, above the small print, in lines.')),
    createdAt: moment('When it was made.'),
    updatedAt: moment('When it was last changed.'),
  },
  {
    name: 'MailTemplate',
    doc:
      'Own words of the business in the mails to its payers. Sums, lines, links, what the payer has to do, and how to reach ' +
      'the business always stand, and so does the PDF.',
  },
);

function templateWire(one: MailTemplate): TypeOf<typeof templateShape> {
  return {
    id: String(one.id),
    kind: one.kind,
    language: one.language,
    subject: one.subject ?? null,
    opening: one.opening ?? null,
    closing: one.closing ?? null,
    createdAt: one.createdAt.toISOString(),
    updatedAt: one.updatedAt.toISOString(),
  };
}

const listing: Listing<(typeof mailTemplates)['fields'], TypeOf<typeof templateShape>> = {
  rows: mailTemplates,
  select: mailTemplates.of('x'),
  from: 'mail_templates x',
  business: 'x.business_id',
  key: [
    { sql: 'x.kind', type: 'text' },
    { sql: 'x.language', type: 'text' },
  ],
  ascends: true,
  filters: {
    kind: columnIs('x.kind', kind),
    language: columnIs('x.language', language),
  },
  item: templateShape,
  wire: templateWire,
};

const params = { mailTemplateId: id('The template.') };

const named = placeholders.map((name) => `{${name}}`).join(', ');
const ownWords = {
  subject: field(
    freeText(
      `The subject, in one line. Of ${named} each mail takes those that it can know. Where one is not known of a payer, the usual subject stands.`,
      'mailSubject',
    ),
  ),
  opening: field(
    freeText(
      'What the mail begins with. In a receipt and in a refund it stands in the place of the first sentence, in the others before ' +
        'it. A line with a placeholder that is not known of a payer is left out. It is text: addresses in it are no links.',
      'mailText',
      { multiline: true },
    ),
  ),
  closing: field(
    freeText('What it ends with, with the same placeholders.', 'mailText', { multiline: true }),
  ),
};
const maybeWords = {
  subject: maybe(ownWords.subject),
  opening: maybe(ownWords.opening),
  closing: maybe(ownWords.closing),
};

/** Sums, lines and links are written by us: own words name only what is known of the mail. */
function refuseUnknown(
  words: { readonly [P in keyof OwnWords]?: string | null | undefined },
  of: MailKind,
): void {
  const details = parts.flatMap((part) => {
    const found = flawInWords(words[part] ?? '', of);
    return found ? [fieldFault(part, found)] : [];
  });
  if (details.length > 0) throw new Refusal('wrong_fields', { details });
}

const isTaken = flaw('taken', 'is that of another template in this language');
const isNothing = flaw(
  'required',
  'must be sent, or opening or closing: else the usual words stand',
);

function written(outcome: MailTemplate | 'taken' | 'says_nothing' | 'not_there') {
  if (typeof outcome === 'object') return templateWire(outcome);
  if (outcome === 'not_there') throw new Refusal('not_found');
  const fault =
    outcome === 'taken' ? fieldFault('kind', isTaken) : fieldFault('subject', isNothing);
  throw new Refusal('wrong_fields', { details: [fault] });
}

const changerOf = ({ actor, match }: Pick<V1Call, 'actor' | 'match'>) => ({
  actor,
  match: (before: MailTemplate) => match(templateWire(before)),
});

const previewShape = object(
  {
    subject: text('Its subject.'),
    text: text('Its text. Secret addresses in it are left out.'),
    html: text('The same as HTML. A logo is that of the pages; the mail itself carries it.'),
    usualSubject: text('The subject in the usual words.'),
    usualOpening: text('The first sentence in the usual words.'),
    replacesUsual: bool('True if an own opening stands in its place, and not before it.'),
    objectId: orNull(text('The payment or subscription that it tells of. Null: it is a sample.')),
    missing: list(
      text('A placeholder.'),
      'Those in the own words that are not known of its payer.',
    ),
    placeholders: list(text('A placeholder.'), 'Those that words of this kind of mail may have.'),
  },
  { name: 'MailPreview', doc: 'The last mail of a kind as it would be with these words.' },
);

function previewWire(
  { sheet, usual, objectId, missing }: PreviewedMail,
  { ownAddress, body }: Pick<V1Call<object, object, { kind: MailKind }>, 'ownAddress' | 'body'>,
): TypeOf<typeof previewShape> {
  const logo = sheet.sender.branding?.logo;
  const html = sheetHtml(sheet);
  return {
    subject: sheet.subject,
    text: sheetText(sheet),
    html: logo ? html.replace(`cid:${logoContentId(logo)}`, ownAddress + logoPath(logo)) : html,
    usualSubject: usual.subject,
    usualOpening: usual.paragraphs[0] ?? '',
    replacesUsual: isSaidAgain.has(body.kind),
    objectId: objectId === undefined ? null : String(objectId),
    missing,
    placeholders: placeholdersOf[body.kind],
  };
}

export const mailTemplateEndpoints = [
  listEndpoint(
    {
      id: 'mailTemplates.list',
      path: '/v1/mail-templates',
      doc: 'Lists the mail templates of the business by kind and language.',
    },
    listing,
  ),
  endpoint({
    id: 'mailTemplates.create',
    method: 'POST',
    path: '/v1/mail-templates',
    doc: 'Gives the mails of one kind and language own words. Mails that are written from now on have them.',
    right: 'administer',
    body: object({ kind, language, ...maybeWords }, { name: 'NewMailTemplate' }),
    answer: templateShape,
    status: 201,
    isVersioned: true,
    refuses: ['wrong_fields'],
    async handle(world, { business, actor, body }) {
      refuseUnknown(body, body.kind);
      const draft = { ...body, businessId: business.id, id: await world.ids.next(business.id) };
      const made = written(await addMailTemplate(world, draft, actor));
      return { body: made, headers: { Location: `/v1/mail-templates/${made.id}` } };
    },
  }),
  endpoint({
    id: 'mailTemplates.preview',
    method: 'POST',
    path: '/v1/mail-templates/preview',
    doc:
      'Answers with the last mail of a kind as it would be with these words, of a sample where there is none among the last ' +
      '5000 events, and for a caller without the right read. It sends and stores nothing.',
    right: 'administer',
    body: object({ kind, language, ...maybeWords }, { name: 'MailTemplateDraft' }),
    answer: previewShape,
    refuses: ['wrong_fields'],
    writesNothing: true,
    async handle(world, call) {
      const { business, key, body } = call;
      refuseUnknown(body, body.kind);
      const showsPayer = mayDo(key, 'read');
      return { body: previewWire(await previewMail(world, business, body, showsPayer), call) };
    },
  }),
  retrieveEndpoint(
    {
      id: 'mailTemplates.retrieve',
      path: '/v1/mail-templates/{mailTemplateId}',
      doc: 'Returns a mail template.',
      param: 'mailTemplateId',
      shape: params.mailTemplateId,
      column: 'x.id',
      isVersioned: true,
    },
    listing,
  ),
  endpoint({
    id: 'mailTemplates.update',
    method: 'PATCH',
    path: '/v1/mail-templates/{mailTemplateId}',
    doc: 'Changes what is sent of a mail template; null goes back to the usual words.',
    right: 'administer',
    params,
    body: object(
      {
        subject: maybe(orNull(ownWords.subject)),
        opening: maybe(orNull(ownWords.opening)),
        closing: maybe(orNull(ownWords.closing)),
      },
      { name: 'MailTemplateChange' },
    ),
    answer: templateShape,
    isVersioned: true,
    refuses: ['not_found', 'wrong_fields', 'changed_meanwhile'],
    async handle(world, call) {
      const { business, params: one, body } = call;
      const key = { businessId: business.id, id: BigInt(one.mailTemplateId) };
      const changer = {
        ...changerOf(call),
        check: (before: MailTemplate) => refuseUnknown(body, before.kind),
      };
      return { body: written(await changeMailTemplate(world, key, body, changer)) };
    },
  }),
  endpoint({
    id: 'mailTemplates.delete',
    method: 'DELETE',
    path: '/v1/mail-templates/{mailTemplateId}',
    doc: 'Removes a mail template: its mails have the usual words again.',
    right: 'administer',
    params,
    isVersioned: true,
    refuses: ['not_found', 'changed_meanwhile'],
    async handle(world, call) {
      const key = { businessId: call.business.id, id: BigInt(call.params.mailTemplateId) };
      const removed = await removeMailTemplate(world, key, changerOf(call));
      if (!removed) throw new Refusal('not_found');
      return undefined;
    },
  }),
];
