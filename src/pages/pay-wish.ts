import type { Contact } from '../customers/customer.ts';
import type { OpenedLink } from '../pay-links/open-link.ts';
import type { PayWish } from '../pay-links/pay-link.ts';
import { billedOf } from '../payments/invoice.ts';
import { newTokenOf, sourceOfNew } from '../payments/new-source.ts';
import type { Filled } from './pay-form.ts';

/** What was filled in, as an order is made of it. */
export async function wishOf(
  opened: OpenedLink,
  filled: Filled,
  agreement: string,
): Promise<PayWish> {
  const { world, business } = opened;
  const { method, email, phone, isToBeSaved } = filled;
  const contact = contactOf(opened, filled);
  return {
    source: sourceOfNew(world, method, contact),
    newToken: isToBeSaved ? await newTokenOf(world, business.id, method, contact) : undefined,
    contact,
    emailReceipt: email !== '',
    smsReceipt: phone !== '',
    agreement: method.kind === 'bank' ? agreement : undefined,
  };
}

/** Who paid, where whoever was billed lives; the customer stays the one that the business billed. */
function contactOf({ invoice }: OpenedLink, { name, postalCode, email, phone }: Filled): Contact {
  const { billTo, phone: billedPhone, email: billedEmail } = billedOf(invoice.details);
  const cut = name.lastIndexOf(' ');
  const { address1 = '', address2 = '', city = '', stateCode = '', countryCode = '' } = billTo;
  return {
    externalId: undefined,
    phone: phone || billedPhone,
    email: email || billedEmail,
    firstName: cut < 0 ? name : name.slice(0, cut).trim(),
    lastName: cut < 0 ? '' : name.slice(cut + 1),
    address1,
    address2,
    city,
    stateCode,
    postalCode: postalCode || (billTo.postalCode ?? ''),
    countryCode,
  };
}
