import { judgeExpiry } from '../../base/card.ts';
import { expiryDate } from '../dates.ts';
import { cardNumber, changed, freeText, identifier, required } from '../fields.ts';
import { judged } from '../judged.ts';
import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';
import { payer } from '../payer.ts';

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

export const acquirerATokenUpdate = serviceOperation({
  name: 'AcquirerATokenUpdate',
  interface: 'service',
  doc:
    'Replaces the card, its expiry date, or the name or address behind a token; the token stays the same. ' +
    'What is not sent, or sent blank, stays as it is.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'text',
  parameters,
  refuses: [],
  read(p, caller, review) {
    const { ExpirationDate: expiry } = p;
    if (expiry) judged('ExpirationDate', judgeExpiry(expiry, caller.today), review);
    return p;
  },
  handle: notAvailableYet,
});
