import { readAchFile } from '../ach/nacha/read-file.ts';
import { type Mailbox, MailboxClash, type Mailboxes } from './mailbox.ts';
import { answersTo } from './simulated-odfi-answers.ts';
import type { Schedule } from './simulated-odfi-schedule.ts';

/**
 * The mailboxes of the sandbox with a simulated bank behind them. When a file is put there, all that will ever
 * be said to it is written down with the moment at which it is due; see src/clearing/simulated-odfi.ts.
 */
export function withSimulatedOdfi(mailboxes: Mailboxes, scheduled: Schedule): Mailboxes {
  return {
    ...mailboxes,
    sandbox: (businessId) => answered(mailboxes.sandbox(businessId), businessId, scheduled),
    scheduled,
  };
}

function answered(mailbox: Mailbox, businessId: bigint, scheduled: Schedule): Mailbox {
  return {
    ...mailbox,
    async put(name, text) {
      await mailbox.put(name, text);
      // Whoever died here puts the file again, and the same is written down again.
      const { file } = readAchFile(text);
      for (const later of file ? answersTo(name, file) : []) {
        await scheduled.add(businessId, later).catch((error) => {
          // An older release answered this file otherwise: that is what it will hear.
          if (!(error instanceof MailboxClash)) throw error;
        });
      }
    },
  };
}
