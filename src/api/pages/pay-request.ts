import type { OpenedLink } from '../../invoicing/pay-links/open-link.ts';
import type { PayRequest } from '../../invoicing/pay-links/pay-link.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { billedOf } from '../../payments/invoice.ts';
import { newTokenOf, sourceOfNew } from '../../payments/source.ts';
import type { AskedLink } from './part-choice.ts';
import type { Filled } from './pay-form.ts';

/** A filled-in form as a request to pay the link. */
export async function payRequestOf(
  opened: AskedLink,
  filled: Filled,
  agreement: string,
  payer: Pick<PayRequest, 'tester' | 'payerIp'>,
): Promise<PayRequest> {
  const { world, business, checkout } = opened;
  const { method, email, phone, isToBeSaved } = filled;
  const contact = contactOf(opened, filled);
  return {
    source: sourceOfNew(world, method, contact),
    newToken:
      isToBeSaved || checkout?.savesToken
        ? await newTokenOf(world, business.id, method, contact)
        : undefined,
    contact,
    emailReceipt: email !== '',
    smsReceipt: phone !== '',
    agreement: method.kind === 'bank' ? agreement : undefined,
    chosen: opened.asked,
    ...payer,
  };
}

/** The payer, with the address of the person billed, who stays the customer. */
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
