import type { Database, Sql } from '../src/base/sql.ts';
import type { Carriers, MailCarrier, TextCarrier } from '../src/carriers/carrier.ts';
import type { Mailbox, Mailboxes } from '../src/clearing/mailbox.ts';
import type { Schedule } from '../src/clearing/simulated-odfi-schedule.ts';
import type { Outgoing } from '../src/outgoing/outgoing.ts';
import type { Processor } from '../src/processors/processor.ts';

/**
 * Called at every moment at which a process may stop: just before each statement, commit, call and sleep,
 * and just after it, before anybody heard of it. What it throws is what happens there; what it waits for,
 * the whole world waits for.
 */
export type AtMoment = () => void | Promise<void>;

export function treadingDatabase(db: Database, atMoment: AtMoment): Database {
  return {
    ...treadingSql(db, atMoment),
    async begin(work) {
      const result = await db.begin(async (tx) => {
        const done = await work(treadingSql(tx, atMoment));
        await atMoment(); // Before the commit.
        return done;
      });
      await atMoment();
      return result;
    },
    aside: treadingSql(db.aside, atMoment),
    close: () => db.close(),
  };
}

function treadingSql(sql: Sql, atMoment: AtMoment): Sql {
  return { query: (text, values) => tread(atMoment, () => sql.query(text, values)) };
}

export function treadingProcessor(processor: Processor, atMoment: AtMoment): Processor {
  return {
    ...processor,
    charge: (request) => tread(atMoment, () => processor.charge(request)),
    inquire: (reference) => tread(atMoment, () => processor.inquire(reference)),
    cancel: (reference) => tread(atMoment, () => processor.cancel(reference)),
    followUp: (request) => tread(atMoment, () => processor.followUp(request)),
    closeBatch: (request) => tread(atMoment, () => processor.closeBatch(request)),
    inquireBatch: (reference) => tread(atMoment, () => processor.inquireBatch(reference)),
    findCustomer: (code) => tread(atMoment, () => processor.findCustomer(code)),
  };
}

export function treadingMailboxes(
  { live, sandbox, scheduled }: Mailboxes,
  atMoment: AtMoment,
): Mailboxes {
  return {
    scheduled: scheduled && treadingSchedule(scheduled, atMoment),
    live: live && treadingMailbox(live, atMoment),
    sandbox: (businessId) => treadingMailbox(sandbox(businessId), atMoment),
  };
}

function treadingSchedule(schedule: Schedule, atMoment: AtMoment): Schedule {
  return {
    add: (businessId, later) => tread(atMoment, () => schedule.add(businessId, later)),
    list: (only) => tread(atMoment, () => schedule.list(only)),
    send: (one) => tread(atMoment, () => schedule.send(one)),
    forget: (one) => tread(atMoment, () => schedule.forget(one)),
  };
}

function treadingMailbox(mailbox: Mailbox, atMoment: AtMoment): Mailbox {
  return {
    put: (name, text) => tread(atMoment, () => mailbox.put(name, text)),
    list: () => tread(atMoment, () => mailbox.list()),
    read: (name) => tread(atMoment, () => mailbox.read(name)),
    done: (name) => tread(atMoment, () => mailbox.done(name)),
  };
}

export function treadingOutgoing(outgoing: Outgoing, atMoment: AtMoment): Outgoing {
  return { post: (letter) => tread(atMoment, () => outgoing.post(letter)) };
}

export function treadingCarriers({ texts, mails }: Carriers, atMoment: AtMoment): Carriers {
  const text = (carrier: TextCarrier | undefined): TextCarrier | undefined => {
    const { numbers, lookUp } = carrier ?? {};
    return (
      carrier && {
        ...carrier,
        send: (one) => tread(atMoment, () => carrier.send(one)),
        numbers: numbers && { buy: (wish) => tread(atMoment, () => numbers.buy(wish)) },
        lookUp: lookUp && ((number) => tread(atMoment, () => lookUp(number))),
      }
    );
  };
  const mail = (carrier: MailCarrier | undefined): MailCarrier | undefined =>
    carrier && { ...carrier, send: (one) => tread(atMoment, () => carrier.send(one)) };
  return {
    texts: { sandbox: text(texts.sandbox), live: text(texts.live) },
    mails: { sandbox: mail(mails.sandbox), live: mail(mails.live) },
  };
}

export async function tread<T>(atMoment: AtMoment, step: () => Promise<T>): Promise<T> {
  await atMoment();
  const result = await step();
  await atMoment();
  return result;
}
