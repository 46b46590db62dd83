import type { ServerResponse } from 'node:http';
import { answerBadly } from '../bad-answers.ts';
import { faultScript } from '../fault-script.ts';
import type { GatewayFault } from '../faults.ts';
import { listen, type Posted } from '../listen.ts';
import { timetable } from '../timetable.ts';
import { type Dispute, openBook } from './book.ts';
import { type Answer, badRequest, failure, keyStore, missing, type Sent } from './keys.ts';
import { isAboutCards, openShelf } from './shelf.ts';
import { show } from './show.ts';
import { type Desk, transact } from './transact.ts';

export type StripeDoubleOptions = {
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  /** Its prefix says whether it is of test mode. */
  readonly secretKey: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** The paths that a restricted key may not read. */
  readonly hides?: readonly string[];
  /** The paths of requests that a restricted key may not send. */
  readonly forbids?: readonly string[];
  /** The one currency of its balance, in small letters: payments in another currency are exchanged. */
  readonly balanceIn?: string;
} & Partial<Pick<Desk, 'takesCards'>>;

export type StripeDouble = {
  readonly url: string;
  /**
   * Scripts a fault, from now on, for the requests with this reference that move money. With `-x` at its end: for those
   * that undo the charge. `setup_intents` names the next card that is kept, `change_card` the next change of one.
   */
  readonly script: (reference: string, fault: GatewayFault) => void;
  /** The bank of the payer takes back what the charge with this reference took. */
  readonly dispute: (
    reference: string,
    facts: Pick<Dispute, 'status' | 'reason' | 'reasonCode'>,
  ) => void;
  /** The issuer does not take the refund with this reference, and its money comes back. */
  readonly failRefund: (reference: string) => void;
  /** Cancels the charge with this reference at the dashboard, as a person may do. */
  readonly cancelByHand: (reference: string) => void;
  /** Refunds so much of it at the dashboard. */
  readonly refundByHand: (reference: string, cents: bigint) => void;
  /** From now on none of the kept cards is known. */
  readonly forgetTokens: () => void;
  /** Lines of JSON (`JournalEntry`): what was really executed, whatever was answered. */
  readonly journal: () => string;
  readonly close: () => void;
};

const formType = 'application/x-www-form-urlencoded';
const type = 'application/json';

/** Stripe's payments, refunds and lists on this machine, with faults by reference, and a journal that is the truth. */
export async function openStripeDouble(options: StripeDoubleOptions): Promise<StripeDouble> {
  const { now, sleep, secretKey, takesCards = true, hides = [], forbids = [] } = options;
  const book = openBook(options.balanceIn);
  const shelf = openShelf();
  const desk: Desk = { book, takesCards, shelf };
  const once = keyStore();
  const faults = faultScript();
  const { later, catchUp } = timetable<Step>({
    now,
    execute: (step, at) => void run(step, at),
    // The gateway pays out by its own clock; the balance moves at once.
    cutOff() {},
  });
  const { url, close } = await listen(
    { port: options.port, type: formType, takesGet: true },
    answer,
  );
  return {
    url,
    close,
    script: faults.script,
    dispute(reference, facts) {
      const of = intentOf(reference);
      if (of)
        book.disputes.push({ id: book.nextId('dp'), of, createdAt: now().getTime(), ...facts });
    },
    failRefund(reference) {
      const source = book.refunds.find((one) => one.reference === reference);
      if (!source) return;
      source.status = 'failed';
      source.of.refundedCents -= source.cents;
      const { cents } = source;
      book.move({ type: 'refund_failure', cents, source, createdAt: now().getTime() });
    },
    cancelByHand(reference) {
      byHand(`/v1/payment_intents/${intentOf(reference)?.id}/cancel`, {});
    },
    refundByHand(reference, cents) {
      const of = intentOf(reference)?.id ?? '';
      byHand('/v1/refunds', { payment_intent: of, amount: String(cents) });
    },
    forgetTokens: shelf.clear,
    journal() {
      catchUp();
      return book.text();
    },
  };

  function intentOf(reference: string) {
    const all = [...book.intents.values()];
    return all.find(({ metadata }) => metadata.get('reference') === reference);
  }

  /** A person who acts by hand has no reference of ours. */
  function byHand(path: string, fields: Readonly<Record<string, string>>): void {
    catchUp();
    const sent = { path, fields: new URLSearchParams(fields), key: undefined };
    transact(desk, sent, { reference: '', fault: {}, at: now().getTime() });
  }

  async function answer(posted: Posted, response: ServerResponse): Promise<void> {
    if (!posted) return void response.writeHead(400).end();
    catchUp();
    const { method, path, headers, body } = posted;
    if (headers.authorization !== `Bearer ${secretKey}`) return await tell(refusedKey, response);
    if (method === 'GET') return await answerRead(new URL(path, url), response);
    if (forbids.includes(path)) return await tell(forbidden, response);
    const key = headers['idempotency-key'];
    const sent = { path, fields: new URLSearchParams(body), key: key?.toString() };
    await answerChange(stepOf(sent), response);
  }

  async function answerRead({ pathname, searchParams }: URL, response: ServerResponse) {
    if (hides.includes(pathname)) return await tell(forbidden, response);
    if (pathname === '/v1/balance') {
      const livemode = !/^[rs]k_test_/.test(secretKey);
      return await tell({ status: 200, body: { object: 'balance', livemode } }, response);
    }
    const how = faults.nextReport();
    if (how === 'error_response') return await tell(broken, response);
    const shown = show(book, pathname, searchParams, now().getTime());
    const told = shown ? { status: 200, body: shown } : missing('thing');
    await answerBadly(how, type, JSON.stringify(told.body), response, sleep, told.status);
  }

  async function answerChange(step: Step, response: ServerResponse): Promise<void> {
    const { fault } = step;
    const told = execute(step);
    const how = fault.answer ?? (told ? undefined : 'lost');
    const body = JSON.stringify(told ? withEcho(told.body, fault.echo) : {});
    await answerBadly(how, type, body, response, sleep, told?.status);
  }

  /** Undefined: no outcome is known yet that could be answered. */
  function execute(step: Step): Answer | undefined {
    const { executes, code = '', text, answer: how } = step.fault;
    // A request that is turned away was not executed, and never will be.
    if (code === 'lock_timeout') return locked;
    if (code === '429' || how === 'too_many_requests') return turnedAway;
    // An error that is in no list ends the request, whatever its outcome is.
    if (code === '400') {
      if (executes !== 'never') run(step, now().getTime());
      return badRequest(text ?? 'Something is not right.');
    }
    let told: Answer | undefined;
    if (executes && executes !== 'never') later(executes.afterSeconds, step);
    else if (!executes) told = run(step, now().getTime());
    return code === '409' ? inUse : told;
  }

  function run({ sent, reference, fault }: Step, at: number): Answer {
    return once(sent, at, () => {
      const told = transact(desk, sent, { reference, fault, at });
      // An error after the execution is kept under the key, as any answer.
      return fault.code === '500' ? broken : told;
    });
  }

  /** Finds the reference in the key; a request that undoes a charge may have no key. */
  function stepOf(sent: Sent): Step {
    const { path, key = '', fields } = sent;
    const [, id = ''] = /^\/v1\/payment_intents\/(\w+)/.exec(path) ?? [];
    const reference =
      /^(.*)-[cfgxtukps]$/.exec(key)?.[1] ?? book.intents.get(id)?.metadata.get('reference') ?? '';
    if (isAboutCards(path)) return { sent, reference, fault: faults.of(nameOfStep(path)) };
    const fault = faults.of(reference);
    if (path === `/v1/payment_intents/${id}`) return { sent, reference, fault: fault.before ?? {} };
    if (path === '/v1/payment_intents') {
      const isTombstone = fields.has('description');
      const before = isTombstone ? faults.of(`${reference}-x`) : fault.before;
      return { sent, reference, fault: { ...visibility(fault), ...before } };
    }
    const undoes = key === '' || key.endsWith('-x');
    return { sent, reference, fault: undoes ? faults.of(`${reference}-x`) : fault };
  }

  async function tell({ status, body }: Pick<Answer, 'status' | 'body'>, response: ServerResponse) {
    await answerBadly(undefined, type, JSON.stringify(body), response, sleep, status);
  }
}

type Step = { readonly sent: Sent; readonly reference: string; readonly fault: GatewayFault };

const refusedKey = failure(401, {
  type: 'invalid_request_error',
  message: 'Invalid API Key provided.',
});
const forbidden = failure(403, {
  type: 'invalid_request_error',
  message: 'The provided key does not have the required permissions for this endpoint.',
});
const broken = failure(500, { type: 'api_error', message: 'An error occurred on our side.' });
const turnedAway = failure(429, {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Too many requests.',
});
const locked = failure(429, {
  type: 'invalid_request_error',
  code: 'lock_timeout',
  message: 'This object cannot be accessed right now because something else is accessing it.',
});
const inUse = failure(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message: 'There is another request in progress with this key.',
});

/** An error names another payment instead. */
function withEcho(body: object, reference: string | undefined): object {
  if (reference === undefined) return body;
  if (!('error' in body)) return { ...body, metadata: { reference } };
  return { error: { ...(body.error as object), payment_intent: { id: 'pi_3Another' } } };
}

/** The name of a request about cards in the script of faults. */
function nameOfStep(path: string): string {
  return /^\/v1\/payment_methods\/\w+$/.test(path) ? 'change_card' : path.slice('/v1/'.length);
}

function visibility({ visibleAfterSeconds, rows }: GatewayFault): GatewayFault {
  return {
    ...(visibleAfterSeconds !== undefined && { visibleAfterSeconds }),
    ...(rows !== undefined && { rows }),
  };
}
