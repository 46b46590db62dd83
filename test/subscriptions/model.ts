/*
 * What a subscription should do, told slowly: one day after the other, at nine in the morning, with no clever dates
 * and no database. Days are numbered; people act at noon.
 */
export type Card = 'good' | 'poor' | 'lost';

export type ModelPeriod = {
  readonly n: number;
  readonly cents: number;
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
  readonly length: number;
  /** The day on which period 0 began. */
  readonly start: number;
  next: number;
  /** Whether anything more begins. */
  goesOn: boolean;
  endsThen: boolean;
  carry: number;
  readonly periods: ModelPeriod[];
};

const retryDays = [1, 3, 5, 7];
const over = ['canceled', 'incomplete_expired'];

export function join(day: number, card: Card, cents: number, length: number): Model {
  const model: Model = {
    ...{ state: 'incomplete', card, cents, length, start: day, next: 0 },
    ...{ goesOn: false, endsThen: false, carry: 0, periods: [] },
  };
  begin(model, day);
  chargeOpen(model, day);
  return model;
}

export function morning(model: Model, day: number): void {
  if (model.goesOn && day === dayOf(model, model.next)) {
    if (model.endsThen) end(model, 'canceled');
    else begin(model, day);
  }
  chargeOpen(model, day);
  for (const period of model.periods) {
    if (period.giveUpOn !== undefined && period.giveUpOn <= day) giveUp(model, period);
  }
}

/** At noon; false: in this state it cannot be done. */
export function act(model: Model, day: number, deed: string, value: number): boolean {
  const { state } = model;
  const isOver = over.includes(state);
  switch (deed) {
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
    case 'pause':
      if (state !== 'active') return false;
      Object.assign(model, { state: 'paused', goesOn: false });
      return true;
    case 'resume':
      if (state !== 'paused') return false;
      model.state = owed(model).length > 0 ? 'past_due' : 'active';
      goFrom(model, day);
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
      if (isOver) return false;
      if (state === 'active')
        model.carry += restAt(model, day, value) - restAt(model, day, model.cents);
      model.cents = value;
      return true;
    default:
      return true;
  }
}

function dayOf({ start, length }: Model, n: number): number {
  return start + n * length;
}

function owed({ periods }: Model): ModelPeriod[] {
  return periods.filter(({ state }) => state === 'open' || state === 'unpaid');
}

/** What is left of the running period, today among it, at this price; nothing where none was begun. */
function restAt(model: Model, day: number, cents: number): number {
  const current = model.periods.find(({ n, state }) => n === model.next - 1 && state === 'paid');
  if (!current) return 0;
  const used = Math.min(day - dayOf(model, current.n), model.length);
  return cents - Math.floor((cents * used) / model.length + 0.5);
}

function begin(model: Model, day: number): void {
  const sum = model.cents + model.carry;
  const cents = Math.max(sum, 0);
  model.carry = Math.min(sum, 0);
  const isFree = cents === 0;
  model.periods.push({
    ...{ n: model.next, cents, state: isFree ? 'paid' : 'open', tries: 0, failedOn: undefined },
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
  Object.assign(model, { state: 'unpaid', goesOn: false });
}

function end(model: Model, state: string): void {
  Object.assign(model, { state, goesOn: false });
  for (const period of owed(model)) {
    Object.assign(period, { state: 'void', tryOn: undefined, giveUpOn: undefined });
  }
}
