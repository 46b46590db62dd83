import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, client, gist, type Reply } from '../caller.ts';
import type { Dice } from './dice.ts';
import { makeWish, type Wish } from './wishes.ts';

export type Shop = {
  readonly baseUrls: readonly string[];
  readonly username: string;
  readonly apiKey: string;
};

/** What happened to the shoppers, in numbers; differences are answers that contradict each other. */
export type Tally = {
  wishes: number;
  sent: number;
  answered: number;
  unanswered: number;
  readonly statuses: Record<string, number>;
  readonly differences: string[];
};

export type Shoppers = {
  readonly tally: Tally;
  /** Stops wishing, and asks on until every wish has its answer. */
  settle(): Promise<void>;
};

type Options = {
  readonly shop: Shop;
  readonly count: number;
  readonly random: Dice;
  readonly log: string;
};

/** Many callers at once. Each writes down what it wants before it asks, and what it was told after. */
export function sendShoppers({ shop, count, random, log }: Options): Shoppers {
  const file = openSync(log, 'a');
  const write = (line: object) => writeSync(file, `${JSON.stringify(line)}\n`);
  const clients = shop.baseUrls.map((url) => client(url, shop, { connections: count }));
  const tally: Tally = {
    wishes: 0,
    sent: 0,
    answered: 0,
    unanswered: 0,
    statuses: {},
    differences: [],
  };
  let isOpen = true;
  const shoppers = Array.from({ length: count }, () => shopper());

  return {
    tally,
    async settle() {
      isOpen = false;
      await Promise.all(shoppers);
      for (const one of clients) one.close();
      closeSync(file);
    },
  };

  async function shopper(): Promise<void> {
    while (isOpen) {
      tally.wishes += 1;
      await pursue(makeWish(random, `w${tally.wishes}`));
    }
  }

  /** Asks under the same name until the answer says what became of it. */
  async function pursue(wish: Wish): Promise<void> {
    for (let times = 1; ; times += 1) {
      const both = random.chance(0.25);
      const asked = both ? clients : [random.pick(clients)];
      const replies = await Promise.all(asked.map((one) => ask(one, wish)));
      compare(wish, replies);
      if (replies.some((reply) => isDefinite(reply, times))) break;
      await delay(random.between(20, 600));
    }
    if (random.chance(0.2)) await askAgain(wish);
  }

  async function askAgain(wish: Wish): Promise<void> {
    const [first, second] = [
      await ask(random.pick(clients), wish),
      await ask(random.pick(clients), wish),
    ];
    compare(wish, [first, second]);
  }

  async function ask(one: Client, wish: Wish): Promise<Reply | undefined> {
    const { name, order, cents } = wish;
    const line = {
      business: shop.username,
      wish: name,
      ...(order !== undefined && { order }),
      cents: String(cents),
    };
    write({ did: 'sent', ...line });
    tally.sent += 1;
    try {
      const reply = await one.call('CreatePayment', wish.fields, wish.headers);
      write({ did: 'heard', ...line, ...gist(reply) });
      tally.answered += 1;
      const outcome = `${reply.status} ${reply.headers['x-payment-state'] ?? ''}`.trim();
      tally.statuses[outcome] = (tally.statuses[outcome] ?? 0) + 1;
      return reply;
    } catch {
      tally.unanswered += 1;
      return undefined;
    }
  }

  /** Whoever is told of success is told the same, to the byte. */
  function compare({ name }: Wish, replies: readonly (Reply | undefined)[]): void {
    const successes = replies.filter((reply) => reply && JSON.parse(reply.body).IsSuccess);
    const bodies = new Set(successes.map((reply) => reply!.body));
    if (bodies.size > 1) tally.differences.push(`${name}: ${[...bodies].join(' and ')}`);
  }
}

/** "Certain that nothing was charged" is tried again some times, and then believed. */
function isDefinite(reply: Reply | undefined, times: number): boolean {
  if (!reply) return false;
  if (reply.headers['x-payment-state'] === 'canceled') return times >= 3;
  return reply.status === 200 || (reply.status >= 400 && reply.status < 500);
}
