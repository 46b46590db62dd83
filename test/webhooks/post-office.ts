import { setTimeout as delay } from 'node:timers/promises';
import { Secret } from '../../src/kernel/secret.ts';
import { setEndpoint } from '../../src/notify/webhooks/change-endpoint.ts';
import type { DeliveryState } from '../../src/notify/webhooks/delivery.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import type { WebhookKind } from '../../src/parties/businesses/new-business.ts';
import { writeEvents } from '../../src/runtime/events.ts';

import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';

type Scope = { after(work: () => Promise<void>): void };

export const secondMs = 1000;
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
const actor = 'operator:ann';

/** A fixture in which things happen, and are told. */
export type PostOffice = {
  readonly fixture: Fixture;
  readonly world: World;
  business(changes?: Partial<Business>): Promise<Caller>;
  endpoint(shop: Caller, kind: WebhookKind, url: string, credentials?: Basic): Promise<void>;
  /** Something that happened just now; returns its id. */
  happens(shop: Caller, kind: string, objectId: bigint, data?: object): Promise<string>;
  /** Does what is due, until nothing is, and everything has landed. */
  work(world?: World): Promise<void>;
  deliveries(shop: Caller): Promise<Row[]>;
  endpoints(shop: Caller): Promise<EndpointRow[]>;
  tries(shop: Caller): Promise<TryRow[]>;
};

type Basic = { readonly username: string; readonly password: string };

export type Row = {
  readonly id: bigint;
  readonly event_id: string;
  readonly kind: WebhookKind;
  readonly object_id: bigint;
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly body: string;
  readonly tries: number;
  readonly epoch: number;
  readonly due_at: Date | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly finished_at: Date | null;
};
export type EndpointRow = {
  readonly kind: WebhookKind;
  readonly state: string;
  readonly failures: number;
  readonly failing_since: Date | null;
  readonly disable_at: Date | null;
  readonly succeeded_at: Date | null;
  readonly disabled_reason: string | null;
};
export type TryRow = {
  readonly delivery_id: bigint;
  readonly n: number;
  readonly sent_at: Date;
  readonly ended_at: Date | null;
  readonly outcome: string | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly address: string | null;
  readonly answer: string | null;
};

type Options = Parameters<typeof makeFixture>[1];

export async function openPostOffice(scope: Scope, options: Options = {}): Promise<PostOffice> {
  const fixture = await makeFixture(scope, options);
  const world = await fixture.open();
  const ofBusiness = async <R>(shop: Caller, table: string, order: string) =>
    await fixture.db.query<R>(`select * from ${table} where business_id = $1 order by ${order}`, [
      shop.business.id,
    ]);
  return {
    fixture,
    world,
    business: async (changes) => await fixture.addBusiness(changes),
    async endpoint({ business }, kind, url, basic) {
      const credentials = basic && { ...basic, password: new Secret(basic.password) };
      await setEndpoint(world, { businessId: business.id, kind, url, credentials }, actor);
    },
    async happens({ business }, kind, objectId, data = paid) {
      const id = world.uuid();
      await writeEvents(fixture.db, [
        {
          id,
          businessId: business.id,
          kind,
          objectId,
          at: world.now(),
          data,
          pending: ['webhook'],
        } as Parameters<typeof writeEvents>[1][number],
      ]);
      return id;
    },
    work: async (one = world) => await workOff(one),
    deliveries: async (shop) => await ofBusiness(shop, 'deliveries', 'id'),
    endpoints: async (shop) => await ofBusiness(shop, 'webhook_endpoints', 'kind'),
    tries: async (shop) => await ofBusiness(shop, 'delivery_tries', 'delivery_id, n'),
  };
}

export async function workOff(world: World): Promise<void> {
  while ((await workOnce(world)) + (await world.flights.landed()) > 0);
}

/** The facts of a payment of twelve dollars and a half. */
export const paid = {
  paymentId: '7',
  customerId: '5',
  invoiceNumber: '1234567890',
  orderNumber: 'A-1',
  amountCents: '1250',
  state: 'captured',
  method: 'card',
  brand: 'visa',
  last4: '4242',
  receiptNumber: 'R1',
  message: 'Approved.',
  email: 'ada@example.com',
  phone: '6175550123',
} as const;

/** Looks until it is so; the world is real, and takes its time. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(10);
}
