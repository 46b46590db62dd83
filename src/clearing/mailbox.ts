import type { Schedule } from './simulated-odfi-schedule.ts';

/**
 * Where files go to the bank and come from it. Nothing here is called in a transaction, and every call may be
 * repeated after a crash.
 */
export type Mailbox = {
  /** Whole or not at all. The same name with the same text again is fine; with another text it is a MailboxClash. */
  put(name: string, text: string): Promise<void>;
  /** Names of the files that came in and are not done with, in order. */
  list(): Promise<string[]>;
  read(name: string): Promise<string>;
  /**
   * It has been read and booked: it is put away, not deleted. Again is fine. Nothing takes the place of what was
   * put away before: a second file of a name is kept beside the first, as `name.2`.
   */
  done(name: string): Promise<void>;
};

/** By environment; a sandbox business has its own. Undefined: it is not set whose files the bank would take. */
export type Mailboxes = {
  readonly live: Mailbox | undefined;
  readonly sandbox: (businessId: bigint) => Mailbox;
  /** What the simulated bank of the sandbox has yet to send; undefined: nobody answers there. */
  readonly scheduled?: Schedule | undefined;
};

/** A file of this name lies there with other bytes: nothing may be written over it. */
export class MailboxClash extends Error {}

/** Something that whoever set up the mailbox must put right, told in one sentence without a secret. */
export class MailboxFault extends Error {}

/** The three folders, as both kinds of mailbox have them. */
export const trays = { out: 'outbox', in: 'inbox', done: 'read' } as const;

/** A name comes from outside and becomes part of a path and of a command: nothing else may be in it. */
export function checkName(name: string): void {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name)) return;
  throw new MailboxFault('a file in the mailbox has a name that cannot be used: rename it');
}

/** Where the nth file of a name is put away. */
export function nthName(name: string, n: number): string {
  return n === 1 ? name : `${name}.${n}`;
}

/** What is still being written there, by us or by the bank. */
export function isUnfinished(name: string): boolean {
  return name.startsWith('.') || /\.(?:part|tmp|filepart)$/i.test(name);
}
