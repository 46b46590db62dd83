import { parseAmountToPay } from '../../base/money.ts';
import { flaw, parsed } from '../../base/parsed.ts';
import { amountToPay, identifier, oneOf, optional } from '../fields.ts';
import { judged } from '../judged.ts';
import {
  credentialNames,
  type Draft,
  notAvailableYet,
  type Review,
  serviceOperation,
} from '../operation.ts';

const parameters = {
  RefundType: optional(
    oneOf(
      'Full, when not sent, gives back all that is left of the payment; Partial gives back Amount.',
      'Full',
      'Partial',
    ),
  ),
  Amount: optional({
    ...amountToPay('Amount to give back. Required for Partial; Full ignores it.'),
    // Callers send anything with Full, so that it is judged only where it counts.
    parse: parsed<string>,
  }),
  OrderNumber: optional(
    identifier(
      'Your own number of the order. Required unless PaymentID is sent; both must name the same payment.',
      'orderNumber',
    ),
  ),
  PaymentID: optional(
    identifier(
      'The payment, as InvoiceID of its answer. Required unless OrderNumber is sent.',
      'externalId',
    ),
  ),
};

type Values = Draft<typeof parameters>;
type Ask = {
  /** Undefined for all that is left. */
  readonly amountCents: bigint | undefined;
  readonly orderNumber: string | undefined;
  readonly paymentId: string | undefined;
};

const requiredToFind = flaw('required', 'is required unless OrderNumber is sent');
const requiredForPart = flaw('required', 'is required for a RefundType of Partial');

export const processRefundNoCc = serviceOperation({
  name: 'ProcessRefundNoCC',
  interface: 'service',
  doc:
    'Gives back a payment in whole or in part, without its card number: voided while its batch is ' +
    'open and all of it is given back, else refunded.',
  credentials: credentialNames.usual,
  needsPayments: true,
  result: 'text',
  parameters,
  refuses: [],
  read(p, _caller, review): Ask {
    if (!review.sent('PaymentID') && !review.sent('OrderNumber')) {
      review.note('PaymentID', requiredToFind);
    }
    const amountCents = p.RefundType === 'Partial' ? readPart(p, review) : undefined;
    return { amountCents, orderNumber: p.OrderNumber, paymentId: p.PaymentID };
  },
  handle: notAvailableYet,
});

function readPart({ Amount: text }: Values, review: Review): bigint | undefined {
  if (text !== undefined) return judged('Amount', parseAmountToPay(text), review);
  review.note('Amount', requiredForPart);
  return undefined;
}
