import type { Interval } from '../../invoicing/subscriptions/calendar.ts';
import type { PeriodState } from '../../invoicing/subscriptions/subscription.ts';

/** All words of the page of a subscription, but those of the card form, which it shares with the pay page. */
export const words = {
  title: (name: string) => `Your subscription at ${name}`,
  each: {
    daily: 'every day',
    weekly: 'every week',
    every_two_weeks: 'every two weeks',
    monthly: 'every month',
    every_two_months: 'every two months',
    quarterly: 'every three months',
    every_half_year: 'every six months',
    yearly: 'every year',
  } satisfies Record<Interval, string>,

  // What it is by now.
  owed: (amount: string) => `${amount} is owed`,
  againOn: (day: string) => `The charge was declined. It is tried again on ${day}.`,
  notAgain: 'The charge was declined, and your card or account is not tried again.',
  soon: 'It is being charged now or within the hour.',
  stopsAfter: (day: string) => `If it is not paid by ${day}, no new period begins.`,
  neverBegins: (day: string) => `If it is not paid by ${day}, the subscription ends.`,
  stopped: 'No new period begins until it is paid.',
  paused: 'Paused',
  pausedText: (name: string) => `Nothing is charged while it is paused. ${name} lets it go on.`,
  runsUntil: (day: string) => `It runs until ${day}`,
  runsText: 'Then it ends, and nothing more is charged.',
  free: (day: string) => `Free until ${day}`,
  begins: (day: string) => `It begins on ${day}`,
  active: 'Active',
  thenCharged: (amount: string, day: string) => `${amount} is charged on ${day}.`,
  lastPeriod: 'Nothing more is charged.',
  onItsWay: (amount: string) => `A bank payment of ${amount} is on its way.`,
  endedOn: (day: string) => `It ended on ${day}`,
  endedText: 'Nothing more is charged.',
  neverBegan: 'It never began',
  neverBeganText: 'Its first charge was not paid in time. Nothing more is charged.',
  beingCharged: (amount: string) => `${amount} is being charged`,
  beingChargedText:
    'Please do not pay again: you are not charged twice. This page looks again by itself.',
  lookAgain: 'Look again now',
  closed: 'Nothing is charged here any more',
  closedText: (name: string) => `${name} takes no payments any more.`,

  // Facts.
  price: 'Price',
  priceOf: (amount: string, each: string) => `${amount} ${each}`,
  nextCharge: 'Next charge',
  nextOf: (amount: string, day: string) => `${amount} on ${day}`,
  paidWith: 'Charged to',
  sourceOf: (name: string, expiry: string) => `${name}, expires ${expiry}`,
  expired: (name: string, expiry: string) => `${name}, expired ${expiry}`,
  plan: 'Plan',
  since: 'First day',
  periods: 'Periods',
  periodsOf: (begun: number, all: number) => `${begun} of ${all}`,

  // Periods.
  lastPeriods: 'Last periods',
  state: {
    open: 'Not paid yet',
    processing: 'On its way',
    paid: 'Paid',
    unpaid: 'Not paid',
    void: 'Not charged',
  } satisfies Record<PeriodState, string>,
  refunded: 'Refunded',
  partlyRefunded: 'Partly refunded',
  freePeriod: 'Free',
  receipt: 'Receipt',
  receiptOf: (days: string) => `Receipt for ${days}`,

  // Another card.
  cardTitle: 'Use another card',
  owedFirst: (amount: string) =>
    `What is owed, ${amount}, is charged to the card at once, when you press the button.`,
  thenEach: (name: string, price: string) =>
    `From then on ${name} charges ${price} to it, until the subscription ends.`,
  nothingNow: 'Nothing is charged now.',
  nowEach: (name: string, price: string) =>
    `From the next charge on ${name} charges ${price} to it, until the subscription ends.`,
  payWith: (amount: string) => `Pay ${amount} with this card`,
  payingWith: (amount: string) => `Paying ${amount} …`,
  use: 'Use this card',
  using: 'Saving …',
  noCard: (name: string) => `A card cannot be given here at the moment. Please ask ${name}.`,
  changed: (source: string) => `From now on ${source} is charged.`,
  declined: 'The card was declined',
  declinedText: 'Nothing was charged. You can try again, or use another card.',
  failed: 'The payment did not go through',
  refused: 'This did not work',
  typedAgain: 'We do not send your card number back to you: please type it again.',
  numberTo: (name: string) => `Your card number goes to ${name}, who runs this page.`,
  numberToOperator: (operator: string, name: string) =>
    `Your card number goes to ${operator}, who takes payments for ${name}. ${name} is told its last four digits.`,
  sentBefore:
    'This form was sent before. Nothing was charged for it again: please look at what stands here, and type the card again if you want to use another one.',

  // The end.
  cancel: 'Cancel subscription',
  cancelAsked: 'Cancel your subscription?',
  cancelUntil: (day: string) => `It runs until ${day}. Until then nothing changes.`,
  cancelCharge: (amount: string, day: string) => `The charge of ${amount} on ${day} is not made.`,
  cancelOwed: (amount: string) => `What is owed, ${amount}, stays to be paid.`,
  cancelNow: (day: string) => `Cancel on ${day}`,
  keepNow: 'Keep my subscription',
  keep: 'Keep my subscription',
  keepText: (day: string) => `You canceled it. Until ${day} you can change your mind.`,
  kept: 'Your subscription goes on.',
  ask: (name: string, ways: string) =>
    `To cancel, or for anything else, please ask ${name}${ways && ` (${ways})`}.`,
  askElse: (name: string, ways: string) =>
    `For anything else please ask ${name}${ways && ` (${ways})`}.`,
  or: ' or ',

  footer: (isSecure: boolean) => `${isSecure ? 'Secure page' : 'Page'} · Powered by Quittance`,
} as const;
