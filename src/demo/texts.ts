import { ownNumberOf } from '../notify/conversations/own-number.ts';
import { receiveText } from '../notify/conversations/receive-text.ts';
import { countOn, minutesLater, openMoment } from './calendar.ts';
import type { Doing, Shop } from './shop.ts';

const usualTexts = 0.25;

/** `>` is the shop, the others are customers. */
const texts: readonly { readonly weight: number; readonly lines: readonly string[] }[] = [
  {
    weight: 5,
    lines: [
      '> Hi {name}, your bike is ready. We are open until 6.',
      'Great, I will be there at 5',
      '> See you then!',
    ],
  },
  {
    weight: 3,
    lines: [
      '> {name}, the cassette for your bike is delayed to Thursday. Sorry!',
      'ok no problem, thanks for telling me',
    ],
  },
  {
    weight: 3,
    lines: [
      'Do you have 700x28 tires in stock?',
      '> Yes, two kinds. Shall we put a pair aside?',
      'Yes please, black',
      '> Done. They are at the counter under {name}.',
    ],
  },
  {
    weight: 4,
    lines: [
      'Hey, is my bike done yet?',
      '> Nearly: the wheel is back on the stand. We will text you this afternoon.',
      'perfect 👍',
    ],
  },
  {
    weight: 4,
    lines: [
      '> Hi {name}, reminder: your tune-up is tomorrow at 10.',
      'Can we make it 11?',
      '> 11 it is.',
    ],
  },
  { weight: 3, lines: ['What time do you open on Saturday?', '> At 9, until 6.'] },
  {
    weight: 3,
    lines: [
      '> {name}, thanks for riding with us. How was the rental?',
      'Loved it, the e-bike is so much fun',
      '> Great to hear! 10% off the next one.',
    ],
  },
  {
    weight: 2,
    lines: [
      'Can I bring two kids bikes for a flat repair today?',
      '> Sure, come by before 4 and take them home tonight.',
      'Awesome thank you',
    ],
  },
  { weight: 1.5, lines: ['> Hi {name}, your new helmet arrived.', 'STOP'] },
  {
    weight: 1,
    lines: ['> {name}, winter overhauls are 15% off until the end of the month.', 'Stop'],
  },
  {
    weight: 0.7,
    lines: ['> {name}, one place is left in the class on Tuesday. Interested?', 'HELP'],
  },
];

/** Texts in both directions, some of which end with STOP. */
export function planTexts(shop: Shop, day: Temporal.PlainDate): void {
  const { people, business } = shop;
  const random = shop.randomFor(`texts ${day}`);
  for (let left = countOn(day, usualTexts, random); left > 0; left -= 1) {
    const { customer } = people.known(random);
    const { phone, firstName } = customer;
    const moment = openMoment(day, business.timeZone, random);
    const gaps = Array.from({ length: 6 }, () => random.between(1, 25));
    say(
      shop,
      { phone, firstName, name: `${business.id}-${day}-${left}`, gaps },
      random.weighted(texts).lines,
      moment,
    );
  }
}

type Talk = {
  readonly phone: string;
  readonly firstName: string;
  readonly name: string;
  /** Minutes before each line. */
  readonly gaps: readonly number[];
};

/** The first line, and then the others, each after the one before it. */
function say(shop: Shop, talk: Talk, lines: readonly string[], moment: Date): void {
  const [line, ...rest] = lines;
  if (line === undefined) return;
  const text = line.replace('{name}', talk.firstName);
  shop.at(moment, async (doing) => {
    if (text.startsWith('> ')) await write(doing, talk.phone, text.slice(2));
    else await hear(doing, shop, talk.phone, text, `demo-${talk.name}-${rest.length}`);
    shop.waits.texts = true;
    say(shop, talk, rest, minutesLater(moment, talk.gaps[rest.length] ?? 1));
  });
}

/** A text to somebody who wants none is blocked, as it should be. */
async function write({ ask }: Doing, phone: string, body: string): Promise<void> {
  await ask('messages.create', { body: { phone, body } });
}

async function hear(
  { world }: Doing,
  { business }: Shop,
  from: string,
  body: string,
  carrierId: string,
): Promise<void> {
  const to = await ownNumberOf(world, business.id);
  if (to === undefined) throw new Error('a sandbox business without a number');
  await receiveText(world, { to, from, body, mediaCount: 0, carrier: 'sandbox', carrierId });
}
