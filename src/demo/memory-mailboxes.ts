import type { LaterFile, Mailbox, Mailboxes, Schedule } from '../ports/mailboxes/mailbox.ts';

type Held = Mailboxes & {
  readonly scheduled: Schedule;
  /** Puts all of it where the business has its files. */
  handOver(real: Mailboxes): Promise<void>;
};

/** A worker that runs beside must not read them once more. */
const never = new Date('9999-01-01T00:00:00Z');

/** The mailbox of one business, in memory until everything that its files belong to is certain. */
export function memoryMailboxes(businessId: bigint): Held {
  const sent = new Map<string, string>();
  const arrived = new Map<string, string>();
  const read: LaterFile[] = [];
  let later: LaterFile[] = [];

  const mailbox: Mailbox = {
    async put(name, text) {
      sent.set(name, text);
    },
    list: async () => [...arrived.keys()].sort(),
    async read(name) {
      const text = arrived.get(name);
      if (text === undefined) throw new Error(`no file ${name} has arrived`);
      return text;
    },
    async done(name) {
      const text = arrived.get(name);
      if (text === undefined) return;
      arrived.delete(name);
      read.push({ name, text, dueAt: never });
    },
  };

  return {
    live: undefined,
    sandbox: () => mailbox,
    scheduled: {
      async add(_, file) {
        later.push(file);
        later.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
      },
      list: async () => later.map(({ dueAt, name }) => ({ dueAt, name, businessId })),
      async send({ name }) {
        const file = later.find((one) => one.name === name);
        if (file) arrived.set(name, file.text);
      },
      async forget({ name }) {
        later = later.filter((one) => one.name !== name);
      },
    },
    async handOver({ sandbox, scheduled }) {
      const own = sandbox(businessId);
      for (const [name, text] of sent) await own.put(name, text);
      if (!scheduled) return;
      for (const file of read) {
        await scheduled.add(businessId, file);
        await scheduled.send({ ...file, businessId });
        await own.done(file.name);
        await scheduled.forget({ ...file, businessId });
      }
      for (const file of later) await scheduled.add(businessId, file);
    },
  };
}
