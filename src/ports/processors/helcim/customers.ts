import type { FoundCustomer } from '../found-customer.ts';
import { payerName, unknown, unreadable } from '../gateway-text.ts';
import { type Element, readJsonList } from '../json-element.ts';
import type { CustomerAnswer } from '../processor.ts';
import { countryOf } from './requests.ts';

/** True for a code that can be searched for. */
export function isCustomerCode(code: string): boolean {
  return /^[\x21-\x7e]{1,100}$/.test(code);
}

/** Reads the result of a search for a code, which may also find customers with a similar code. */
export function customerIn(body: string, code: string): CustomerAnswer {
  const list = readJsonList(body);
  if (!list) return unknown(unreadable);
  const [found, second] = list.filter((one) => one.text('customerCode') === code);
  if (second) return unknown('several customers under one code');
  return found ? customerOf(found, code) : { outcome: 'not_found' };
}

/** The gateway has one name, of a person or a company. */
function customerOf(found: Element, code: string): FoundCustomer {
  const address = found.child('billingAddress');
  const { first, last } = payerName(found.text('contactName') || found.text('businessName'));
  return {
    outcome: 'found',
    code,
    firstName: first,
    lastName: last,
    email: address.text('email'),
    phone: found.text('cellPhone') || address.text('phone'),
    address1: address.text('street1'),
    address2: address.text('street2'),
    city: address.text('city'),
    stateCode: address.text('province'),
    postalCode: address.text('postalCode'),
    countryCode: countryOf(address.text('country')),
  };
}
