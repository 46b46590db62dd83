import { resolveFollowUps } from '../../src/payments/follow-ups/resolve.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import type { World } from '../../src/world.ts';
import type { Reply } from '../caller.ts';
import { everyLife, type Life, life } from '../crash-world.ts';
import type { Caller } from '../fixture.ts';
import type { Campaign } from '../size.ts';
import type { PaymentRequest, Scenario } from './fixture.ts';
import type { Story } from './stories.ts';

/** The last answer to a client, and the answer to one more request. */
export type End = { readonly last: Reply | undefined; readonly replay: Reply | undefined };

/** A request and what came of it. */
export type Lived<Request> = { readonly request: Request; readonly end: End };

/** What a client asks for: something new in each life, and there the same every time. */
export type Client<Request> = {
  readonly make: () => Promise<Request>;
  /** Undefined: no answer came. */
  readonly ask: (world: World, request: Request, span?: Life) => Promise<Reply | undefined>;
  /** True if one more request is answered the same. */
  readonly isReplayed: (last: Reply) => boolean;
};

/** Asks for the payment of a story. */
export function payer(
  scenario: Scenario,
  { fields, headers, terms }: Pick<Story, 'fields' | 'headers' | 'terms'>,
): Client<PaymentRequest> {
  return {
    make: () => scenario.newRequest(fields, headers, terms),
    ask: scenario.ask,
    // A decline is asked anew.
    isReplayed: ({ status, body }) => status === 200 && JSON.parse(body).IsSuccess,
  };
}

export type Asking = { readonly caller: Caller };

type Trying<Request> = {
  readonly judge?: (lives: readonly Lived<Request>[]) => Promise<void>;
  readonly alike?: number;
};

/** Each request goes to a process that lives for some moments more, until one survives. */
export async function liveThrough<Request extends Asking>(
  campaign: Campaign,
  scenario: Scenario,
  client: Client<Request>,
  { judge, alike = 1 }: Trying<Request> = {},
): Promise<Lived<Request>[]> {
  const lives: Lived<Request>[] = [];
  await everyLife(campaign, {
    open: scenario.open,
    before: client.make,
    act: client.ask,
    async others(request, n, reply) {
      // Every second client is impatient, and asks again before anybody looked after its request.
      const first = reply ?? (n % 2 ? undefined : await askSoon(scenario, client, request));
      lives.push({ request, end: await untilAnswered(scenario, client, request, first) });
    },
    judge: judge && (() => judge(lives)),
    alike,
  });
  return lives;
}

/** Whoever finds out what became of a dead process's request may die as well. */
export async function findOut<Request extends Asking>(
  campaign: Campaign,
  scenario: Scenario,
  client: Client<Request>,
  deathOfOwner: number,
): Promise<Lived<Request>[]> {
  const lives: Lived<Request>[] = [];
  await everyLife(campaign, {
    open: scenario.open,
    async before() {
      const request = await client.make();
      const owner = life(deathOfOwner);
      const crashing = await scenario.open(owner);
      owner.begin();
      await client.ask(crashing, request, owner);
      return request;
    },
    act: (crashing, { caller }, span) => lookAfter(scenario, crashing, caller, span),
    async others(request) {
      lives.push({ request, end: await untilAnswered(scenario, client, request, undefined) });
    },
    alike: 2,
  });
  return lives;
}

/** The moments of death that leave something to find out: the first asked nobody yet, the last asked already. */
export async function deathsThatLeaveWork<Request extends Asking>(
  { name }: Pick<Campaign, 'name'>,
  scenario: Scenario,
  client: Client<Request>,
): Promise<readonly [first: number, last: number]> {
  const deaths: number[] = [];
  await everyLife(
    { name, size: 'full' },
    {
      open: scenario.open,
      before: client.make,
      act: client.ask,
      async others({ caller }, n) {
        if (await leftWork(scenario, caller)) deaths.push(n);
      },
    },
  );
  return [deaths.at(0)!, deaths.at(-1)!];
}

/** Until all of it is known, and for no longer than that takes. */
async function lookAfter(
  scenario: Scenario,
  world: World,
  caller: Caller,
  span: Life,
): Promise<void> {
  while (!span.isOver && (await leftWork(scenario, caller))) {
    scenario.fixture.clock.pass(20_000);
    await resolveDue(world);
    await resolveFollowUps(world);
  }
}

async function leftWork({ fixture }: Scenario, { business }: Caller): Promise<boolean> {
  const rows = await fixture.db.query(
    `select from payments where business_id = $1 and state in ('processing', 'unknown')
     union all select from followups where business_id = $1 and state in ('processing', 'unknown')`,
    [business.id],
  );
  return rows.length > 0;
}

/** A second later, of a process that was just started in place of the dead one. */
async function askSoon<Request>(
  { fixture, open }: Scenario,
  { ask }: Client<Request>,
  request: Request,
): Promise<Reply | undefined> {
  fixture.clock.pass(1000);
  return await ask(await open(), request);
}

/** Repeats the request, as a real client does, until the answer is final. */
export async function untilAnswered<Request extends Asking>(
  scenario: Scenario,
  { ask, isReplayed }: Client<Request>,
  request: Request,
  first: Reply | undefined,
): Promise<End> {
  let last = first;
  const survivor = await scenario.survivor();
  await scenario.workOff(survivor);
  for (let times = 1; times <= 3 && last?.status !== 200; times += 1) {
    last = await ask(survivor, request);
    await scenario.workOff(survivor);
  }
  const replay = last && isReplayed(last) ? await ask(survivor, request) : undefined;
  await scenario.rest(request.caller);
  return { last, replay };
}

export async function askUntilAnswered(
  scenario: Scenario,
  request: PaymentRequest,
  first: Reply | undefined,
): Promise<End> {
  return await untilAnswered(scenario, payer(scenario, request), request, first);
}
