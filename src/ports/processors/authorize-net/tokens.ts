import { Secret } from '../../../kernel/secret.ts';
import { unknown } from '../gateway-text.ts';
import type { Element } from '../json-element.ts';
import type { TokenAnswer, TokenRequest } from '../processor.ts';
import type { Answer, Client, Content } from './client.ts';
import { refusesKey, refusesProfile, verdictOfProfile } from './codes.ts';
import {
  cardContent,
  personContent,
  profileIds,
  refusalOfNumber,
  secretsOfToken,
  unknownToken,
} from './requests.ts';

/**
 * Stores cards in the Customer Information Manager. A profile never gets another number: another card gets a customer
 * profile of its own. So an update that is executed late, or beside another one, puts no wrong card behind a token.
 * Only ids in the answer to the request with the card are trusted.
 */
export async function storeCard(
  client: Client,
  request: TokenRequest,
  before: Secret | undefined,
): Promise<TokenAnswer> {
  const refused = refusalOfNumber(request.card.number);
  if (refused) return refused;
  if (before && !request.card.number) return await changeProfile(client, request, before);
  const { reference: refId, card } = request;
  // Without a customer id of ours the profile would be refused as empty.
  const profile = {
    merchantCustomerId: refId,
    paymentProfiles: {
      billTo: personContent(card, undefined),
      payment: { creditCard: cardContent({ ...card, cvv: undefined }, undefined) },
    },
  };
  const content = { refId, profile, validationMode: 'none' };
  const answer = await asked(client, 'createCustomerProfile', content, request);
  if ('outcome' in answer) return answer;
  const customer = answer.content.text('customerProfileId');
  const [payment, more] = answer.content.texts('customerPaymentProfileIdList');
  const token = new Secret(`${customer}/${payment}`);
  return profileIds(token) && more === undefined
    ? { outcome: 'kept', token }
    : unknown('kept without its ids');
}

/**
 * An update empties the fields that it leaves out. So the profile's other fields and its masked number are read first.
 */
async function changeProfile(
  client: Client,
  request: TokenRequest,
  before: Secret,
): Promise<TokenAnswer> {
  const ids = profileIds(before);
  if (!ids) return unknownToken;
  const [customerProfileId, customerPaymentProfileId] = ids;
  const { reference: refId, card } = request;
  const which = { refId, customerProfileId, customerPaymentProfileId };
  const shown = await asked(client, 'getCustomerPaymentProfile', which, request, before);
  if ('outcome' in shown) return shown;
  const found = shown.content.child('paymentProfile');
  const cardNumber = found.child('payment').child('creditCard').text('cardNumber');
  if (!/^X{4}\d{4}$/.test(cardNumber)) return unknown('a profile without a masked number');
  const { expirationDate } = cardContent({ ...card, cvv: undefined }, undefined);
  const paymentProfile = {
    billTo: personContent(card, otherParts(found.child('billTo'))),
    payment: { creditCard: { cardNumber, expirationDate } },
    customerPaymentProfileId,
  };
  const content = { refId, customerProfileId, paymentProfile, validationMode: 'none' };
  const answer = await asked(client, 'updateCustomerPaymentProfile', content, request, before);
  return 'outcome' in answer ? answer : { outcome: 'kept', token: before };
}

function otherParts(billTo: Element) {
  return {
    city: billTo.text('city'),
    stateCode: billTo.text('state'),
    countryCode: billTo.text('country'),
    phone: billTo.text('phoneNumber'),
  };
}

/** Sends a request. Returns the answer if all is well, and else the outcome. */
async function asked(
  { transact, rejection, worded }: Client,
  operation: string,
  content: Content,
  { reference, card }: TokenRequest,
  before?: Secret,
): Promise<Answer | Exclude<TokenAnswer, { readonly outcome: 'kept' }>> {
  const answer = await transact(operation, content);
  if ('outcome' in answer) return answer;
  if (!['', reference].includes(answer.content.text('refId')))
    return unknown('answer for another reference');
  if (answer.isOk) return answer;
  const { code } = answer;
  const message = worded(answer.text, [card.number, ...secretsOfToken(before)]);
  if (refusesKey(code)) return rejection('account', message);
  if (refusesProfile(code) && before) return rejection('token', message);
  const verdict = verdictOfProfile(code);
  if (verdict === 'unknown') return unknown(`message ${code}`);
  return rejection(verdict === 'rejected' ? undefined : verdict, message);
}
