import { type MemoryBook, memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { readBookText } from '../../packages/sandbox/src/processor/book-view.ts';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { reconcile } from '../../src/backoffice/reconciliation/reconcile.ts';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { type Terms, usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { nextDue } from '../../src/time-machine/due.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import { client, openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { plannedOnce } from '../planned-once.ts';
import { atEnd, type Scope } from '../scope.ts';
import { workOff } from '../webhooks/post-office.ts';

type Fields = Readonly<Record<string, string>>;

export type Club = {
  readonly fixture: Fixture;
  readonly world: World;
  readonly caller: Caller;
  readonly id: bigint;
  readonly baseUrl: string;
  /** A card's token. */
  token(number?: string, more?: Fields): Promise<string>;
  bankToken(number: string): Promise<string>;
  /** Any operation of the same interface as CreateCustomerSubscription, over plain HTTP. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer as a program without types reads it.
  call(operation: string, fields: Fields, key?: string): Promise<any>;
  /** CreateCustomerSubscription. */
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  subscribe(fields: Fields, key?: string): Promise<any>;
  /** The same with a card, and what it is called. */
  join(fields?: Fields, card?: string): Promise<bigint>;
  /** Moves the clock on and does whatever comes due on the way, each in its moment; by the clock of the business. */
  until(local: string): Promise<void>;
  /** Does what is due now. */
  work(): Promise<void>;
  periods(): Promise<{ n: number; state: string; tries: number }[]>;
  states(): Promise<string[]>;
  findings(): Promise<string[]>;
};

type ClubOptions = {
  readonly fixture?: Fixture;
  readonly world?: World;
  readonly terms?: Partial<Terms>;
  /** What the world is broken by. */
  readonly breaks?: (world: World) => World;
};

const person = {
  FirstName: 'Ada',
  LastName: 'Park',
  Address1: '1 Main Street',
  City: 'New York',
  StateCode: 'NY',
  PostalCode: '10001',
  CountryCode: 'US',
  Email: 'ada@example.com',
  MobilePhone: '2125550100',
};
const card = { ExpirationMonth: '12', ExpirationYear: '44', CVV: '123' };
export const goodCard = '4242424242424242';
const blank = { CardToken: '', PlanCode: '', Amount: '10.00', Interval: 'Monthly' };
const more = { Discount: '', Tax: '', StartDate: '' };

export async function openClub(
  scope: Scope,
  { fixture, world, terms, breaks = (one) => one }: ClubOptions = {},
): Promise<Club> {
  const home = fixture ?? (await makeFixture(scope, { book: memoryBook() }));
  const inside = world ?? breaks(await home.open());
  const caller = await home.addBusiness();
  const { id } = caller.business;
  await writeTerms(home.db, id, { ...usualTerms, ...terms }, inside.now());
  const door = await openDoor(inside);
  const api = client(door.baseUrl, caller);
  atEnd(scope, async () => {
    api.close();
    await door.close();
  });
  async function tokenize(fields: Fields): Promise<string> {
    const { body } = await api.call('CreateToken', { ...person, ...fields });
    return JSON.parse(body).Data.TokenResult;
  }
  const club: Club = {
    fixture: home,
    world: inside,
    caller,
    id,
    baseUrl: door.baseUrl,
    token: async (CCNumber = goodCard, fields = {}) =>
      await tokenize({ CCNumber, ...card, ...fields }),
    async bankToken(AccountNumber) {
      const first = await api.call('CreateToken', { ...person, CCNumber: goodCard, ...card });
      const IndividualID = JSON.parse(first.body).Data.IndividualID;
      return await tokenize({
        PaymentType: 'ACH',
        AccountNumber,
        RoutingNumber: '021000021',
        AccountName: 'Ada Park',
        IndividualID,
      });
    },
    async call(name, fields, key) {
      const { username, apiKey } = caller;
      const sent = { Token: apiKey, Username: username, ...fields };
      const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
      const heard = await callBy('HTTP POST', door.baseUrl, name, sent, headers);
      const text = resultText('HTTP POST', name, heard.body) ?? heard.body;
      if (!text.startsWith('{')) throw new Error(`${text}: ${home.logged.slice(-3).join('')}`);
      return JSON.parse(text);
    },
    subscribe: async (fields, key) =>
      await club.call('CreateCustomerSubscription', { ...blank, ...more, ...fields }, key),
    async join(fields = {}, number) {
      const CardToken = fields.CardToken ?? (await club.token(number));
      const told = await club.subscribe({ ...fields, CardToken });
      if (!told.Data?.SubscriptionID) throw new Error(JSON.stringify(told));
      return BigInt(told.Data.SubscriptionID);
    },
    async work() {
      while (await workOnce(inside)) {}
    },
    until: async (local) => await passTime(club, momentOf(club, local)),
    periods: async () =>
      await home.db.query(
        'select n, state, tries from subscription_periods where business_id = $1 order by subscription_id, n',
        [id],
      ),
    async states() {
      const rows = await home.db.query<{ state: string }>(
        'select state from subscriptions where business_id = $1 order by id',
        [id],
      );
      return rows.map(({ state }) => state);
    },
    findings: async () => await findingsIn(home),
  };
  return club;
}

type Joining = ClubOptions & {
  readonly at?: string;
  readonly fields?: Fields | undefined;
  readonly number?: string;
};

/** A club whose one member joined then. */
export async function openMember(
  scope: Scope,
  { at = '2030-01-31 12:00', fields, number, ...options }: Joining = {},
) {
  const club = await openClub(scope, options);
  await club.until(at);
  return { club, id: await club.join(fields, number) };
}

export function momentOf({ caller }: Pick<Club, 'caller'>, local: string): Date {
  const there = Temporal.PlainDateTime.from(local.replace(' ', 'T'));
  return new Date(there.toZonedDateTime(caller.business.timeZone).epochMilliseconds);
}

/** By the clock of the fixture; what comes due is done in its moment, and `then` follows. */
export async function passTime(
  { fixture, world, id }: Club,
  until: Date,
  then: (own: World) => Promise<void> = async () => {},
): Promise<void> {
  const { clock } = fixture;
  const own = await ownWorld(world, id);
  const seen = new Map<string, number>();
  // What flies while the clock jumps is taken for lost, and sent again.
  const workNow = async () => {
    while ((await workOnce(own, id)) + (await world.flights.landed()) > 0);
    await then(own);
  };
  await workNow();
  for (;;) {
    const due = await nextDue(own, id, { after: own.now(), until, but: [] });
    if (!due) break;
    const times = (seen.get(due.name) ?? 0) + 1;
    if (times > 3000) throw new Error(`${due.name} comes back for ever`);
    seen.set(due.name, times);
    clock.setTo(due.at);
    await workNow();
  }
  clock.setTo(until);
  await workNow();
  await workOff(world);
}

/** As a business sees it. */
export async function ownWorld(world: World, id: bigint): Promise<World> {
  return atClockOf(world, (await readBusiness(world.db, id))!);
}

export async function findingsIn(fixture: Fixture): Promise<string[]> {
  const { vault } = await fixture.open();
  const found = await Array.fromAsync(
    reconcile({
      db: plannedOnce(fixture.db),
      vault,
      processor: 'simulator',
      readBook: () => readBookText((fixture.book as MemoryBook).text()),
      now: fixture.clock.now(),
    }),
  );
  return found.map(formatFinding);
}
