import { stageOfPayment } from '../../invoicing/pay-links/link.ts';
import type { OpenedLink } from '../../invoicing/pay-links/open-link.ts';
import { isPartDone } from '../../invoicing/pay-links/parts.ts';
import { linkAddress } from '../../invoicing/pay-links/send-link.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type InvoicePaper, invoiceSheet } from '../../notify/mail/invoice-sheet.ts';
import type { Sheet } from '../../notify/mail/sheet.ts';
import { invoiceNumberOf } from '../../payments/invoice-number.ts';
import { createAddressLimiter, createLimiter } from '../../runtime/rate-limiter.ts';
import type { World } from '../../world.ts';
import { byLanguage, securityHeaders } from './layout.ts';
import type { Page, Visit } from './page.ts';
import { receiptSheet } from './receipt-part.ts';

/* The files of a pay link as PDF: its invoice, and after payment its receipt. */

type Drawn = { readonly sheet: Sheet; readonly at: Date };

const files = {
  'invoice.pdf': invoiceFile,
  'receipt.pdf': receiptFile,
} as const satisfies Record<string, (opened: OpenedLink) => Drawn | undefined>;
type FileName = keyof typeof files;

export function isFile(part: string): part is FileName {
  return Object.hasOwn(files, part);
}

/** For each page and for each network address. */
const fileLimit = { burst: 60, perSecond: 1 };

type AnswerFile = (name: FileName, opened: OpenedLink, visit: Visit) => Promise<Page | undefined>;

export function answerFiles(world: World): AnswerFile {
  const answer = answerDrawn(world);
  return async (name, opened, visit) => await answer(name, opened.link, files[name](opened), visit);
}

type AnswerDrawn = (
  name: string,
  page: { readonly businessId: bigint; readonly id: bigint },
  drawn: Drawn | undefined,
  visit: Pick<Visit, 'from'>,
) => Promise<Page | undefined>;

/** Answers with a sheet as PDF, within limits; undefined: there is none. */
export function answerDrawn({ receipts, now }: World): AnswerDrawn {
  const ofPages = createLimiter({ ...fileLimit, now });
  const toAddresses = createAddressLimiter({ ...fileLimit, now });

  return async (name, { businessId, id }, drawn, { from }) => {
    if (!drawn) return undefined;
    for (const taken of [toAddresses.take(from), ofPages.take(`${businessId}/${id}`)]) {
      if (taken.ok) continue;
      const { retryAfterSeconds } = taken;
      throw new Refusal('rate_limited', { message: tooOften, retryAfterSeconds });
    }
    const { sheet, at } = drawn;
    if (!receipts.isSoon(sheet, at)) throw new Refusal('busy', { message: tooMany });
    return {
      status: 200,
      headers: {
        ...securityHeaders,
        ...byLanguage,
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${name}"`,
      },
      body: await receipts.pdf(sheet, at),
    };
  };
}

function receiptFile(opened: OpenedLink): Drawn | undefined {
  const { standing, payment } = opened;
  const sheet = standing === 'paid' ? receiptSheet(opened) : undefined;
  return sheet && payment && { sheet, at: payment.createdAt };
}

/** None of an invoice that the page does not show. */
function invoiceFile(opened: OpenedLink): Drawn | undefined {
  const { world, link, invoice, face, parts } = opened;
  const standing = standingOf(opened);
  if (!standing) return undefined;
  const number = invoiceNumberOf(world.vault, invoice.businessId, invoice.id);
  const payAddress = opened.standing === 'payable' ? linkAddress(world, link) : undefined;
  const sheet = invoiceSheet({ invoice, number, face, standing, parts, payAddress });
  return { sheet, at: invoice.createdAt };
}

function standingOf({
  standing,
  payment,
  parts,
  invoice,
}: OpenedLink): InvoicePaper['standing'] | undefined {
  switch (standing) {
    case 'payable':
    case 'paying':
      return 'due';
    case 'paid':
      if (!payment && parts.length > 0) return parts.every(isPartDone) ? 'paid' : 'due';
      if (!payment || payment.invoiceId !== invoice.id) return undefined;
      return stageOfPayment(payment) === 'paid' ? 'paid' : 'due';
    case 'expired':
    case 'revoked':
    case 'closed':
      return undefined;
  }
}

const tooOften = 'Files were asked for too often; please try again in a minute.';
const tooMany = 'Too many files are asked for just now; please try again in a few seconds.';
