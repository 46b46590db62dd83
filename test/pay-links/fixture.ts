import type { PayLink } from '../../src/invoicing/pay-links/link.ts';
import { linksForInvoices, withLinks } from '../../src/invoicing/pay-links/link-for-invoice.ts';
import { listLinks } from '../../src/invoicing/pay-links/list-links.ts';
import { type OpenedLink, openLink } from '../../src/invoicing/pay-links/open-link.ts';
import { type Chosen, payLink } from '../../src/invoicing/pay-links/pay-link.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { rememberMs } from '../../src/parties/businesses/authenticate.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { contactWithPhone } from '../../src/parties/customers/by-phone.ts';
import type { Payment } from '../../src/payments/payment.ts';
import { advance } from '../../src/time-machine/advance.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { agreementOn, bank, chrome, textOf } from '../pages/counter.ts';
import { atEnd, type Scope } from '../scope.ts';

/** A business that asks for money by text, and those who get the texts. */
export type Scenario = {
  readonly fixture: Fixture;
  readonly world: World;
  readonly caller: Caller;
  // biome-ignore lint/suspicious/noExplicitAny: the answer as a program without types reads it.
  send(fields?: Readonly<Record<string, string>>, key?: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  pay(fields?: Readonly<Record<string, unknown>>): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  json(operation: string, fields: Readonly<Record<string, unknown>>): Promise<any>;
  readonly baseUrl: string;
  /** How far each link is, the latest first. */
  stages(): Promise<string[]>;
  /** Moves the clock of the business on, and does what falls due. */
  pass(days: number): Promise<void>;
  /** What arrived on a phone, the latest first. */
  texts(phone?: string): Promise<string[]>;
  /** Does what is due, as often as there is something. */
  work(): Promise<void>;
};

type ScenarioOptions = {
  readonly fixture?: Fixture;
  readonly world?: World;
  readonly business?: Partial<Business>;
};

const phone = '2125550100';
const dayMs = 24 * 3_600_000;

export async function openScenario(
  scope: Scope,
  { fixture, world, business = {} }: ScenarioOptions = {},
): Promise<Scenario> {
  const home = fixture ?? (await makeFixture(scope));
  const inside = world ?? (await home.open());
  const caller = await home.addBusiness(business);
  const door = await openDoor(inside);
  const api = client(door.baseUrl, caller);
  atEnd(scope, async () => {
    api.close();
    await door.close();
  });
  const json: Scenario['json'] = async (operation, fields) =>
    JSON.parse((await api.call(operation, fields)).body);
  return {
    fixture: home,
    world: inside,
    caller,
    baseUrl: door.baseUrl,
    json,
    async send(fields = {}, key) {
      const { username: Username, apiKey: Token } = caller;
      const usual = { TotalAmountDue: '12.50', BillToName: 'Ada Park', BillToCellPhone: phone };
      const sent = { ...blank, Token, Username, ...usual, ...fields };
      const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
      const heard = await callBy('HTTP POST', door.baseUrl, 'SendPaymentSMS', sent, headers);
      return JSON.parse(resultText('HTTP POST', 'SendPaymentSMS', heard.body) ?? heard.body);
    },
    pay: (fields = {}) => json('CreatePayment', { ...cardFields, Amount: '12.50', ...fields }),
    async stages() {
      const { clockAheadMs } = (await readBusiness(home.db, caller.business.id))!;
      const { now } = atClockOf(inside, { clockAheadMs });
      const all = await listLinks(home.db, caller.business.id, { most: 100, now: now() });
      return all.map(({ stage }) => stage);
    },
    async pass(days) {
      await advance(inside, caller.business.id, { byMs: days * dayMs }, 'operator:ann');
      // What was remembered of the business has the clock of before.
      home.clock.pass(rememberMs);
    },
    async texts(to = phone) {
      const rows = await home.db.query<{ body: string }>(
        `select body from sandbox_inbox where business_id = $1 and recipient = $2 and channel = 'text'
         order by id desc`,
        [caller.business.id, to],
      );
      return rows.map(({ body }) => body);
    },
    async work() {
      while (await workOnce(inside)) {}
    },
  };
}

/** The link of an open invoice, made where there is none. */
export async function linkOfInvoice(
  world: World,
  business: Business,
  invoiceId: bigint,
): Promise<PayLink | undefined> {
  return await withLinks(world, business.id, async (tx) => {
    return (await linksForInvoices(world, tx, business, [invoiceId])).get(invoiceId);
  });
}

/** What stands behind an address, as the page reads it. */
export async function opened(world: World, address: string): Promise<OpenedLink> {
  const found = await openLink(world, address.slice(address.lastIndexOf('/') + 1));
  if (!found) throw new Error('nobody has this address');
  return found;
}

export async function payByCard(
  world: World,
  address: string,
  number = '4242424242424242',
  chosen?: Chosen,
): Promise<Payment> {
  return await payOpened(world, await opened(world, address), number, chosen);
}

/** The same by somebody who read the page before. */
export async function payOpened(
  world: World,
  link: OpenedLink,
  number: string,
  chosen?: Chosen,
): Promise<Payment> {
  const digits = new Secret(number);
  const contact = contactWithPhone(phone, { email: 'ada@example.com' });
  return await payLink(link, {
    source: {
      method: 'card',
      fingerprint: world.vault.fingerprint(digits),
      brand: 'visa',
      bin: '424242',
      last4: number.slice(-4),
      token: undefined,
      isDisabled: false,
      card: {
        number: digits,
        expiryMonth: 12,
        expiryYear: 2034,
        cvv: undefined,
        holder: 'Ada Park',
        address: '',
        postalCode: '',
      },
    },
    newToken: undefined,
    contact,
    emailReceipt: true,
    smsReceipt: true,
    agreement: undefined,
    tester: { suspects: [] },
    payerIp: '192.0.2.7',
    chosen,
  });
}

/** From a bank account, as the form of its page is posted. */
export async function payByDebit(
  scenario: Pick<Scenario, 'baseUrl'>,
  address: string,
  account: string,
): Promise<void> {
  const page = scenario.baseUrl + new URL(address).pathname;
  const headers = { 'User-Agent': chrome };
  const agreement = agreementOn({ body: await (await fetch(page, { headers })).text() });
  if (!agreement) throw new Error('a page at which nothing can be paid');
  const numbers = { 'account-number': account, 'account-number-again': account };
  const body = new URLSearchParams({ ...bank, ...numbers, agreement });
  const { status } = await fetch(page, { method: 'POST', redirect: 'manual', headers, body });
  if (status !== 303) throw new Error(`a debit that was answered ${status}`);
}

/** What a person reads at an address, behind its status. */
export async function pageAt({ baseUrl }: Scenario, address: string): Promise<string> {
  const headers = { 'User-Agent': chrome };
  const answer = await fetch(baseUrl + new URL(address).pathname, { headers });
  return `${answer.status} ${textOf({ body: await answer.text() })}`;
}

const names = `BusinessName AccountNumber Description TotalAmountDue BillToName BillToAddress1 BillToCity
  BillToState BillToZip BillToCellPhone BillToAddress2 BusinessAddress1 BusinessAddress2 BusinessCity
  BusinessState BusinessZip BusinessPhone BusinessEmail AccountNumber2 InvoiceID StatementDate Subtotal Tax
  ConvenienceFee ScheduledDate ExpirationDate SMSMessage`;
const blank = Object.fromEntries(names.split(/\s+/).map((name) => [name, '']));
