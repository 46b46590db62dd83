import assert from 'node:assert/strict';
import { setPlan } from '../../src/invoicing/subscriptions/plan.ts';
import { claimMobileNumber } from '../../src/parties/businesses/claims.ts';
import { callBy } from '../asmx/bindings.ts';
import { newLead } from '../asmx/new-lead.ts';
import { bankFields, cardFields, client, type Fields } from '../caller.ts';
import type { Caller, Fixture } from '../fixture.ts';
import { merchantFields } from './fields.ts';

/** What a business may have that somebody could try to name. */
export type Kind =
  | 'customer'
  | 'customerWord'
  | 'email'
  | 'cardToken'
  | 'bankToken'
  | 'order'
  | 'invoice'
  | 'invoiceWord'
  | 'site'
  | 'childSite'
  | 'childWord'
  | 'childUsername'
  | 'application'
  | 'mobileNumber'
  | 'agentNumber'
  | 'lead'
  | 'apiKey'
  | 'plan'
  | 'subscription';

export type Party = Caller & {
  readonly has: Readonly<Record<Kind, string>>;
  /** It and the business that it made. */
  readonly ids: readonly bigint[];
};

/** Who calls, and everybody whose objects are not the caller's. */
export type Family = {
  readonly caller: Party;
  readonly others: Readonly<Record<'stranger' | 'sibling' | 'parent' | 'child', Party>>;
};

/** Everybody has one object of each kind, and none has the number of another's. */
export async function makeFamily(fixture: Fixture, baseUrl: string): Promise<Family> {
  const make = (ancestors: readonly bigint[]) => makeParty(fixture, baseUrl, ancestors);
  const parent = await make([]);
  const caller = await make([parent.business.id]);
  const sibling = await make([parent.business.id]);
  const child = await make([parent.business.id, caller.business.id]);
  return { caller, others: { stranger: await make([]), sibling, parent, child } };
}

async function makeParty(
  { db, clock, addBusiness }: Fixture,
  baseUrl: string,
  ancestors: readonly bigint[],
): Promise<Party> {
  const caller = await addBusiness({ ancestors });
  const { id } = caller.business;
  // Numbers count from one in every business; here no two may be the same by chance.
  await db.query('insert into business_ids (business_id, next) values ($1, $2)', [id, id * 1000n]);
  const { call, close } = client(baseUrl, caller);
  const ask = async (operation: string, fields: Fields) => {
    const { status, body } = await call(operation, fields);
    assert.equal(status, 200, body);
    return JSON.parse(body).Data;
  };
  const word = (kind: string) => `${kind} of ${id}`;
  const [customerWord, invoiceWord, order] = [word('payer'), word('invoice'), word('order')];
  const payer = { FirstName: word('name'), Email: `payer${id}@example.com` };
  const card = { ...cardFields, ...payer, CustomerExternalID: customerWord };
  const { TokenResult: CardToken, IndividualID } = await ask('CreateToken', card);
  const bank = await ask('CreateToken', { ...bankFields, ...payer, IndividualID });
  const { InvoiceID } = await ask('CreatePayment', {
    ...payer,
    CardToken,
    IndividualID,
    Amount: '12.50',
    OrderNumber: order,
    InvoiceExternalID: invoiceWord,
    IsSMSReceipt: false,
  });
  const below = { ...merchantFields, ExternalID: word('site') };
  const made = await ask('CreateNewMerchantAccount', below);
  close();
  const plan = { businessId: id, code: word('plan'), amountCents: 1250n, trialDays: 30 };
  assert.ok(await setPlan({ db, now: clock.now }, { ...plan, interval: 'monthly' }, 'operator'));
  const subscription = await subscriptionOf(baseUrl, caller, { CardToken, PlanCode: plan.code });
  const agentNumber = String(6175570000n + id);
  assert.ok(await claimMobileNumber(db, agentNumber, id));
  return {
    ...caller,
    ids: [id, BigInt(made.SalesSiteID)],
    has: {
      customer: IndividualID,
      customerWord,
      email: payer.Email,
      cardToken: CardToken,
      bankToken: bank.TokenResult,
      order,
      invoice: InvoiceID,
      invoiceWord,
      site: String(id),
      childSite: String(made.SalesSiteID),
      childWord: below.ExternalID,
      childUsername: made.Username,
      application: await applicationOf({ db }, BigInt(made.SalesSiteID)),
      mobileNumber: made.MobileNumber,
      agentNumber,
      lead: await newLead(baseUrl, caller),
      apiKey: made.APIKey,
      plan: plan.code,
      subscription,
    },
  };
}

async function subscriptionOf(
  baseUrl: string,
  { username, apiKey }: Caller,
  named: Readonly<Record<'CardToken' | 'PlanCode', string>>,
): Promise<string> {
  const more = { Amount: '12.50', Interval: 'Monthly', Discount: '', Tax: '', StartDate: '' };
  const sent = { Token: apiKey, Username: username, ...named, ...more };
  const { body } = await callBy('SOAP 1.1', baseUrl, 'CreateCustomerSubscription', sent);
  const [, made] = /"SubscriptionID":"(\d+)"/.exec(body) ?? [];
  assert.ok(made, body);
  return made;
}

async function applicationOf({ db }: Pick<Fixture, 'db'>, businessId: bigint): Promise<string> {
  const rows = await db.query<{ id: bigint }>(
    'select id from applications where business_id = $1',
    [businessId],
  );
  return String(rows[0]!.id);
}

/** Of the right form, and nobody's; a word is another one each time, since its first use takes it. */
export function nobodys(kind: Kind, n: number): string {
  switch (kind) {
    case 'customer':
    case 'site':
    case 'childSite':
    case 'application':
    case 'lead':
    case 'subscription':
      return '987654321';
    case 'cardToken':
      return `card_${'Z'.repeat(24)}`;
    case 'bankToken':
      return '90000000000000000001';
    case 'invoice':
      return '1000000007';
    case 'mobileNumber':
    case 'agentNumber':
      return String(6175560000 + n);
    case 'apiKey':
      return `a key that nobody else has chosen ${n}`;
    case 'email':
      return `nobody${n}@example.com`;
    default:
      return `${kind} of nobody ${n}`;
  }
}
