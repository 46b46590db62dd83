import { type Mailbox, MailboxClash, type Mailboxes } from '../src/ports/mailboxes/mailbox.ts';

/** As a folder would, for worlds that leave nothing behind on a disk. */
export function memoryMailboxes(): Mailboxes {
  const boxes = new Map<bigint, Mailbox>();
  return {
    live: undefined,
    sandbox(businessId) {
      const box = boxes.get(businessId) ?? memoryMailbox();
      boxes.set(businessId, box);
      return box;
    },
  };
}

function memoryMailbox(): Mailbox {
  const sent = new Map<string, string>();
  return {
    async put(name, text) {
      if ((sent.get(name) ?? text) !== text) throw new MailboxClash(name);
      sent.set(name, text);
    },
    async list() {
      return [];
    },
    async read(name) {
      throw new Error(`nothing called ${name} came in`);
    },
    async done() {},
  };
}
