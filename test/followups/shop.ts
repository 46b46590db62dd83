import { invoiceIdOf } from '../../src/payments/invoice-number.ts';
import type { World } from '../../src/world.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import type { Fields, Reply } from '../caller.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';

/** A business that sells, and refunds, over both interfaces. */
export type Shop = {
  readonly fixture: Fixture;
  readonly world: World;
  readonly caller: Caller;
  readonly baseUrl: string;
  /** CreatePayment; what it answered, read. */
  pay(more?: Fields): Promise<Answer & { readonly invoice: string }>;
  /** ProcessAuthorization. */
  authorization(fields: Fields, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** ProcessRefundNoCC over plain HTTP. */
  refund(fields: Readonly<Record<string, string>>, key?: string): Promise<Answer>;
  payment(invoice: string): Promise<Row>;
  ledger(): Promise<Record<string, bigint>>;
};

export type Answer = {
  readonly status: number;
  readonly text: string;
  readonly state: string | undefined;
  readonly retryAfter: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the answer as a program without types reads it.
  readonly body: any;
};

export type Row = {
  readonly state: string;
  readonly approved: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  readonly refunding: bigint;
};

export async function openShop(
  scope: Scope,
  { fixture, world }: { fixture?: Fixture; world?: World } = {},
): Promise<Shop> {
  const home = fixture ?? (await makeFixture(scope));
  const inside = world ?? (await home.open());
  const caller = await home.addBusiness();
  const door = await openDoor(inside);
  const api = client(door.baseUrl, caller);
  atEnd(scope, async () => {
    api.close();
    await door.close();
  });
  return {
    fixture: home,
    world: inside,
    caller,
    baseUrl: door.baseUrl,
    async pay(more = {}) {
      const told = read(
        await api.call('CreatePayment', { ...cardFields, Amount: '100.00', ...more }),
      );
      return { ...told, invoice: told.body.Data?.InvoiceID };
    },
    authorization: async (fields, headers) =>
      read(await api.call('ProcessAuthorization', fields, headers)),
    refund: async (fields, key) => await askRefund(door.baseUrl, caller, fields, key),
    payment: async (invoice) => await readPayment(inside, caller, invoice),
    ledger: async () => await balances(home, caller),
  };
}

function read({ status, headers, body }: Reply): Answer {
  const state = headers['x-followup-state'] ?? headers['x-payment-state'];
  return {
    status,
    text: body,
    body: JSON.parse(body),
    state: state as string | undefined,
    retryAfter: headers['retry-after'] as string | undefined,
  };
}

export async function askRefund(
  baseUrl: string,
  { username, apiKey }: Caller,
  fields: Readonly<Record<string, string>>,
  key: string | undefined,
): Promise<Answer> {
  const name = 'ProcessRefundNoCC';
  const blank = { RefundType: '', Amount: '', OrderNumber: '', PaymentID: '' };
  const sent = { Token: apiKey, Username: username, ...blank, ...fields };
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  const heard = await callBy('HTTP POST', baseUrl, name, sent, headers);
  const text = resultText('HTTP POST', name, heard.body) ?? heard.body;
  const state = heard.headers.get('x-followup-state') ?? undefined;
  const retryAfter = heard.headers.get('retry-after') ?? undefined;
  return { status: heard.status, text, state, retryAfter, body: JSON.parse(text) };
}

async function readPayment(
  { db, vault }: World,
  { business }: Caller,
  invoice: string,
): Promise<Row> {
  const [row] = await db.query<Row>(
    `select state, approved_cents as approved, captured_cents as captured, refunded_cents as refunded,
       refunding_cents as refunding
     from payments where business_id = $1 and id = $2`,
    [business.id, invoiceIdOf(vault, business.id, invoice)],
  );
  return row!;
}

/** What each account comes to: debits less credits. */
async function balances({ db }: Fixture, { business }: Caller): Promise<Record<string, bigint>> {
  const rows = await db.query<{ account: string; cents: bigint }>(
    `select account, sum(cents)::bigint as cents from (
       select debit as account, cents from transfers where business_id = $1
       union all select credit, -cents from transfers where business_id = $1
     ) t group by account having sum(cents) <> 0 order by account`,
    [business.id],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}
