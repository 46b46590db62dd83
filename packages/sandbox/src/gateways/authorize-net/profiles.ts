import { luhnValid } from '../../../../../src/kernel/digits.ts';
import type { Book } from './book.ts';
import type { PaymentPart } from './payment.ts';

/** A request about a profile, as far as it is read here. */
export type ProfileRequest = {
  readonly profile?: {
    readonly merchantCustomerId?: string;
    readonly paymentProfiles?: PaymentPart;
  };
  readonly customerProfileId?: string;
  readonly customerPaymentProfileId?: string;
  readonly paymentProfile?: PaymentPart & { readonly customerPaymentProfileId?: string };
};

type Kept = { readonly customer: string; readonly name: string; part: PaymentPart };

const operations: Readonly<Record<string, string>> = {
  createCustomerProfileRequest: 'createCustomerProfile',
  getCustomerPaymentProfileRequest: 'getCustomerPaymentProfile',
  updateCustomerPaymentProfileRequest: 'updateCustomerPaymentProfile',
};
const notFound = { code: 'E00040', text: 'The record cannot be found.' };

/** The name under which its faults are scripted. Undefined: it is not about profiles. */
export function profileOperation(operation: string): string | undefined {
  return operations[operation];
}

/** The Customer Information Manager: cards in the profiles of customers. */
export function openProfiles(book: Book) {
  const kept = new Map<string, Kept>();
  let count = 0;

  return {
    clear: () => kept.clear(),

    /** Undefined: there is no such profile. */
    find(customer = '', payment = ''): PaymentPart | undefined {
      const found = kept.get(payment);
      return found?.customer === customer ? found.part : undefined;
    },

    carryOut(operation: string, reference: string, request: ProfileRequest, at: number) {
      const answer = execute(operation, request);
      if ('code' in answer || operation === 'getCustomerPaymentProfile') return answer;
      const { part, type } = answer;
      const last4 = part.payment?.creditCard?.cardNumber?.slice(-4);
      const facts = { at, reference, transactionId: '', of: undefined, cents: 0n, code: '1' };
      book.write({ ...facts, event: 'kept', type, last4, isForeign: false });
      return answer;
    },
  };

  function execute(operation: string, request: ProfileRequest) {
    if (operation === 'createCustomerProfile') return create(request.profile);
    const { customerProfileId: customer, paymentProfile } = request;
    const id = request.customerPaymentProfileId ?? paymentProfile?.customerPaymentProfileId;
    const found = kept.get(id ?? '');
    if (!found || found.customer !== customer) return notFound;
    const number = found.part.payment?.creditCard?.cardNumber ?? '';
    const masked = `XXXX${number.slice(-4)}`;
    if (operation === 'getCustomerPaymentProfile') {
      const creditCard = { cardNumber: masked, expirationDate: 'XXXX', cardType: 'Visa' };
      const shown = { customerProfileId: customer, customerPaymentProfileId: id };
      const { billTo } = found.part;
      const content = { paymentProfile: { ...shown, billTo, payment: { creditCard } } };
      return { content, part: found.part, type: operation };
    }
    const sent = paymentProfile?.payment?.creditCard;
    // A masked number that is sent back unchanged stands for the number from before.
    const cardNumber = sent?.cardNumber === masked ? number : (sent?.cardNumber ?? '');
    const part = { ...paymentProfile, payment: { creditCard: { ...sent, cardNumber } } };
    const wrong = flawOfCard(part);
    if (wrong) return wrong;
    found.part = part;
    return { content: {}, part, type: operation };
  }

  function create(profile: ProfileRequest['profile']) {
    const { merchantCustomerId = '', paymentProfiles: part = {} } = profile ?? {};
    if (merchantCustomerId === '')
      return { code: 'E00041', text: 'One or more fields must contain a value.' };
    const same = [...kept.values()].find(({ name }) => name === merchantCustomerId);
    if (same)
      return { code: 'E00039', text: `A duplicate record with ID ${same.customer} exists.` };
    const wrong = flawOfCard(part);
    if (wrong) return wrong;
    count += 1;
    const [customer, payment] = [String(900_100_000 + count), String(910_200_000 + count)];
    kept.set(payment, { customer, name: merchantCustomerId, part });
    const content = { customerProfileId: customer, customerPaymentProfileIdList: [payment] };
    return { content, part, type: 'createCustomerProfile' };
  }
}

function flawOfCard({ payment }: PaymentPart) {
  const { cardNumber = '', expirationDate = '' } = payment?.creditCard ?? {};
  if (!/^\d{13,19}$/.test(cardNumber) || !luhnValid(cardNumber))
    return { code: 'E00027', text: 'The credit card number is invalid.' };
  const isMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(expirationDate);
  return isMonth ? undefined : { code: 'E00013', text: 'Expiration Date is invalid.' };
}
