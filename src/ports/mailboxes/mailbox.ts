/** Files to and from the bank. No method is called in a transaction, and every call may be repeated after a crash. */
export type Mailbox = {
  /**
   * Whole or not at all. Repeating it with the same text has no effect; another text under the name is a MailboxClash.
   */
  put(name: string, text: string): Promise<void>;
  /** Names of received files that are not finished, in order. */
  list(): Promise<string[]>;
  read(name: string): Promise<string>;
  /**
   * Archives a file that was read and booked; it may be repeated. An archived file is never replaced: a second file of
   * the name becomes `name.2`.
   */
  done(name: string): Promise<void>;
};

/** By environment; each sandbox business has its own. `live` is undefined while no bank is set up. */
export type Mailboxes = {
  readonly live: Mailbox | undefined;
  readonly sandbox: (businessId: bigint) => Mailbox;
  /** Files that the simulated bank will send; undefined if there is no such bank. */
  readonly scheduled?: Schedule | undefined;
};

/** A file that the simulated bank will send at a moment. */
export type LaterFile = { readonly dueAt: Date; readonly name: string; readonly text: string };

export type Scheduled = Pick<LaterFile, 'dueAt' | 'name'> & { readonly businessId: bigint };

/** Files that are due later. Every call may be repeated. */
export type Schedule = {
  /** A file of this name, moment and business that exists already stays as it is. */
  add(businessId: bigint, later: LaterFile): Promise<void>;
  /** Lists the files of one business or of all, the earliest first. */
  list(only?: bigint): Promise<Scheduled[]>;
  /** Copies the file into the inbox of its business; the schedule keeps it until `forget`. */
  send(one: Scheduled): Promise<void>;
  forget(one: Scheduled): Promise<void>;
};

/** A file of this name exists with other bytes; it is not overwritten. */
export class MailboxClash extends Error {}

/** An error that the operator must remedy, described in one sentence without a secret. */
export class MailboxFault extends Error {}

/** The three folders, of both kinds of mailbox. */
export const trays = { out: 'outbox', in: 'inbox', done: 'read' } as const;

/** A name comes from outside and becomes part of a path and of a command, so nothing else may be in it. */
export function checkName(name: string): void {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name)) return;
  throw new MailboxFault('a file in the mailbox has a name that cannot be used: rename it');
}

/** The name under which the nth file of a name is archived. */
export function nthName(name: string, n: number): string {
  return n === 1 ? name : `${name}.${n}`;
}

/** Files that are still being written, by us or by the bank. */
export function isUnfinished(name: string): boolean {
  return name.startsWith('.') || /\.(?:part|tmp|filepart)$/i.test(name);
}
