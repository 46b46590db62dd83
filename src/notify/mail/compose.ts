import { mayTakePayments } from '../../parties/businesses/business.ts';
import {
  hideAddresses,
  type PageName,
  pageAddress,
} from '../../parties/businesses/page-address.ts';
import {
  languageOf,
  type PublicProfile,
  readFace,
  speaking,
} from '../../parties/businesses/public-profile.ts';
import type { Attachment, Mail } from '../../ports/carriers/carrier.ts';
import type { World } from '../../world.ts';
import { businessMailSheet } from './business-mail.ts';
import { happeningOf, isHappening } from './happening.ts';
import { logoPartOf } from './logo.ts';
import { type MailTemplate, readTemplates } from './mail-template.ts';
import { inOwnWords, templateKindOf, valuesOf } from './own-words.ts';
import { fromBusiness, fromUs, messageIdOf, readMessageId } from './postmark.ts';
import { receiptFacts } from './receipt-facts.ts';
import { type Sheet, sheetText } from './sheet.ts';
import { sheetHtml } from './sheet-html.ts';
import { type QueuedMail, readMail } from './store.ts';
import { readSubjects, type Subject } from './subjects.ts';
import { isOfSubscription, linkOf, pageLink, subscriptionSheet } from './subscription-mail.ts';
import { isValidating, validationSheet } from './validation-mail.ts';

/** A mail, or why there is none. */
export type Composed =
  | {
      readonly mail: Mail;
      /** The page that it leads to, whose address is claimed before it is sent. */
      readonly page: PageName | undefined;
    }
  | { readonly refused: 'do_not_contact' | 'nothing_to_say' }
  /** A fault of ours; the other mails are composed. */
  | { readonly fault: unknown };

export type Writer = Pick<World, 'db' | 'config' | 'vault' | 'receipts' | 'site' | 'log'>;

/** Composes mails from their events; no connection is held. */
export async function composeMails<M extends QueuedMail>(
  world: Writer,
  queued: readonly M[],
): Promise<(readonly [M, Composed])[]> {
  const events = queued.map(({ businessId, eventId }) => ({ businessId, id: eventId }));
  const subjects = await readSubjects(world.db, events);
  const owners = new Map<bigint, Owner>();
  for (const { businessId } of queued) {
    if (!owners.has(businessId)) owners.set(businessId, await readOwner(world, businessId));
  }
  return queued.map((one) => {
    try {
      const subject = subjects.get(one.eventId);
      return [one, compose(world, one, subject, owners.get(one.businessId))] as const;
    } catch (fault) {
      return [one, { fault }] as const;
    }
  });
}

/** Whose mail it is: its public face, and its own words. */
type Owner = {
  readonly face: PublicProfile | undefined;
  readonly templates: readonly MailTemplate[];
};

/** A mail is sent in the usual words rather than not at all. */
async function readOwner({ db, log }: Writer, businessId: bigint): Promise<Owner> {
  const face = await readFace(db, businessId);
  const templates = await readTemplates(db, businessId).catch((error: unknown) => {
    log.error('mail.no_own_words', { businessId, error });
    return [];
  });
  return { face, templates };
}

/** A mail by its Message-ID, as it would be sent now. */
export async function mailNamed(
  world: Writer,
  businessId: bigint,
  messageId: string,
): Promise<Mail | undefined> {
  const key = readMessageId(messageId);
  if (key?.businessId !== businessId) return undefined;
  const queued = await readMail(world.db, businessId, key.id);
  if (!queued) return undefined;
  const [pair] = await composeMails(world, [queued]);
  const composed = pair?.[1];
  return composed && 'mail' in composed ? composed.mail : undefined;
}

/** The words of mails as they would be sent now, without secret addresses; undefined for one that says nothing any more. */
export async function wordsOf(
  world: Writer,
  businessId: bigint,
  id: bigint,
): Promise<Pick<Mail, 'subject' | 'text'> | undefined> {
  const queued = await readMail(world.db, businessId, id);
  const composed = queued && (await composeMails(world, [queued]))[0]?.[1];
  if (!composed || !('mail' in composed)) return undefined;
  const { subject, text } = composed.mail;
  return { subject, text: hideAddresses(text) };
}

function compose(
  world: Writer,
  queued: QueuedMail,
  subject: Subject | undefined,
  owner: Owner | undefined,
): Composed {
  if (!subject || !owner?.face) throw new Error('a mail without its event');
  const face = speaking(owner.face, subject.language);
  const ours = businessMailSheet(subject.event, face);
  if (!ours && subject.doNotContact) return { refused: 'do_not_contact' };
  // One that was sent keeps its words.
  if (subject.isCalledOff && queued.state !== 'sent') return { refused: 'nothing_to_say' };
  const receipt = receiptSheet(world, subject, face);
  const usual = ours ? undefined : payerSheet(world, subject, face, receipt);
  const sheet =
    ours ?? (usual && withTemplate(world, usual, { subject, face, templates: owner.templates }));
  if (!sheet) return { refused: 'nothing_to_say' };
  const logo = sheet.sender.branding?.logo;
  return {
    page: sheet === ours ? undefined : payerPage(subject),
    mail: {
      businessId: queued.businessId,
      messageId: messageIdOf(world.config, queued),
      ...(ours ? fromUs(world.config) : fromBusiness(world.config, face)),
      to: queued.recipient,
      subject: sheet.subject,
      text: sheetText(sheet),
      html: sheetHtml(sheet),
      attachments: [
        ...(receipt ? [attachmentOf(world, receipt, subject)] : []),
        ...(logo ? [logoPartOf(world.db, logo)] : []),
      ],
    },
  };
}

/** A mail to a payer in the usual words; undefined: there is nothing to say. */
export function usualSheet(
  world: Writer,
  subject: Subject,
  face: PublicProfile,
): Sheet | undefined {
  return payerSheet(world, subject, face, receiptSheet(world, subject, face));
}

function payerSheet(
  world: Writer,
  subject: Subject,
  face: PublicProfile,
  receipt: Sheet | undefined,
): Sheet | undefined {
  return (
    (receipt && withPage(world, subject, receipt, face)) ??
    subscriptionMail(world, subject, face) ??
    validationMail(world, subject, face)
  );
}

type Spoken = Pick<Owner, 'templates'> & {
  readonly subject: Subject;
  readonly face: PublicProfile;
};

/** In the own words of the business, where it has any in this language. Its PDF is a paper, and keeps the usual ones. */
function withTemplate({ log }: Writer, sheet: Sheet, { subject, face, templates }: Spoken): Sheet {
  const kind = templateKindOf(subject.event);
  const language = languageOf(face);
  const own = templates.find((one) => one.kind === kind && one.language === language);
  try {
    return own ? inOwnWords(sheet, own, valuesOf(subject, sheet, face)) : sheet;
  } catch (error) {
    const { businessId, id: reference } = subject.event;
    log.error('mail.no_own_words', { businessId, kind, reference, error });
    return sheet;
  }
}

function subscriptionMail(world: Writer, subject: Subject, face: PublicProfile): Sheet | undefined {
  const { event, businessState } = subject;
  // Its subscriptions charge nothing any more.
  if (businessState === 'closed') return undefined;
  const linkId = isOfSubscription(event) ? linkOf(event) : undefined;
  const page = payerPage(subject);
  return subscriptionSheet(event, face, {
    payAddress: payAddress(world, subject, linkId),
    pageAddress: page && pageAddress(world, page),
  });
}

function validationMail(world: Writer, { event }: Subject, face: PublicProfile): Sheet | undefined {
  const id = isValidating(event) ? event.data.validationId : undefined;
  if (!isValidating(event) || id === undefined) return undefined;
  const { businessId } = event;
  const objectId = BigInt(id);
  const address = pageAddress(world, { businessId, kind: 'account_validation', objectId });
  return validationSheet(event, face, address);
}

function receiptSheet(world: Writer, subject: Subject, face: PublicProfile): Sheet | undefined {
  const { event, payment, businessState } = subject;
  if (!payment) return undefined;
  const { capturedCents, details, openLinkId } = payment;
  const mayBePaid = mayTakePayments({ state: businessState });
  const happening = happeningOf(event, { capturedCents, mayBePaid });
  if (!happening) return undefined;
  const isAsked = happening.payerIsAsked !== undefined && !happening.againAt;
  const address = isAsked ? payAddress(world, subject, openLinkId) : undefined;
  return receiptFacts({ happening, face, details, payAddress: address });
}

/** A receipt for a period leads to the page of its subscription; its file has no links. */
function withPage(world: Writer, subject: Subject, sheet: Sheet, face: PublicProfile): Sheet {
  const page = payerPage(subject);
  if (!page) return sheet;
  return { ...sheet, otherAction: pageLink(face, pageAddress(world, page)) };
}

/** The payer's page of a subscription. Undefined when the business may not take payments. */
function payerPage({
  event: { businessId },
  businessState: state,
  pageId: objectId,
}: Subject): PageName | undefined {
  if (objectId === undefined || !mayTakePayments({ state })) return undefined;
  return { businessId, kind: 'subscription', objectId };
}

/** Undefined when the business may not take payments. */
function payAddress(
  world: Writer,
  { event: { businessId }, businessState: state }: Subject,
  objectId: bigint | undefined,
): string | undefined {
  if (objectId === undefined || !mayTakePayments({ state })) return undefined;
  return pageAddress(world, { businessId, kind: 'pay_link', objectId });
}

function attachmentOf({ receipts }: Writer, sheet: Sheet, { event }: Subject): Attachment {
  const receiptNumber = isHappening(event) ? event.data.receiptNumber : undefined;
  const number = String(receiptNumber ?? event.objectId).replace(/[^\w-]/g, '');
  return {
    name: `receipt-${number}.pdf`,
    type: 'application/pdf',
    content: () => receipts.pdf(sheet, event.at),
  };
}
