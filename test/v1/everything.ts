import { openDouble } from '../../src/cli/gateway-doubles.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import type { Caller } from '../fixture.ts';
import { businessFields } from '../onboarding/fields.ts';
import { atEnd, type Scope } from '../scope.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { makeLinks, makeSubscriptions } from './made-invoices.ts';
import { findMoney, makeDisputes, makePayments, makeValidation } from './made-payments.ts';
import {
  assign,
  findNews,
  inCamelCase,
  makeAccounts,
  makeBusinesses,
  makeEndpoints,
  makeLeads,
  makeMailTemplates,
  makeScripts,
  makeSilent,
  makeStaff,
  makeTemplates,
  makeTexts,
} from './made-people.ts';
import { type Maker, makerOf } from './maker.ts';
import type { V1 } from './serve.ts';

/**
 * What a business has: the ids of its objects, by the parameters of paths that name them, and those of objects in
 * states that some endpoints need.
 */
export type Made = Begun & Awaited<ReturnType<typeof finish>>;
type Begun = Awaited<ReturnType<typeof begin>>;

/** A business that has at least one object of every resource. */
export type Populated = {
  readonly owner: Caller;
  readonly made: Made;
  /** Stands in its texts, and in those of no other. */
  readonly word: string;
};

/** A Tuesday in New York: payments go into the file of its evening, and come back on Thursday. */
const days = [
  '2030-01-16T01:00:00Z',
  '2030-01-16T13:30:00Z',
  '2030-01-17T13:30:00Z',
  '2030-01-18T13:30:00Z',
];

const people = [
  { word: 'zebra', phone: '6175550123', amount: 3197 },
  { word: 'walrus', phone: '6175550124', amount: 4297 },
];

/**
 * Makes at least one object of every resource in each of these businesses, one after the other, so that their objects
 * have the same numbers.
 */
export async function makeEverything(
  scope: Scope,
  v1: V1,
  owners: readonly Caller[],
): Promise<Populated[]> {
  const world = await v1.open();
  const makers = owners.map((owner, i) => makerOf(v1, world, owner, people[i]!));
  const receiver = await openReceiver(scope);
  const double = await openDouble('nmi', { port: 0, now: v1.clock.now, sleep: async () => {} });
  atEnd(scope, double.close);
  const begun: Begun[] = [];
  for (const maker of makers) begun.push(await begin(maker, receiver.url));
  for (const day of days) {
    v1.clock.setTo(new Date(day));
    await workAll(world);
  }
  for (const maker of makers) await makeSilent(maker);
  const populated: Populated[] = [];
  for (const [i, maker] of makers.entries()) {
    const made = { ...begun[i]!, ...(await finish(maker, begun[i]!, double)) };
    populated.push({ owner: maker.owner, word: maker.word, made });
  }
  return populated;
}

async function begin(maker: Maker, receiverUrl: string) {
  const endpoints = await makeEndpoints(maker, receiverUrl);
  const paid = await makePayments(maker);
  const subscribed = await makeSubscriptions(maker, paid);
  return { ...endpoints, ...paid, ...subscribed, ...(await makeTexts(maker)) };
}

type Gateway = { readonly url: string; readonly key: string };

async function finish(maker: Maker, begun: Begun, gateway: Gateway) {
  const news = await findNews(maker);
  const staff = await makeStaff(maker);
  await assign(maker, { ...news, ...staff });
  return {
    ...(await findMoney(maker, begun)),
    ...news,
    ...staff,
    ...(await makeDisputes(maker, begun)),
    ...(await makeValidation(maker)),
    ...(await makeLinks(maker, begun)),
    ...(await makeLeads(maker)),
    ...(await makeScripts(maker)),
    ...(await makeTemplates(maker)),
    ...(await makeMailTemplates(maker)),
    ...(await makeAccounts(maker, gateway)),
    ...(await makeBusinesses(maker, inCamelCase(businessFields))),
    gatewayUrl: gateway.url,
    gatewayKey: gateway.key,
    // Not sent yet, since nothing works on from here.
    canceledMessage: (await makeTexts(maker)).messageId,
  };
}

async function workAll(world: World): Promise<void> {
  do await world.flights.landed();
  while ((await workOnce(world)) > 0);
}
