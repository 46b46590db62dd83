import type { World } from '../../world.ts';
import { amountToPay, freeText, identifier, oneOf } from './fields.ts';

/** The fields of a payment, in every operation that makes one. */
export const paymentFields = {
  CardToken: identifier(
    'Token of the card to charge, as TokenResult of an earlier answer.',
    'externalId',
  ),
  Amount: amountToPay('Amount to pay.'),
  Description: freeText('Description of the order.', 'description', { multiline: true }),
  OrderNumber: identifier(
    'Your own unique number of the order, shown as invoice number. The same number with the same ' +
      'amount and method is the same payment: the first answer is replayed, and nothing is charged.',
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

/** Not numeric, so that it is never taken for a card, and not a value that callers choose. */
export function orderNumberOfOurs(world: World): string {
  return `Q-${world.randomBytes(10).toString('hex').toUpperCase()}`;
}
