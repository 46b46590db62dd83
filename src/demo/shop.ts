import { Refusal } from '../kernel/refusal.ts';
import type { Business } from '../parties/businesses/business.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import type { World } from '../world.ts';
import { ask, type Sent } from './ask.ts';
import type { DemoWorld } from './demo-world.ts';
import { createPeople, type People } from './people.ts';
import { type Random, randomOf } from './random.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** The business whose past is lived. */
export type Shop = Pick<DemoWorld, 'disputes' | 'silent'> & {
  readonly business: Business;
  /** When its past ends: now. */
  readonly until: Date;
  readonly people: People;
  readonly timeline: Timeline<Doing>;
  /** True while texts, or webhooks, wait to be sent. */
  readonly waits: { texts: boolean; webhooks: boolean };
  readonly randomFor: (name: string) => Random;
  /** Writes into the timeline; acts after `until` do not happen. */
  at(moment: Date, act: (doing: Doing) => Promise<void>): void;
  nextOrder(): string;
};

/** Somebody does something at a moment. */
export type Doing = {
  readonly world: World;
  // biome-ignore lint/suspicious/noExplicitAny: answers as a program without types reads them.
  ask(endpoint: string, sent?: Sent): Promise<any>;
  /** The same for another business. */
  as(businessId: bigint): Promise<Doing>;
};

type Options = Pick<Shop, 'business' | 'until'> & {
  readonly seed: number;
  readonly demo: DemoWorld;
};

export function createShop({ seed, demo, ...shop }: Options): Shop {
  const { disputes, silent } = demo;
  const timeline = createTimeline<Doing>();
  let orders = 1000;
  return {
    ...shop,
    disputes,
    silent,
    people: createPeople(shop.until.getUTCFullYear()),
    timeline,
    waits: { texts: false, webhooks: false },
    randomFor: (name) => randomOf(seed, name),
    at: (moment, act) => timeline.at(moment, act),
    nextOrder() {
      orders += 1;
      return `HSC-${orders}`;
    },
  };
}

export function doingIn(world: World, business: Business): Doing {
  return {
    world,
    ask: (endpoint, sent) => ask(world, business, endpoint, sent),
    async as(businessId) {
      const other = await readBusiness(world.db, businessId);
      if (!other) throw new Refusal('unknown_business');
      return doingIn(world, other);
    },
  };
}
