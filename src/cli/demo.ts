import { appendBook, memoryBook, simulator } from '#sandbox';
import type { Config } from '../config.ts';
import type { DemoBank } from '../demo/demo-world.ts';
import { fill } from '../demo/fill.ts';
import { refuseInstallation } from '../demo/refuse.ts';
import { usualBook } from './bank-book.ts';
import { dataCommand } from './data-command.ts';
import { ofAnyBusiness } from './names.ts';
import { showProgress } from './show-progress.ts';
import { wholeNumber } from './values.ts';
import { option } from './words.ts';

const usual = { months: 4, seed: 1 };
const mostMonths = 24;

export const demo = dataCommand({
  doc:
    'Fills a sandbox business with months that could be real: customers, payments in every state, refunds, subscriptions, ' +
    'invoices, texts, disputes, payouts, businesses below it that apply, and what is still open today. Without --business it is ' +
    'the one that the first start made while that has no data, and else a new one below it. The same --seed and --months ' +
    'give the same on the same day. All of it is there at the end, or nothing if it was stopped. It is refused where any ' +
    `business is live, and for a business that has data. ${usual.months} months unless --months says otherwise.`,
  words: {
    business: ofAnyBusiness,
    months: option('N', wholeNumber(1, mostMonths)),
    seed: option('N', wholeNumber(0, 999_999_999)),
  },
  async work(world, { business: named, ...given }, actor, { err }) {
    refuseInstallation(world.config);
    const { months = usual.months, seed = usual.seed } = given;
    const progress = showProgress('demo', { to: err });
    const bank = (now: () => Date) => bankOf(world.config, now);
    const filling = { businessId: named?.id, past: { months }, seed, bank, actor, progress };
    const { business, ...counts } = await fill(world, filling).finally(progress.end);
    const { id, ancestors } = business;
    const isOwn = named === undefined && ancestors.length > 0;
    const counted = `Business ${id} has ${counts.payments} payments of ${counts.customers} customers now.`;
    return {
      data: { business: id, months, seed, ...counts },
      text: isOwn ? `${madeBelow(ancestors.at(-1)!)}\n${counted}` : counted,
    };
  },
});

function madeBelow(parent: bigint): string {
  return (
    `Business ${parent} has data already, or is not the only one, so the demo made a business of its own below it. ` +
    `Whoever signs in to ${parent} finds it in the menu of businesses.`
  );
}

/** The simulated bank within this process; its book is kept only if all goes well. */
function bankOf(config: Config, now: () => Date): DemoBank {
  const book = memoryBook();
  // Nobody waits for an answer that never comes.
  const sleep = async () => {};
  const lateWindowSeconds = config.simulatorLateWindowSeconds;
  return {
    processor: simulator({ book, now, sleep, lateWindowSeconds }),
    keepBook: async () => appendBook(usualBook(config), book.text()),
  };
}
