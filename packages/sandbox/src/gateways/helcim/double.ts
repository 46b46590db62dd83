import type { ServerResponse } from 'node:http';
import { formatMoney } from '../../../../../src/kernel/money.ts';
import { answerBadly } from '../bad-answers.ts';
import type { ByHand } from '../by-hand.ts';
import { faultScript } from '../fault-script.ts';
import type { GatewayFault } from '../faults.ts';
import { listen, type Posted } from '../listen.ts';
import { timetable } from '../timetable.ts';
import { openBook } from './book.ts';
import { isDeclineText } from './cards.ts';
import { type Limits, limiter } from './limits.ts';
import { report, rowOf } from './report.ts';
import {
  type Content,
  type Desk,
  type Reply,
  referenceIn,
  type Sent,
  transact,
} from './transact.ts';

export type HelcimDoubleOptions = {
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly apiToken: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** Undefined: requests are not counted. */
  readonly limits?: Limits | undefined;
  /** A transaction is shown by its number only so much later. */
  readonly showsAfterSeconds?: number;
  /** True if numbers come as texts. */
  readonly writesNumbersAsTexts?: boolean;
  /** Errors come as one text, as a list, or by field. */
  readonly writesErrorsAs?: ErrorForm;
} & Partial<Omit<Desk, 'book' | 'latest'>>;

type ErrorForm = 'text' | 'list' | 'fields';

export type HelcimDouble = {
  readonly url: string;
  /** Scripts a fault, from now on, for the requests with this reference, which is the start of their key. */
  readonly script: (reference: string, fault: GatewayFault) => void;
  /** Lines of JSON (`JournalEntry`): what was really executed, whatever was answered. */
  readonly journal: () => string;
  /** Closes the batch of the terminal, as the terminal does every day. */
  readonly cutOff: () => void;
  readonly byHand: ByHand;
  readonly close: () => void;
};

const type = 'application/json';
const keyLifeMs = 300_000;
const writes = ['purchase', 'preauth', 'verify', 'capture', 'reverse', 'refund'];

/** Helcim's Payment API on this machine, with faults by reference, and a journal that is the truth. */
export async function openHelcimDouble(options: HelcimDoubleOptions): Promise<HelcimDouble> {
  const { now, sleep, apiToken, showsAfterSeconds = 0, writesNumbersAsTexts = false } = options;
  const { writesErrorsAs = 'text' } = options;
  const book = openBook();
  const desk: Desk = {
    book,
    refusesDuplicates: options.refusesDuplicates ?? true,
    declinesWith: options.declinesWith ?? 200,
    declinesKeepInvoice: options.declinesKeepInvoice ?? true,
    reversesAuthorizations: options.reversesAuthorizations ?? true,
    namesReversed: options.namesReversed ?? false,
    listsAfterSeconds: options.listsAfterSeconds ?? 5,
    latest: new Map(),
  };
  const faults = faultScript();
  const limits = limiter(options.limits, now);
  /** The first approved answer under each key, and its request. */
  const keys = new Map<
    string,
    { readonly payload: string; readonly at: number; readonly told: Reply }
  >();
  const seen = new Set<string>();
  const { later, catchUp } = timetable<Sent>({
    now,
    execute: (sent, at) => void perform(sent, at),
    cutOff: (at) => void book.settle(book.openBatch(at).id, at),
  });
  const { url, close } = await listen({ port: options.port, type, takesGet: true }, answer);
  return {
    url,
    close,
    script: faults.script,
    byHand,
    journal() {
      catchUp();
      return book.text();
    },
    cutOff() {
      catchUp();
      const at = now().getTime();
      book.settle(book.openBatch(at).id, at);
    },
  };

  function byHand(...[act, id, cents = 0n]: Parameters<ByHand>): boolean {
    catchUp();
    const at = now().getTime();
    const type = act === 'void' ? 'reverse' : 'refund';
    const of = { cardTransactionId: Number(id), originalTransactionId: Number(id) };
    const content = { ...of, amount: Number(formatMoney(cents)), ipAddress: '127.0.0.1' };
    const told = transact(desk, { type, key: '', content }, {}, at);
    if ('of' in told) return true;
    const target = book.find(id);
    const failed = { type, isApproved: false, of: target, cents, text: told.errors, at };
    const shown = { visibleAt: at, unclearUntil: at, isTwice: false };
    if (target)
      book.add({ ...target, ...failed, ...shown, id: book.nextId(), batch: book.openBatch(at) });
    return false;
  }

  async function answer(posted: Posted, response: ServerResponse): Promise<void> {
    if (!posted) return void response.writeHead(400).end();
    catchUp();
    const token = posted.headers['api-token'];
    if (token !== apiToken) {
      const [status, errors] = token ? [403, 'No access permission'] : [401, 'Unauthorized'];
      return await tell({ status, errors }, undefined, response);
    }
    if (!limits.enter(response)) return await tell(tooMany, undefined, response);
    const { pathname } = new URL(posted.path, url);
    const [, , what, id = '', last] = pathname.split('/');
    if (posted.method === 'GET') return await answerReport(new URL(posted.path, url), response);
    const key = String(posted.headers['idempotency-key'] ?? '');
    if (!/^[\w-]{25,36}$/.test(key))
      return await tell({ status: 400, errors: 'invalid idempotencyKey' }, undefined, response);
    if (what === 'card-batches' && last === 'settle') return await answerSettle(key, id, response);
    const content =
      what === 'payment' && writes.includes(id) ? readContent(posted.body) : undefined;
    if (!content) return await tell({ status: 404, errors: 'Not found' }, undefined, response);
    await answerTransaction({ type: id, key, content }, response);
  }

  async function answerTransaction(sent: Sent, response: ServerResponse): Promise<void> {
    const fault = faults.of(referenceIn(sent.key));
    // A fault affects only the first sending of a request.
    const isAgain = seen.has(sent.key);
    seen.add(sent.key);
    const told = execute(sent, isAgain ? {} : fault);
    await tell(told, isAgain ? undefined : (fault.answer ?? (told ? undefined : 'lost')), response);
  }

  /** Undefined: no outcome is known yet that could be answered. */
  function execute(sent: Sent, { executes, code, text }: GatewayFault): Reply | undefined {
    let told: Reply | undefined;
    if (executes && executes !== 'never') later(executes.afterSeconds, sent);
    else if (!executes) told = perform(sent, now().getTime());
    if (code === undefined || isDeclineText(code)) return told;
    return { status: Number(code), errors: text ?? 'Failed to process transaction' };
  }

  /**
   * A key is kept for five minutes from the first approval under it; a request that was not approved is executed anew.
   */
  function perform(sent: Sent, at: number): Reply {
    const payload = JSON.stringify([sent.type, sent.content]);
    const before = keys.get(sent.key);
    if (before && at - before.at < keyLifeMs)
      return before.payload === payload ? before.told : conflict;
    const told = transact(desk, sent, faults.of(referenceIn(sent.key)), at);
    if ('of' in told && told.of.isApproved) keys.set(sent.key, { payload, at, told });
    return told;
  }

  async function answerSettle(key: string, id: string, response: ServerResponse): Promise<void> {
    const fault = faults.of(referenceIn(key));
    const isDone = fault.executes !== 'never' && book.settle(id, now().getTime());
    const told = isDone
      ? { status: 200, errors: '' }
      : { status: 400, errors: 'Batch is not open' };
    await tell(told, fault.answer ?? (fault.executes === 'never' ? 'lost' : undefined), response);
  }

  async function answerReport(asked: URL, response: ServerResponse): Promise<void> {
    const [, , what, id] = asked.pathname.split('/');
    const isOfOne = what === 'card-transactions' && id !== undefined;
    const reference = isOfOne
      ? (book.find(id)?.invoiceNumber ?? '')
      : asked.searchParams.get('invoiceNumber');
    const how = reference === null ? undefined : faults.nextReport(reference);
    if (how === 'error_response')
      return await tell({ status: 500, errors: 'Not available' }, undefined, response);
    const at = now().getTime();
    const isHidden = isOfOne && (book.find(id)?.at ?? at) + showsAfterSeconds * 1000 > at;
    const found = isHidden ? undefined : report(book, asked, at);
    if (found === undefined)
      return await tell({ status: 404, errors: 'No data found' }, undefined, response);
    await answerBadly(how, type, written(found), response, sleep);
  }

  function written(body: unknown): string {
    const asText = (_: string, value: unknown) =>
      typeof value === 'number' ? String(value) : value;
    return JSON.stringify(body, writesNumbersAsTexts ? asText : undefined);
  }

  async function tell(
    told: Reply | undefined,
    how: GatewayFault['answer'],
    response: ServerResponse,
  ): Promise<void> {
    const body = told ? written(bodyOf(told, now().getTime(), writesErrorsAs)) : '';
    await answerBadly(how, type, body, response, sleep, told?.status);
  }
}

function bodyOf(told: Reply, at: number, form: ErrorForm): object {
  if ('of' in told) return rowOf(told.of, at);
  const { errors } = told;
  return { errors: { text: errors, list: [errors], fields: { field: errors } }[form] };
}

const conflict = { status: 409, errors: 'The key was used for another request' };
const tooMany = { status: 429, errors: 'Too many requests' };

function readContent(body: string): Content | undefined {
  try {
    return JSON.parse(body) as Content;
  } catch {
    return undefined;
  }
}
