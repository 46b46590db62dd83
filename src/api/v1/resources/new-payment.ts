import { flaw } from '../../../kernel/parsed.ts';
import { type FieldFault, fieldFault, Refusal } from '../../../kernel/refusal.ts';
import type { Order, Source } from '../../../payments/order.ts';
import { callerSuspect } from '../../../payments/risk/card-testing/suspect.ts';
import { newTokenOf, sourceOfNew } from '../../../payments/source.ts';
import type { World } from '../../../world.ts';
import { freeText, identifier } from '../../operations/fields.ts';
import { orderNumberOfOurs, paymentFields } from '../../operations/payment-fields.ts';
import { sourceOf, tokenNamed } from '../../operations/source.ts';
import type { V1Call } from '../endpoint.ts';
import { customerIdField, payerOf, payerShape } from '../payer.ts';
import { authenticationOf, threeDSecureShape, walletOf } from '../proof.ts';
import { amount, bool, currency, field, list, maybe, object, type TypeOf, word } from '../shape.ts';
import { methodOf, sourceShape, tokenMethodOf } from '../source.ts';

/** The payment as it is asked for. */
export const newPayment = object(
  {
    amount: amount('What is charged.'),
    currency: maybe(currency),
    capture: maybe(bool('False only authorizes a card; true when left out.')),
    source: sourceShape,
    threeDSecure: maybe(threeDSecureShape),
    customerId: customerIdField,
    customer: maybe(payerShape),
    orderNumber: maybe(field(paymentFields.OrderNumber)),
    description: maybe(field(paymentFields.Description)),
    externalId: maybe(field(identifier('Your own identifier of the payment.', 'externalId'))),
    invoiceExternalId: maybe(
      field(identifier('Your own identifier of the invoice.', 'externalId')),
    ),
    statementDescriptor: maybe(field(paymentFields.StatementDescriptor)),
    initiatedBy: maybe(
      word(
        'Customer when left out: the payer is there. Merchant: you charge a saved card, as the payer agreed before.',
        ['customer', 'merchant'],
      ),
    ),
    initiationReason: maybe(
      word('What the payer agreed to; only with merchant, and unscheduled when left out.', [
        'recurring',
        'installment',
        'unscheduled',
      ]),
    ),
    saveToken: maybe(bool('Also save the card or account, if the payment succeeds.')),
    receiptByEmail: maybe(bool('Send a receipt to the email address; true when left out.')),
    receiptByText: maybe(bool('Send a receipt to the phone; false when left out.')),
    lines: maybe(
      list(
        object({
          name: field(freeText('What it is.', 'name')),
          amount: amount('Shown; the amounts need not add up.'),
          kind: maybe(
            word('Other when left out.', ['subtotal', 'discount', 'tax', 'tip', 'fee', 'other']),
          ),
        }),
        'Parts of the amount, shown on the receipt.',
        30,
      ),
    ),
  },
  { name: 'NewPayment' },
);

export async function orderOf(
  world: World,
  call: V1Call<Record<never, never>, unknown, TypeOf<typeof newPayment>>,
): Promise<Order> {
  const { body, business } = call;
  const { wallet, ...sent } = body.source;
  const saved = sent.token
    ? await tokenNamed(world, call, tokenMethodOf(sent.token), 'source.token')
    : undefined;
  const { customerId, contact, against } = await payerOf(world, call, body, saved?.customerId);
  const isWallet = wallet !== undefined && Object.keys(sent).length === 0;
  const late: FieldFault[] = [];
  const method = isWallet
    ? walletOf(call, wallet, late)
    : methodOf(call, body.source, { contact, needsCvv: true, late });
  const { orderNumber, externalId, invoiceExternalId } = body;
  const { email } = contact;
  const verbatim = { orderNumber, externalId, invoiceExternalId, email };
  const source =
    method.kind === 'wallet'
      ? sourceOfNew(world, method, contact)
      : await sourceOf(world, call, method, { contact, verbatim, saved });
  const isNew = method.kind === 'card' || method.kind === 'bank';
  if (method.kind === 'wallet' && body.saveToken) throw new Refusal('wallet_not_saved');
  if (source.method === 'bank' && body.capture === false) {
    throw new Refusal('wrong_fields', { details: [fieldFault('capture', neverForBank)] });
  }
  return {
    agreed: agreedOf(body, source),
    business,
    actor: call.principal?.name ?? call.actor,
    isTest: false,
    against: call.against ?? against ?? refusalOf(late),
    guesses: call.guesses,
    tester: { suspects: [callerSuspect(business.id)] },
    orderNumber: orderNumber ?? orderNumberOfOurs(world),
    idempotencyKey: call.idempotencyKey,
    askedAt: call.askedAt,
    amountCents: BigInt(body.amount),
    currency: body.currency ?? business.currency,
    capture: body.capture ?? true,
    source,
    authentication: authenticationOf(body.threeDSecure),
    wantsToken: body.saveToken === true,
    newToken:
      body.saveToken && isNew ? await newTokenOf(world, business.id, method, contact) : undefined,
    customerId,
    contact,
    lines: (body.lines ?? []).map(({ name, amount: cents, kind = 'other' }) => ({
      name,
      cents: BigInt(cents),
      kind,
    })),
    description: body.description,
    externalId,
    invoiceExternalId,
    statementDescriptor: body.statementDescriptor,
    emailReceipt: body.receiptByEmail !== false && email !== '',
    smsReceipt: body.receiptByText === true && contact.phone !== '',
  };
}

function refusalOf(details: readonly FieldFault[]): Refusal | undefined {
  return details.length === 0 ? undefined : new Refusal('wrong_fields', { details });
}

/** Merchant-initiated charges need a saved card. */
function agreedOf(
  { initiatedBy, initiationReason }: TypeOf<typeof newPayment>,
  { method, token }: Source,
): Order['agreed'] {
  if (initiatedBy !== 'merchant') {
    if (initiationReason === undefined) return undefined;
    throw new Refusal('wrong_fields', { details: [fieldFault('initiationReason', neverForPayer)] });
  }
  if (method === 'card' && token !== undefined) return initiationReason ?? 'unscheduled';
  throw new Refusal('wrong_fields', { details: [fieldFault('initiatedBy', onlySavedCards)] });
}

const neverForPayer = flaw('contradictory', 'must be left out unless initiatedBy is merchant');
const onlySavedCards = flaw('not_one_of', 'must be customer unless source is the token of a card');
const neverForBank = flaw('not_one_of', 'must be true for a bank account');
