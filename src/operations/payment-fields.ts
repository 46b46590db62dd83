import type { World } from '../world.ts';
import { amountToPay, freeText, identifier, oneOf } from './fields.ts';

/** What a payment is, whichever operation asks for it. */
export const paymentFields = {
  CardToken: identifier(
    'Token of the card to charge, as TokenResult of an earlier answer.',
    'externalId',
  ),
  Amount: amountToPay('Amount to pay.'),
  Description: freeText('Description of the order.', 'description', { multiline: true }),
  OrderNumber: identifier(
    'Your own unique number of the order, shown as invoice number. The same number with the same ' +
      'amount and method is the same payment: it gives back the first result and charges nothing.',
    'orderNumber',
  ),
  ChargeType: oneOf(
    'Charge, when not sent, takes the money; Authorize only authorizes a card.',
    'Charge',
    'Authorize',
  ),
  StatementDescriptor: freeText(
    "Text on the payer's bank statement and in receipts.",
    'statementDescriptor',
  ),
};

/** Not a number, so that nothing takes it for a card, and never one that a caller would choose. */
export function orderNumberOfOurs(world: World): string {
  return `Q-${world.randomBytes(10).toString('hex').toUpperCase()}`;
}
