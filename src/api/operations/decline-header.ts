import { declineCodeIn, declines, rejected } from '../../ports/processors/declines.ts';

export const declineHeader = 'Decline-Code';

/** The decline code for programs, beside the sentence for people; absent if not declined. */
export function declineHeaders(outcomeCode: string | undefined): Readonly<Record<string, string>> {
  const code = declineCodeIn(outcomeCode);
  return code === undefined ? {} : { [declineHeader]: code };
}

/** For the documents. */
export const declineHeaderDoc = {
  [declineHeader]:
    'Why it was declined, for programs; only there on a decline. One of ' +
    `${[...Object.keys(declines), rejected, 'card_declined_too_often'].join(', ')}. Do not show it to the payer: Message is for them.`,
};
