import assert from 'node:assert/strict';
import type { PayLink } from '../../src/invoicing/pay-links/link.ts';
import {
  type LinkRequest,
  linkAddress,
  sendLink,
} from '../../src/invoicing/pay-links/send-link.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import { contactWithPhone } from '../../src/parties/customers/by-phone.ts';
import type { World } from '../../src/world.ts';
import { openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';

/** Where people pay by link, from the outside. */
export type Counter = {
  readonly fixture: Fixture;
  readonly world: World;
  readonly baseUrl: string;
  addBusiness(changes?: Partial<Business>): Promise<Caller>;
  /** Takes no cards. */
  addLiveBusiness(): Promise<Caller>;
  addLink(caller: Caller, changes?: Partial<LinkRequest>): Promise<SentLink>;
  get(path: string, headers?: Headers): Promise<Seen>;
  /** As a browser posts the form of a page: which agreement stands on it goes along. */
  post(path: string, fields: Fields, headers?: Headers): Promise<Seen>;
};
export type SentLink = PayLink & { readonly path: string };
export type Seen = {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly body: string;
};
type Headers = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, string>>;

export const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

export const card: Fields = {
  method: 'card',
  'card-number': '4242 4242 4242 4242',
  expiry: '12/39',
  cvv: '937',
  name: 'Ada Park',
  'postal-code': '02101',
};
export const declinedCard: Fields = { ...card, 'card-number': '4000 0000 0000 0002' };
export const bank: Fields = {
  method: 'bank',
  'account-name': 'Ada Park',
  'routing-number': '021000021',
  'account-number': '98765432',
  'account-number-again': '98765432',
  'account-kind': 'checking',
  authorized: 'yes',
};

export async function openCounter(
  scope: Scope,
  options: Parameters<typeof makeFixture>[1] = {},
): Promise<Counter> {
  const fixture = await makeFixture(scope, options);
  const world = await fixture.open();
  const { baseUrl, close } = await openDoor(world);
  atEnd(scope, close);
  let [made, numbers] = [0, 0];
  const addBusiness: Counter['addBusiness'] = (changes) =>
    fixture.addBusiness({ name: 'Lee Flowers', ...changes });

  async function seen(path: string, init: RequestInit): Promise<Seen> {
    // A connection that is kept may end while a slow machine is busy with something else.
    const headers = { 'User-Agent': chrome, Connection: 'close', ...init.headers };
    const answer = await fetch(baseUrl + path, { ...init, redirect: 'manual', headers });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  }

  return {
    fixture,
    world,
    baseUrl,
    addBusiness,
    async addLiveBusiness() {
      const live = await addBusiness({ environment: 'live' });
      numbers += 1;
      await fixture.db.query(
        `insert into business_profiles (business_id, email, phone, mobile_number, details, updated_at)
         values ($1, '', '', $2, '{}', $3)`,
        [live.business.id, `212555${2000 + numbers}`, world.now()],
      );
      return live;
    },
    async addLink({ business }, changes = {}) {
      made += 1;
      const { link } = await sendLink(world, {
        business,
        idempotencyKey: undefined,
        content: new Secret(`link ${made}`),
        orderNumber: `INV-${1000 + made}`,
        amountCents: 1250n,
        lines: [
          { name: 'Subtotal', cents: 1100n, kind: 'subtotal' },
          { name: 'Tax', cents: 150n, kind: 'tax' },
        ],
        description: 'A bunch of peonies',
        bill: { business: {}, accountNumber: 'ACCT-77', statementOn: '2030-01-10' },
        contact: contactWithPhone(`617555${1000 + made}`, { firstName: 'Ada', lastName: 'Park' }),
        text: 'Please pay here: [PBTLINK]',
        actor: 'api:test',
        sendAt: undefined,
        expiresAt: undefined,
        ...changes,
      });
      return { ...link, path: new URL(linkAddress(world, link)).pathname };
    },
    get: (path, headers = {}) => seen(path, { headers }),
    async post(path, fields, headers = {}) {
      const isBlank = fields.method === 'bank' && fields.agreement === undefined;
      const read = isBlank && agreementOn(await seen(path, {}));
      const body = new URLSearchParams({ ...(read && { agreement: read }), ...fields });
      return await seen(path, { method: 'POST', headers, body });
    },
  };
}

/** Pays, and gives the page on which the browser ends. */
export async function payAndFollow(
  { post, get }: Counter,
  path: string,
  fields: Fields,
): Promise<Seen> {
  const { status, headers } = await post(path, fields);
  assert.equal(status, 303);
  return await get(headers.get('location')!);
}

/** Names the text of the agreement that stands on a page; undefined where nothing can be paid. */
export function agreementOn({ body }: Pick<Seen, 'body'>): string | undefined {
  return /name="agreement" value="([\w-]{16})"/.exec(body)?.[1];
}

/** What a person reads of it. */
export function textOf({ body }: Pick<Seen, 'body'>): string {
  return body
    .replace(/^.*<body>/s, '')
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** How often money was taken for an order. */
export async function paymentsOf(
  { fixture }: Counter,
  { businessId, orderNumber }: Pick<PayLink, 'businessId' | 'orderNumber'>,
): Promise<string[]> {
  const rows = await fixture.db.query<{ state: string }>(
    'select state from payments where business_id = $1 and order_number = $2 order by id',
    [businessId, orderNumber],
  );
  return rows.map(({ state }) => state);
}
