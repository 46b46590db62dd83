/*
 * What a subscription should do, told slowly: one day after the other, at nine in the morning, with no clever dates
 * and no database. Days are numbered; people act at noon.
 */
export type Card = 'good' | 'poor' | 'lost';

export type ModelPeriod = {
  readonly n: number;
  /** What is taken for it. */
  readonly cents: number;
  /** The day on which it began, and for each of its days the price of a whole period at which that is charged. */
  readonly start: number;
  readonly prices: number[];
  /** That of each of its days when it began. */
  readonly price: number;
  /** Refunded cents of its payment. */
  given: number;
  /** What is left to the next one of what its days cost by now, less what they cost when it began. */
  carried: number;
  /** The highest of these that there ever was. */
  dearest: number;
  state: 'open' | 'paid' | 'unpaid' | 'void';
  tries: number;
  failedOn: number | undefined;
  tryOn: number | undefined;
  giveUpOn: number | undefined;
};

export type Model = {
  state: string;
  card: Card;
  cents: number;
  length: number;
  /** From which periods are counted, and the day on which that begins. */
  first: number;
  start: number;
  next: number;
  /** Whether a period is to begin at once, since it takes another interval. */
  beginsNow: boolean;
  /** Whether anything more begins. */
  goesOn: boolean;
  endsThen: boolean;
  carry: number;
  readonly periods: ModelPeriod[];
};

/** Of `daily`, `weekly`, `every_two_weeks`. */
export const lengths = [1, 7, 14];
const retryDays = [1, 3, 5, 7];
const over = ['canceled', 'incomplete_expired'];

export function join(day: number, card: Card, cents: number, length: number): Model {
  const model: Model = {
    ...{ state: 'incomplete', card, cents, length, start: day, first: 0, next: 0 },
    ...{ beginsNow: false, goesOn: false, endsThen: false, carry: 0, periods: [] },
  };
  begin(model, day);
  chargeOpen(model, day);
  return model;
}

export function morning(model: Model, day: number): void {
  beginDay(model, day);
  chargeDay(model, day);
}

/** Before anything is charged. */
export function beginDay(model: Model, day: number): void {
  if (model.goesOn && day === dayOf(model, model.next)) {
    if (model.endsThen) end(model, 'canceled');
    else begin(model, day);
  }
}

export function chargeDay(model: Model, day: number): void {
  chargeOpen(model, day);
  for (const period of model.periods) {
    if (period.giveUpOn !== undefined && period.giveUpOn <= day) giveUp(model, period);
  }
}

/** What waits for nothing but that somebody looks. */
export function work(model: Model, day: number): void {
  if (!model.beginsNow) return;
  model.beginsNow = false;
  if (model.endsThen) end(model, 'canceled');
  else begin(model, day);
  chargeOpen(model, day);
}

/** At noon; false: in this state it cannot be done. */
export function act(model: Model, day: number, action: string, value: number): boolean {
  const { state } = model;
  const isOver = over.includes(state);
  switch (action) {
    case 'card':
      model.card = (['good', 'poor', 'lost'] as const)[value % 3]!;
      if (isOver) return true;
      for (const period of owed(model)) Object.assign(period, { state: 'open', tryOn: day });
      chargeOpen(model, day);
      return true;
    case 'pay': {
      const [oldest] = owed(model);
      if (!oldest || isOver) return false;
      pay(model, oldest, day);
      return true;
    }
    case 'refund': {
      const period = givable(model, value);
      if (!period) return false;
      period.given = value % 2 === 0 ? period.cents : Math.min(period.cents, period.given + value);
      carryOver(model, period);
      return true;
    }
    case 'pause':
      if (state !== 'active' || model.endsThen) return false;
      Object.assign(model, { state: 'paused', goesOn: false, beginsNow: false });
      return true;
    case 'resume':
      if (state !== 'paused') return false;
      model.state = owed(model).length > 0 ? 'past_due' : 'active';
      // Another interval that had not begun begins now.
      if (model.next === model.first) {
        Object.assign(model, { start: day, goesOn: true, beginsNow: true });
      } else goFrom(model, day);
      return true;
    case 'cancel':
      if (isOver) return false;
      end(model, state === 'incomplete' ? 'incomplete_expired' : 'canceled');
      return true;
    case 'cancel at end':
      if (isOver || !model.goesOn) return false;
      model.endsThen = true;
      return true;
    case 'price':
      if (isOver || isBeingCharged(model)) return false;
      if (state === 'active') settle(model, day, value);
      model.cents = value;
      return true;
    case 'interval': {
      const length = lengths[value % lengths.length]!;
      if (length === model.length) return act(model, day, 'price', model.cents);
      if (state !== 'active' || model.endsThen || model.beginsNow) return false;
      if (isBeingCharged(model)) return false;
      settle(model, day, 0);
      Object.assign(model, { length, start: day, first: model.next, beginsNow: true });
      return true;
    }
    default:
      return true;
  }
}

function dayOf({ start, first, length }: Model, n: number): number {
  return start + (n - first) * length;
}

function owed({ periods }: Model): ModelPeriod[] {
  return periods.filter(({ state }) => state === 'open' || state === 'unpaid');
}

/** The period that runs, in an interval that has begun. */
function currentOf({ periods, next, first }: Model): ModelPeriod | undefined {
  return periods.find(({ n }) => n === next - 1 && n >= first);
}

/** What was declined is owed, and no longer under way. */
function isBeingCharged(model: Model): boolean {
  return model.state === 'active' && currentOf(model)?.state === 'open';
}

/** Each remaining day of the running period, with today, is credited as it was charged, and charged anew. */
function settle(model: Model, day: number, cents: number): void {
  const current = currentOf(model);
  if (current?.state !== 'paid') return;
  const { prices, start } = current;
  for (let i = day - start; i < prices.length; i += 1) {
    prices[i] = cents;
  }
  carryOver(model, current);
  current.dearest = Math.max(current.dearest, cents);
}

/** A period whose payment is there, at least in part: one or the other, as the value says. */
export function givable({ periods }: Model, value: number): ModelPeriod | undefined {
  const paid = periods.filter((one) => one.state === 'paid' && one.given < one.cents);
  return paid.at(-1 - (value % Math.min(paid.length, 2)));
}

/** A change credits nothing that was refunded already; and what costs nothing any more is no dearer. */
function carryOver(model: Model, period: ModelPeriod): void {
  const { prices, price, given, cents, n, carried } = period;
  let changed = 0;
  for (const [i, dayPrice] of prices.entries()) {
    changed += shareOf(dayPrice, i, prices.length) - shareOf(price, i, prices.length);
  }
  let now = changed < 0 ? Math.min(changed + given, 0) : changed;
  if (changed > 0 && given > 0 && given === cents) now = 0;
  // What was charged with the next one is not taken back.
  const isOld = n < model.next - 1;
  if (isOld && carried > 0 && now < carried) return;
  model.carry += now - carried;
  period.carried = now;
}

/** What one day of so many costs. */
function shareOf(cents: number, i: number, days: number): number {
  return upTo(cents, i + 1, days) - upTo(cents, i, days);
}

function upTo(cents: number, i: number, days: number): number {
  return Math.floor((cents * i) / days + 0.5);
}

function begin(model: Model, day: number): void {
  const sum = model.cents + model.carry;
  const cents = Math.max(sum, 0);
  model.carry = Math.min(sum, 0);
  const isFree = cents === 0;
  model.periods.push({
    ...{ n: model.next, cents, state: isFree ? 'paid' : 'open', tries: 0, failedOn: undefined },
    ...{ start: dayOf(model, model.next), dearest: model.cents, price: model.cents },
    ...{ given: 0, carried: 0 },
    prices: Array.from({ length: model.length }, () => model.cents),
    tryOn: isFree ? undefined : day,
    // The first one waits until the next morning.
    giveUpOn: model.state === 'incomplete' ? day + 1 : undefined,
  });
  model.next += 1;
}

function chargeOpen(model: Model, day: number): void {
  for (const period of model.periods) {
    if (period.state !== 'open' || period.tryOn === undefined || period.tryOn > day) continue;
    if (model.card === 'good') pay(model, period, day);
    else decline(model, period, day);
  }
}

function pay(model: Model, period: ModelPeriod, day: number): void {
  Object.assign(period, { state: 'paid', tryOn: undefined, giveUpOn: undefined });
  if (owed(model).length > 0) return;
  if (model.state === 'incomplete') Object.assign(model, { state: 'active', goesOn: true });
  if (model.state === 'past_due') model.state = 'active';
  if (model.state === 'unpaid') {
    model.state = 'active';
    goFrom(model, day);
  }
}

/** From the first period whose morning is still to come. */
function goFrom(model: Model, day: number): void {
  model.goesOn = true;
  while (dayOf(model, model.next) <= day) model.next += 1;
}

function decline(model: Model, period: ModelPeriod, day: number): void {
  period.tries += 1;
  period.failedOn ??= day;
  period.tryOn = undefined;
  if (model.state === 'incomplete') return;
  const soonest = day + 1;
  const next = retryDays[period.tries - 1];
  if (model.card === 'lost') period.giveUpOn = Math.max(period.failedOn + 7, soonest);
  else if (next !== undefined) {
    period.tryOn = Math.max(period.failedOn + next, soonest);
    period.giveUpOn = undefined;
  } else {
    giveUp(model, period);
    return;
  }
  if (model.state === 'active') model.state = 'past_due';
}

function giveUp(model: Model, period: ModelPeriod): void {
  if (model.state === 'incomplete') {
    end(model, 'incomplete_expired');
    return;
  }
  Object.assign(period, { state: 'unpaid', tryOn: undefined, giveUpOn: undefined });
  if (model.state !== 'active' && model.state !== 'past_due') return;
  // The end that was agreed stays.
  Object.assign(model, { state: 'unpaid', goesOn: model.goesOn && model.endsThen });
}

function end(model: Model, state: string): void {
  Object.assign(model, { state, goesOn: false, beginsNow: false });
  for (const period of owed(model)) {
    Object.assign(period, { state: 'void', tryOn: undefined, giveUpOn: undefined });
  }
}
