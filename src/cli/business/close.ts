import { closeBusiness } from '../../businesses/change-state.ts';
import { readDepositAccount } from '../../settlement/bank-account.ts';
import { readStillOpen, type StillOpen } from '../../settlement/still-open.ts';
import { houseCommand } from '../house-command.ts';
import { dollars } from '../money.ts';
import { changed, changeWords } from './change.ts';

export const businessClose = houseCommand({
  doc:
    'Refuses whatever the business asks, for good, and says what of its money is still open: what was accepted before ' +
    'is collected all the same, and paid out once business payouts says so.',
  words: changeWords,
  async work(world, { business, reason }, actor) {
    const { data, text } = await changed(world, business, 'closed', (id, own) =>
      closeBusiness(own, id, { actor, reason }),
    );
    const stillOpen = await readStillOpen(world.db, data.id);
    const isKnown = (await readDepositAccount(world.db, data.id)) !== undefined;
    const remarks = remarksOn(data.id, stillOpen, isKnown);
    return { data: { ...data, stillOpen }, text: [text, ...remarks].join('\n') };
  },
});

function remarksOn(
  id: bigint,
  { clearingCents, receivableCents, queued, queuedCents }: StillOpen,
  isAccountKnown: boolean,
): string[] {
  const way = isAccountKnown
    ? `business payouts ${id} on pays it out`
    : 'no bank account is known that it could be paid out to';
  return [
    clearingCents > 0n && `${dollars(clearingCents)} of it was not paid out: ${way}.`,
    clearingCents < 0n && `It owes ${dollars(-clearingCents)}.`,
    receivableCents !== 0n && `${dollars(receivableCents)} is still to be settled.`,
    queued > 0 && `Bank transfers that wait for their file: ${queued}, of ${dollars(queuedCents)}.`,
  ].filter((remark) => remark !== false);
}
