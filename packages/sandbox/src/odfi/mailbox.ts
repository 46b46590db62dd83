import { readAchFile } from '../../../../src/ach/nacha/read-file.ts';
import type { Mailbox, Mailboxes, Schedule } from '../../../../src/ports/mailboxes/mailbox.ts';
import { answersTo } from './answers.ts';

/**
 * The mailboxes of the sandbox with a simulated bank behind them: when a file is put there, all answers to it are
 * scheduled. The service sends them when they are due.
 */
export function withSimulatedOdfi<Given extends Mailboxes & { readonly scheduled: Schedule }>(
  mailboxes: Given,
): Given {
  const { scheduled } = mailboxes;
  return {
    ...mailboxes,
    sandbox: (businessId) => answered(mailboxes.sandbox(businessId), businessId, scheduled),
  };
}

function answered(mailbox: Mailbox, businessId: bigint, scheduled: Schedule): Mailbox {
  return {
    ...mailbox,
    async put(name, text) {
      await mailbox.put(name, text);
      // After a crash the file is put again, and its answers are scheduled again.
      const { file } = readAchFile(text);
      for (const later of file ? answersTo(name, file) : []) await scheduled.add(businessId, later);
    },
  };
}
