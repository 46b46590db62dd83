import type { PayLink } from '../../../invoicing/pay-links/link.ts';
import { type ListedLink, listLinks } from '../../../invoicing/pay-links/list-links.ts';
import { linkAddress } from '../../../invoicing/pay-links/send-link.ts';
import { invoiceNumberOf } from '../../../payments/invoice-number.ts';
import type { World } from '../../../world.ts';
import type { Reply } from '../operation.ts';

/** Data never changes, so that a replay gets the same link; Message describes the present state. */
export async function linkReply(world: World, link: PayLink): Promise<Reply> {
  const { businessId, id, invoiceId, messageId } = link;
  const [now] = await listLinks(world.db, businessId, { id, most: 1, now: world.now() });
  const MessageID = String(messageId);
  return {
    status: 200,
    body: {
      ...said(now!),
      Data: {
        InvoiceID: invoiceNumberOf(world.vault, businessId, invoiceId),
        PaymentLink: linkAddress(world, link),
        MessageID,
      },
      OrderNumber: link.orderNumber,
      SMSID: MessageID,
    },
  };
}

type Said = Pick<Reply['body'], 'IsSuccess' | 'Message'>;

function said({ stage, textState, textErrorCode, isTextTooLate }: ListedLink): Said {
  switch (stage) {
    case 'paid':
      return yes('The invoice was made before, and was paid.');
    case 'paying':
      return yes('The invoice was made before, and is being paid.');
    case 'reserved':
      return yes(
        'The invoice was made before, and a payment of it is reserved, and not charged yet.',
      );
    // A second invoice would be paid twice.
    case 'returned':
      return yes(
        'The invoice was made before; its payment came back and will be sent to the bank once more.',
      );
    case 'canceled':
      return no('The invoice was made before, and its payment was canceled; nothing is charged.');
    case 'expired':
      return no('The invoice was made before, and its ExpirationDate is over.');
    case 'revoked':
      return no('The invoice was made before, and was taken back.');
    // Opened, so the text's outcome does not matter.
    case 'opened':
    case 'partially_paid':
      return yes(onItsWay);
    case 'created':
    case 'scheduled':
    case 'sent':
      if (isTextTooLate) return no(tooLate);
      return ofText(textState, textErrorCode ?? '');
  }
}

/** The state of the text while the link can be paid. */
function ofText(state: ListedLink['textState'], code: string): Said {
  switch (state) {
    case 'canceled':
      return no('The invoice was made, but its text was taken back before it was sent.');
    case 'blocked':
      return no(`The invoice was made, but its text was not sent: ${blocked[code] ?? noTexts}`);
    case 'failed':
      if (code === 'outcome_unknown') {
        return no('The invoice was made, but nobody knows whether its text went out.');
      }
      return no('The invoice was made, but its text did not arrive.');
    case 'undelivered':
      return no('The invoice was made, but its text did not arrive.');
    case undefined:
    case 'received':
    case 'queued':
    case 'scheduled':
    case 'sending':
    case 'sent':
    case 'delivered':
      return yes(onItsWay);
  }
}

const onItsWay = 'The invoice was made, and its link is on its way.';

const tooLate = 'The invoice was made, but its text must wait until its ExpirationDate is over.';

const unwanted = 'this number does not want texts from this business any more.';
const noTexts = 'this number cannot receive texts.';
const blocked: Readonly<Record<string, string>> = {
  opted_out: unwanted,
  do_not_contact: unwanted,
  no_number: 'this business has no mobile number to text from.',
};

function yes(Message: string): Said {
  return { IsSuccess: true, Message };
}

function no(Message: string): Said {
  return { IsSuccess: false, Message };
}
