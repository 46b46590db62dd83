import { mayTakePayments } from '../businesses/business.ts';
import { type Face, readFace } from '../businesses/face.ts';
import { pageAddress } from '../businesses/page-address.ts';
import type { Attachment, Mail } from '../carriers/carrier.ts';
import type { World } from '../world.ts';
import { happeningOf } from './happening.ts';
import { noticeSheet } from './notice.ts';
import { fromBusiness, fromUs, messageIdOf, readMessageId } from './postmark.ts';
import { receiptFacts } from './receipt-facts.ts';
import { receiptPdf } from './receipt-pdf.ts';
import type { Sheet } from './sheet.ts';
import { sheetHtml } from './sheet-html.ts';
import { sheetText } from './sheet-text.ts';
import { type MailRow, readMail } from './store.ts';
import { readSubjects, type Subject } from './subjects.ts';
import { subscriptionSheet } from './subscription-letter.ts';

/** What is sent, or why nothing is. */
export type Composed =
  | { readonly mail: Mail }
  | { readonly refused: 'do_not_contact' | 'nothing_to_say' }
  /** A fault of ours, which must not hold up the others. */
  | { readonly fault: unknown };

type Writer = Pick<World, 'db' | 'config' | 'vault'>;

/** Writes mails from what happened, in the order of `rows`; nothing is held open. */
export async function composeMails(world: Writer, rows: readonly MailRow[]): Promise<Composed[]> {
  const events = rows.map(({ businessId, eventId }) => ({ businessId, id: eventId }));
  const subjects = await readSubjects(world.db, events);
  const faces = new Map<bigint, Face | undefined>();
  for (const { businessId } of rows) {
    if (!faces.has(businessId)) faces.set(businessId, await readFace(world.db, businessId));
  }
  return rows.map((row) => {
    try {
      return compose(world, row, subjects.get(row.eventId), faces.get(row.businessId));
    } catch (fault) {
      return { fault };
    }
  });
}

/** A mail of a business by its Message-ID, as it was sent, or would be now. */
export async function mailNamed(
  world: Writer,
  businessId: bigint,
  messageId: string,
): Promise<Mail | undefined> {
  const key = readMessageId(messageId);
  if (key?.businessId !== businessId) return undefined;
  const row = await readMail(world.db, businessId, key.id);
  if (!row) return undefined;
  const [composed] = await composeMails(world, [row]);
  return composed && 'mail' in composed ? composed.mail : undefined;
}

function compose(
  world: Writer,
  row: MailRow,
  subject: Subject | undefined,
  face: Face | undefined,
): Composed {
  if (!subject || !face) throw new Error('a mail without its event');
  const ours = noticeSheet(subject.told, face);
  if (!ours && subject.doNotContact) return { refused: 'do_not_contact' };
  const receipt = receiptSheet(world, subject, face);
  const sheet = ours ?? receipt ?? subscriptionLetter(world, subject, face);
  if (!sheet) return { refused: 'nothing_to_say' };
  return {
    mail: {
      businessId: row.businessId,
      messageId: messageIdOf(world.config, row),
      ...(ours ? fromUs(world.config) : fromBusiness(world.config, face)),
      to: row.recipient,
      subject: sheet.subject,
      text: sheetText(sheet),
      html: sheetHtml(sheet),
      attachments: receipt ? [attachmentOf(receipt, subject)] : [],
    },
  };
}

function subscriptionLetter(world: Writer, subject: Subject, face: Face): Sheet | undefined {
  const { told, businessState } = subject;
  // All that it tells is about charges to come.
  if (businessState === 'closed') return undefined;
  const { linkId } = told.data;
  const address = payAddress(world, subject, linkId === undefined ? undefined : BigInt(linkId));
  return subscriptionSheet(told, face, address);
}

function receiptSheet(world: Writer, subject: Subject, face: Face): Sheet | undefined {
  const { told, payment, businessState } = subject;
  if (!payment) return undefined;
  const { capturedCents, details, openLinkId } = payment;
  const mayBePaid = mayTakePayments({ state: businessState });
  const happening = happeningOf(told, { capturedCents, mayBePaid });
  if (!happening) return undefined;
  const isAsked = happening.payerIsAsked !== undefined && !happening.againAt;
  const address = isAsked ? payAddress(world, subject, openLinkId) : undefined;
  return receiptFacts({ happening, face, details, payAddress: address });
}

/** Nobody is sent to a page that takes nothing. */
function payAddress(
  world: Writer,
  { told: { businessId }, businessState: state }: Subject,
  objectId: bigint | undefined,
): string | undefined {
  if (objectId === undefined || !mayTakePayments({ state })) return undefined;
  return pageAddress(world, { businessId, kind: 'pay_link', objectId });
}

function attachmentOf(sheet: Sheet, { told }: Subject): Attachment {
  const number = String(told.data.receiptNumber ?? told.objectId).replace(/[^\w-]/g, '');
  return {
    name: `receipt-${number}.pdf`,
    type: 'application/pdf',
    content: () => receiptPdf(sheet, told.at),
  };
}
