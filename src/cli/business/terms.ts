import { flaw, type Parsed, parsed } from '../../base/parsed.ts';
import { atClockOf } from '../../businesses/clock.ts';
import type { Terms } from '../../businesses/terms.ts';
import { changeTerms } from '../../settlement/terms.ts';
import { areRetryDays } from '../../subscriptions/dunning.ts';
import { houseCommand } from '../house-command.ts';
import { facts } from '../layout.ts';
import { dollars } from '../money.ts';
import {
  amount,
  oneOf,
  option,
  percent,
  place,
  timeOfDay,
  verbatim,
  type Wish,
  wholeNumber,
} from '../words.ts';
import { businessNamed } from './named.ts';

const onOff = option('on|off', oneOf(['on', 'off']));
const fee = option('DOLLARS', amount(100_000n));

const words = {
  business: place('ID|USERNAME', verbatim(100)),
  cardPercent: option('PERCENT', percent),
  cardFixed: fee,
  achFixed: fee,
  returnFee: fee,
  batchCutoff: option('HH:MM', timeOfDay),
  holdDays: option('N', wholeNumber(0, 30)),
  represents: onOff,
  sameDay: onOff,
  prenotes: onOff,
  partialApprovals: onOff,
  retryDays: option('N,N,...', (text) => retryDays(text)),
};

export const businessTerms = houseCommand({
  doc:
    'Shows what is agreed with a business about its money, and changes what is named: what each card payment ' +
    'costs it, each bank payment and each that comes back; when its batches are closed, by its own clock; how ' +
    'many banking days bank money is held; on which days a declined subscription is tried again; and what ' +
    'else is done for it.',
  words,
  async work(world, wish, actor) {
    const business = await businessNamed(world.db, wish.business);
    const changes = changesIn(wish);
    const own = atClockOf(world, business);
    const terms =
      Object.keys(changes).length === 0
        ? business.terms
        : await changeTerms(own, business.id, changes, actor);
    return { data: { business: business.id, ...terms }, text: textOf(terms) };
  },
});

function changesIn(wish: Wish<typeof words>): Partial<Terms> {
  const changes = {
    cardFeeBps: wish.cardPercent,
    cardFeeCents: wish.cardFixed,
    achFeeCents: wish.achFixed,
    returnFeeCents: wish.returnFee,
    batchCutoff: wish.batchCutoff,
    holdDays: wish.holdDays,
    represents: isOn(wish.represents),
    sameDay: isOn(wish.sameDay),
    prenotes: isOn(wish.prenotes),
    partialApprovals: isOn(wish.partialApprovals),
    retryDays: wish.retryDays,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function isOn(word: 'on' | 'off' | undefined): boolean | undefined {
  return word && word === 'on';
}

function textOf(terms: Terms): string {
  const word = (on: boolean) => (on ? 'on' : 'off');
  return facts({
    'card percent': dollars(BigInt(terms.cardFeeBps)),
    'card fixed': dollars(BigInt(terms.cardFeeCents)),
    'ach fixed': dollars(BigInt(terms.achFeeCents)),
    'return fee': dollars(BigInt(terms.returnFeeCents)),
    'batch cut-off': terms.batchCutoff,
    'hold days': terms.holdDays,
    represents: word(terms.represents),
    'same day': word(terms.sameDay),
    prenotes: word(terms.prenotes),
    'partial approvals': word(terms.partialApprovals),
    'retry days': terms.retryDays.join(','),
  });
}

const notRetryDays = flaw('malformed', 'must be growing numbers of days up to 60, such as 1,3,5,7');

function retryDays(text: string): Parsed<readonly number[]> {
  const days = text.split(',').map(Number);
  return areRetryDays(days) ? parsed(days) : notRetryDays;
}
