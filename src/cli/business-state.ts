import { Refusal } from '../kernel/refusal.ts';
import { activate, declinedBefore } from '../parties/applications/activate.ts';
import { resume } from '../parties/applications/resume.ts';
import type { Business } from '../parties/businesses/business.ts';
import { closeBusiness, suspendBusiness } from '../parties/businesses/change-state.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { readPayoutAccount } from '../settlement/payout-account.ts';
import { readStillOpen, type StillOpen } from '../settlement/payout-store.ts';
import { noBankAccount, switchPayouts } from '../settlement/switch-payouts.ts';
import type { World } from '../world.ts';
import { summary } from './business.ts';
import { ExpectedError } from './command.ts';
import { dataCommand, type Output } from './data-command.ts';
import { money } from './layout.ts';
import { businessWord } from './names.ts';
import { onOff, reason } from './values.ts';
import { flag, positional, required } from './words.ts';

const words = { business: businessWord, reason: required('TEXT', reason) };

type Changed = Output & {
  readonly data: ReturnType<typeof summary> & { readonly before: Business['state'] };
};

async function changed(
  world: World,
  before: Business,
  done: string,
  change: (own: World, id: bigint) => Promise<Business>,
): Promise<Changed> {
  const { id } = before;
  const business = await change(atClockOf(world, before), id).catch((error) => {
    if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
    throw new ExpectedError(`business ${id} is ${before.state}: it cannot be ${done}`);
  });
  const text = `Business ${id} is ${done}: it was ${before.state} and is ${business.state}.`;
  return { data: { ...summary(business), before: before.state }, text };
}

function remarksOn(
  id: bigint,
  { clearingCents, receivableCents, queued, queuedCents }: StillOpen,
  isAccountKnown: boolean,
): string[] {
  const way = isAccountKnown
    ? `business payouts ${id} on pays it out`
    : 'no bank account is known that it could be paid out to';
  return [
    clearingCents > 0n && `${money(clearingCents)} of it was not paid out: ${way}.`,
    clearingCents < 0n && `It owes ${money(-clearingCents)}.`,
    receivableCents !== 0n && `${money(receivableCents)} is still to be settled.`,
    queued > 0 && `Bank transfers that wait for their file: ${queued}, of ${money(queuedCents)}.`,
  ].filter((remark) => remark !== false);
}

/** The commands that move a business from one state to another. */
export const businessStateCommands = {
  'business activate': dataCommand({
    doc:
      'Enables payments. An application in review must be approved first. After a declined application there must be ' +
      'another one, or --despite-decline.',
    words: { ...words, despiteDecline: flag },
    work: async (world, { business, reason: why, despiteDecline }, actor) =>
      await changed(world, business, 'activated', async (own, id) =>
        activate(own, id, { actor, reason: why, despiteDecline }).catch((error) => {
          if (error.message !== declinedBefore) throw error;
          throw new ExpectedError(
            `the last application of business ${id} was declined: application submit hands in another, or --despite-decline is said`,
          );
        }),
      ),
  }),
  'business suspend': dataCommand({
    doc: 'Refuses all calls of the business except voids and refunds, until it is resumed.',
    words,
    work: async (world, { business, reason: why }, actor) =>
      await changed(world, business, 'suspended', (own, id) =>
        suspendBusiness(own, id, { actor, reason: why }),
      ),
  }),
  'business resume': dataCommand({
    doc:
      'Puts a suspended business back into the state it was in before. If its application ended meanwhile without an ' +
      'approval, it no longer waits for payments.',
    words,
    work: async (world, { business, reason: why }, actor) =>
      await changed(world, business, 'resumed', (own, id) =>
        resume(own, id, { actor, reason: why }),
      ),
  }),
  'business close': dataCommand({
    doc:
      'Refuses all calls of the business for good and shows the money that is still open. Payments that were accepted ' +
      'before are collected; business payouts switches on that they are paid out.',
    words,
    async work(world, { business, reason: why }, actor) {
      const { data, text } = await changed(world, business, 'closed', (own, id) =>
        closeBusiness(own, id, { actor, reason: why }),
      );
      const stillOpen = await readStillOpen(world.db, data.id);
      const isKnown = (await readPayoutAccount(world.db, data.id)) !== undefined;
      const remarks = remarksOn(data.id, stillOpen, isKnown);
      return { data: { ...data, stillOpen }, text: [text, ...remarks].join('\n') };
    },
  }),
  'business payouts': dataCommand({
    doc:
      'Switches payouts to the bank account of its application on or off. Payouts stop after one came back: switch them ' +
      'off and on to start them again.',
    words: {
      business: businessWord,
      on: positional('on|off', onOff),
      reason: required('TEXT', reason),
    },
    async work(world, { business, on: word, reason: why }, actor) {
      const on = word === 'on';
      const done = on ? 'paid out' : 'kept from payouts';
      return await changed(world, business, done, async (own, id) =>
        switchPayouts(own, id, on, { actor, reason: why }).catch((error) => {
          if (error.message !== noBankAccount) throw error;
          throw new ExpectedError(
            `business ${id} has no approved application that tells its bank account: application submit hands one in`,
          );
        }),
      );
    },
  }),
} as const;
