import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { reconcile } from '../../src/backoffice/reconciliation/reconcile.ts';
import { type Terms, usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { invoiceIdOf } from '../../src/payments/invoice-number.ts';
import type { World } from '../../src/world.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import { bankFields, client, type Fields, openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { plannedOnce } from '../planned-once.ts';
import { atEnd, type Scope } from '../scope.ts';
import { workOff } from '../webhooks/post-office.ts';

/** A business that is paid by bank transfer, with a simulated bank behind it and a clock that is set. */
export type AchShop = {
  readonly fixture: Fixture;
  readonly world: World;
  readonly caller: Caller;
  readonly businessId: bigint;
  readonly baseUrl: string;
  /** A payment from this account; its id. */
  pay(accountNumber: string, more?: Fields): Promise<bigint>;
  /** Refunds an order, in whole or in part. */
  refund(orderNumber: string, amount?: string, key?: string): Promise<Refunded>;
  payment(id: bigint): Promise<PaymentRow>;
  /** In the order in which they were made. */
  entries(paymentId?: bigint): Promise<EntryRow[]>;
  events(kind: string): Promise<EventRow[]>;
  cases(): Promise<CaseRow[]>;
  /** What each account comes to: debits less credits; those that are even are left out. */
  ledger(): Promise<Record<string, bigint>>;
  token(token: string): Promise<TokenRow>;
  /** Findings of the reconciliation, in the whole fixture. */
  findings(): Promise<string[]>;
  /** By the clock of New York, `2030-01-17 08:30`; whatever comes due on the way is done when it is due. */
  until(moment: string): Promise<void>;
};

/** What was answered, to the byte, and the state that stands beside it. */
type Refunded = { readonly text: string; readonly state: string | null };

export type PaymentRow = {
  readonly state: string;
  readonly holds_order: boolean;
  readonly captured_cents: bigint;
  readonly refunded_cents: bigint;
  readonly token: string | null;
  readonly invoice: string;
};
export type EntryRow = {
  readonly id: bigint;
  readonly kind: string;
  readonly state: string;
  readonly amount_cents: bigint;
  readonly payment_id: bigint | null;
  readonly presentment: number;
  readonly represents_id: bigint | null;
  readonly next_at: Date | null;
  readonly trace_number: string | null;
  readonly effective_on: string | null;
  readonly routing_number: string;
  readonly account_kind: string;
  readonly last4: string;
  readonly number_owner: string;
  readonly validation_id: bigint | null;
  readonly return_code: string | null;
  readonly correction_code: string | null;
};
export type EventRow = {
  readonly kind: string;
  readonly object_id: bigint;
  // biome-ignore lint/suspicious/noExplicitAny: what was told, as a program without types reads it.
  readonly data: any;
  readonly untold: string[];
};
export type CaseRow = {
  readonly kind: string;
  readonly object_kind: string;
  readonly object_id: bigint;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  readonly evidence: any;
};
export type TokenRow = {
  readonly state: string;
  readonly routing_number: string;
  readonly account_kind: string;
  readonly last4: string;
  readonly fingerprint: Buffer;
  readonly prenoted_at: Date | null;
};

type ShopOptions = {
  readonly fixture?: Fixture;
  readonly terms?: Partial<Terms>;
  /** Behind the same door as this one. */
  readonly beside?: AchShop;
  readonly environment?: 'sandbox' | 'live';
};

export async function openAchShop(
  scope: Scope,
  { fixture, terms, beside, environment = 'sandbox' }: ShopOptions = {},
): Promise<AchShop> {
  const home = beside?.fixture ?? fixture ?? (await makeFixture(scope));
  const world = beside?.world ?? (await home.open());
  const caller = await home.addBusiness({ environment });
  const businessId = caller.business.id;
  await writeTerms(home.db, businessId, { ...usualTerms, ...terms }, world.now());
  const door = beside ? undefined : await openDoor(world);
  const baseUrl = beside?.baseUrl ?? door!.baseUrl;
  const api = client(baseUrl, caller);
  atEnd(scope, async () => {
    api.close();
    await door?.close();
  });
  const { db } = home;

  return {
    fixture: home,
    world,
    caller,
    businessId,
    baseUrl,
    async pay(accountNumber, more = {}) {
      const fields = { ...bankFields, Amount: '100.00', AccountNumber: accountNumber, ...more };
      const { status, body } = await api.call('CreatePayment', fields);
      if (status !== 200) throw new Error(`${status} ${body}`);
      return invoiceIdOf(world.vault, businessId, JSON.parse(body).Data.InvoiceID)!;
    },
    async refund(OrderNumber, Amount = '', key) {
      const fields = {
        RefundType: Amount ? 'Partial' : 'Full',
        Amount,
        OrderNumber,
        PaymentID: '',
      };
      const sent = { Token: caller.apiKey, Username: caller.username, ...fields };
      const name = 'ProcessRefundNoCC';
      const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
      const heard = await callBy('HTTP POST', baseUrl, name, sent, headers);
      const text = resultText('HTTP POST', name, heard.body) ?? heard.body;
      if (!JSON.parse(text).IsSuccess) throw new Error(text);
      return { text, state: heard.headers.get('x-followup-state') };
    },
    async payment(id) {
      const [row] = await db.query<PaymentRow>(
        `select p.state, p.holds_order, p.captured_cents, p.refunded_cents, p.token, v.state as invoice
         from payments p join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
         where p.business_id = $1 and p.id = $2`,
        [businessId, id],
      );
      return row!;
    },
    entries: (paymentId) =>
      db.query<EntryRow>(
        `select * from ach_entries where business_id = $1 and ($2::int8 is null or payment_id = $2)
         order by id`,
        [businessId, paymentId],
      ),
    events: (kind) =>
      db.query<EventRow>(
        'select * from events where business_id = $1 and kind = $2 order by happened_at, id',
        [businessId, kind],
      ),
    cases: () =>
      db.query<CaseRow>('select * from open_questions where business_id = $1 order by id', [
        businessId,
      ]),
    ledger: () => balances(home, businessId),
    async token(token) {
      const [row] = await db.query<TokenRow>(
        'select * from tokens where business_id = $1 and token = $2',
        [businessId, token],
      );
      return row!;
    },
    findings: async () => await findingsOf(home, world),
    until: (moment) => workUntil(home, world, newYork(moment)),
  };
}

async function findingsOf({ db, clock }: Fixture, { vault }: World): Promise<string[]> {
  const nothing = async function* () {};
  const now = clock.now();
  const evidence = { db: plannedOnce(db), vault, processor: 'simulator', readBook: nothing, now };
  return (await Array.fromAsync(reconcile(evidence))).map(formatFinding);
}

export function newYork(moment: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(
    moment.replace(' ', 'T'),
  ).toZonedDateTime('America/New_York');
  return new Date(epochMilliseconds);
}

/**
 * Stops at every moment at which something is due, as a worker would that runs all the time. The clock stands while a
 * webhook is on its way: its lease would run out, and it would be posted again.
 */
async function workUntil(fixture: Fixture, world: World, until: Date): Promise<void> {
  for (;;) {
    await workOff(world);
    const next = await nextDue(fixture, world);
    if (!next || next > until) break;
    fixture.clock.setTo(next);
  }
  fixture.clock.setTo(until);
  await workOff(world);
}

async function nextDue({ db }: Fixture, world: World): Promise<Date | undefined> {
  const now = world.now();
  const [row] = await db.query<{ at: Date | null }>(
    `select min(at) as at from (
       select next_at as at from ach_entries union all select due_at from account_validations
     ) due where at > $1`,
    [now],
  );
  const scheduled = (await world.mailboxes.scheduled!.list()).map(({ dueAt }) => dueAt);
  const moments = [...(row?.at ? [row.at] : []), ...scheduled].filter((at) => at > now);
  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

async function balances({ db }: Fixture, businessId: bigint): Promise<Record<string, bigint>> {
  const rows = await db.query<{ account: string; cents: bigint }>(
    `select account, sum(cents)::bigint as cents from (
       select debit as account, cents from transfers where business_id = $1
       union all select credit, -cents from transfers where business_id = $1
     ) t group by account having sum(cents) <> 0 order by account`,
    [businessId],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}
