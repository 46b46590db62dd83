import { checkExpiry } from '../../../kernel/card.ts';
import { replaceCard } from '../../../payments/replace-card.ts';
import type { World } from '../../../world.ts';
import { expiryDate } from '../dates.ts';
import { cardNumber, changed, freeText, identifier, required } from '../fields.ts';
import { judged } from '../judged.ts';
import { type Call, credentialNames, type Draft, serviceOperation } from '../operation.ts';
import { refuseOwnNumber } from '../own-number.ts';
import { payer } from '../payer.ts';
import { tokenNamed } from '../source.ts';

const parameters = {
  CardToken: required(
    identifier('Token of the card, as TokenResult of an earlier answer.', 'externalId'),
  ),
  FirstName: changed(payer.FirstName),
  LastName: changed(payer.LastName),
  CardNumber: changed(cardNumber('New card number, without spaces.')),
  ExpirationDate: changed(expiryDate('Month and year the card expires, as MMYY.')),
  Address1: changed(freeText("The payer's street address.", 'address')),
  PostalCode: changed(payer.PostalCode),
};

type Values = Draft<typeof parameters>;

/**
 * A gateway that stores the card too gets the change; without its answer the card of our vault is charged. A card that a
 * gateway alone has changes only if that takes the change.
 */
export const acquirerATokenUpdate = serviceOperation({
  name: 'AcquirerATokenUpdate',
  interface: 'service',
  doc:
    'Replaces the card, its expiry date, or the name or address behind a token; the token stays the same. ' +
    'Missing and blank fields stay unchanged.',
  credentials: credentialNames.usual,
  needsPayments: false,
  needsServices: ['payments'],
  result: 'text',
  parameters,
  refuses: ['unknown_token', 'token_disabled', 'wrong_state', 'idempotency_key_reused', 'busy'],
  read(p, caller, review): Values {
    const { ExpirationDate: expiry } = p;
    if (expiry) judged('ExpirationDate', checkExpiry(expiry, caller.today), review);
    return p;
  },
  async handle(world, call, p: Values) {
    const { token, customerId } = await cardMeant(world, call, p.CardToken!);
    await replaceCard(world, {
      businessId: call.business.id,
      idempotencyKey: call.idempotencyKey,
      token,
      customerId,
      card: p.CardNumber,
      expiry: p.ExpirationDate,
      firstName: p.FirstName,
      lastName: p.LastName,
      address: p.Address1,
      postalCode: p.PostalCode,
      actor: call.actor,
    });
    return {
      status: 200,
      body: {
        IsSuccess: true,
        Message: 'Token updated.',
        Data: { TokenStatus: true, TokenResult: token },
        OrderNumber: null,
        SMSID: null,
      },
    };
  },
});

async function cardMeant(
  world: World,
  call: Call,
  named: string,
): Promise<{ token: string; customerId: bigint }> {
  const stored = await tokenNamed(world, call, { kind: 'card_token', token: named });
  refuseOwnNumber(call, stored.token, {});
  return { token: stored.token.token, customerId: stored.customerId };
}
