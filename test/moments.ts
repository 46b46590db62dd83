import type { Carriers, MailCarrier, TextCarrier } from '../src/ports/carriers/carrier.ts';
import type { Mailbox, Mailboxes, Schedule } from '../src/ports/mailboxes/mailbox.ts';
import type { Processor } from '../src/ports/processors/processor.ts';
import type { Outgoing } from '../src/runtime/http-out/outgoing.ts';
import { type Database, oneByOne, type Sql } from '../src/runtime/sql.ts';

/**
 * Called at every moment at which a process may stop: just before each statement, commit, call and sleep,
 * and just after it, before anybody heard of it. What it throws is what happens there; what it waits for,
 * the whole world waits for. `isInside`: of a transaction.
 */
export type AtMoment = (isInside?: boolean) => void | Promise<void>;

/**
 * The use of a key is noted while its request goes on. If it counted, the n-th moment would be now one of the request
 * and now another, and a stop that must be met would be met by chance.
 */
const besideRequests = /^update api_keys k set last_used_at/;

export function steppingDatabase(db: Database, atMoment: AtMoment): Database {
  const begin: Database['begin'] = async (work, tenants) => {
    const result = await db.begin(async (tx) => {
      const done = await work(steppingSql(tx, atMoment));
      await atMoment(); // Before the commit.
      return done;
    }, tenants);
    await atMoment();
    return result;
  };
  return {
    query: (text, values, tenants) =>
      besideRequests.test(text)
        ? db.query(text, values, tenants)
        : takeStep(atMoment, () => db.query(text, values, tenants)),
    begin,
    together: oneByOne({ begin }),
    aside: {
      query: (text, values, tenants) =>
        takeStep(atMoment, () => db.aside.query(text, values, tenants)),
    },
    close: () => db.close(),
  };
}

function steppingSql(sql: Sql, atMoment: AtMoment): Sql {
  const atInnerMoment = () => atMoment(true);
  return { query: (text, values) => takeStep(atInnerMoment, () => sql.query(text, values)) };
}

/** The simulated bank, which lacks nothing. */
export function steppingProcessor(processor: Processor, atMoment: AtMoment): Processor {
  return {
    ...processor,
    charge: (request) => takeStep(atMoment, () => processor.charge(request)),
    inquire: (reference) => takeStep(atMoment, () => processor.inquire(reference)),
    cancel: (reference) => takeStep(atMoment, () => processor.cancel!(reference)),
    followUp: (request) => takeStep(atMoment, () => processor.followUp(request)),
    closeBatch: (request) => takeStep(atMoment, () => processor.closeBatch!(request)),
    inquireBatch: (request) => takeStep(atMoment, () => processor.inquireBatch!(request)),
    findCustomer: (code) => takeStep(atMoment, () => processor.findCustomer!(code)),
  };
}

export function steppingMailboxes(
  { live, sandbox, scheduled }: Mailboxes,
  atMoment: AtMoment,
): Mailboxes {
  return {
    scheduled: scheduled && steppingSchedule(scheduled, atMoment),
    live: live && steppingMailbox(live, atMoment),
    sandbox: (businessId) => steppingMailbox(sandbox(businessId), atMoment),
  };
}

function steppingSchedule(schedule: Schedule, atMoment: AtMoment): Schedule {
  return {
    add: (businessId, later) => takeStep(atMoment, () => schedule.add(businessId, later)),
    list: (only) => takeStep(atMoment, () => schedule.list(only)),
    send: (one) => takeStep(atMoment, () => schedule.send(one)),
    forget: (one) => takeStep(atMoment, () => schedule.forget(one)),
  };
}

function steppingMailbox(mailbox: Mailbox, atMoment: AtMoment): Mailbox {
  return {
    put: (name, text) => takeStep(atMoment, () => mailbox.put(name, text)),
    list: () => takeStep(atMoment, () => mailbox.list()),
    read: (name) => takeStep(atMoment, () => mailbox.read(name)),
    done: (name) => takeStep(atMoment, () => mailbox.done(name)),
  };
}

export function steppingOutgoing(outgoing: Outgoing, atMoment: AtMoment): Outgoing {
  return { ...outgoing, post: (letter) => takeStep(atMoment, () => outgoing.post(letter)) };
}

export function steppingCarriers({ texts, mails }: Carriers, atMoment: AtMoment): Carriers {
  const text = (carrier: TextCarrier | undefined): TextCarrier | undefined => {
    const { numbers, lookUp } = carrier ?? {};
    return (
      carrier && {
        ...carrier,
        send: (one) => takeStep(atMoment, () => carrier.send(one)),
        numbers: numbers && { buy: (request) => takeStep(atMoment, () => numbers.buy(request)) },
        lookUp: lookUp && ((number) => takeStep(atMoment, () => lookUp(number))),
      }
    );
  };
  const mail = (carrier: MailCarrier | undefined): MailCarrier | undefined =>
    carrier && { ...carrier, send: (one) => takeStep(atMoment, () => carrier.send(one)) };
  return {
    texts: { sandbox: text(texts.sandbox), live: text(texts.live) },
    mails: { sandbox: mail(mails.sandbox), live: mail(mails.live) },
  };
}

export async function takeStep<T>(atMoment: AtMoment, step: () => Promise<T>): Promise<T> {
  await atMoment();
  const result = await step();
  await atMoment();
  return result;
}
