import type { ServerResponse } from 'node:http';
import { formatMoney } from '../../../../../src/kernel/money.ts';
import { answerBadly } from '../bad-answers.ts';
import type { ByHand } from '../by-hand.ts';
import { faultScript } from '../fault-script.ts';
import type { GatewayFault } from '../faults.ts';
import { listen, type Posted } from '../listen.ts';
import { timetable } from '../timetable.ts';
import { action, openBook } from './book.ts';
import { errorReport, report, testModeReport } from './query.ts';
import { type Answer, type Desk, transact, writeAnswer } from './transact.ts';
import { openVault } from './vault.ts';

export type NmiDoubleOptions = {
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly securityKey: string;
  /** 0 takes a free port. */
  readonly port?: number;
  readonly isTestMode?: boolean;
  /** True if the account has a Customer Vault. */
  readonly hasVault?: boolean;
} & Partial<Omit<Desk, 'book' | 'latest' | 'vault'>>;

export type NmiDouble = {
  readonly url: string;
  /**
   * Scripts a fault, from now on, for the requests with this order id. `add_customer` names the next card for the
   * vault, `1-a-1 void` a void of the charge with that order id.
   */
  readonly script: (reference: string, fault: GatewayFault) => void;
  /** Names the next capture or void of a charge, for the journal and the faults: neither comes with an order id. */
  readonly callNext: (type: 'capture' | 'void', chargeId: string, reference: string) => void;
  /** Lines of JSON (`JournalEntry`): what was really executed, whatever was answered. */
  readonly journal: () => string;
  /** Deletes all cards of the vault, as a person may do. */
  readonly forgetTokens: () => void;
  readonly byHand: ByHand;
  readonly close: () => void;
};

const formType = 'application/x-www-form-urlencoded';

/** NMI's transact.php and query.php on this machine, with faults by order id, and a journal that is the truth. */
export async function openNmiDouble(options: NmiDoubleOptions): Promise<NmiDouble> {
  const { now, sleep, securityKey, isTestMode = true, hasVault = true } = options;
  const vault = openVault();
  const book = openBook();
  const desk: Desk = {
    book,
    duplicateSeconds: options.duplicateSeconds ?? 1200,
    obeysDuplicateSeconds: options.obeysDuplicateSeconds ?? true,
    refundsKeepOrderId: options.refundsKeepOrderId ?? true,
    vault: hasVault ? vault : undefined,
    refundsAreActions: options.refundsAreActions ?? false,
    completesAfterSeconds: options.completesAfterSeconds ?? 0,
    settlesWithoutSign: options.settlesWithoutSign ?? false,
    latest: new Map(),
  };
  const faults = faultScript();
  const names = new Map<string, string>();
  const latestNames = new Map<string, string>();
  const { later, catchUp } = timetable<Posting>({
    now,
    execute: ({ form, name }, at) => void transact(desk, form, name, faults.of(name), at),
    cutOff: (at) => book.cutOff(at, at + desk.completesAfterSeconds * 1000),
  });

  const { url, close } = await listen({ port: options.port, type: formType }, answer);
  return {
    url,
    close,
    script: faults.script,
    forgetTokens: vault.clear,
    byHand,
    callNext(type, chargeId, reference) {
      names.set(`${chargeId} ${type}`, reference);
      latestNames.set(chargeId, reference);
    },
    journal() {
      catchUp();
      return book.text();
    },
  };

  function byHand(...[type, transactionId, cents = 0n]: Parameters<ByHand>): boolean {
    catchUp();
    const at = now().getTime();
    const form = { type, transactionid: transactionId, amount: formatMoney(cents) };
    const told = transact(desk, new URLSearchParams(form), 'portal', {}, at);
    if (told.response === '1') return true;
    const failed = { isSuccess: false, code: told.code, text: told.text };
    book.find(transactionId)?.actions.push({ ...action(type, cents, at), ...failed });
    return false;
  }

  async function answer(posted: Posted, response: ServerResponse): Promise<void> {
    if (!posted) return void response.writeHead(400).end();
    const form = new URLSearchParams(posted.body);
    catchUp();
    if (posted.path === '/api/transact.php') return await answerTransact(form, response);
    if (posted.path === '/api/query.php') return await answerQuery(form, response);
    response.writeHead(404).end();
  }

  async function answerTransact(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const name = nameOf(form);
    const fault = faults.of(name);
    const told = isOurs(form)
      ? execute({ form, name }, fault)
      : error('300', 'Authentication Failed');
    const how = fault.answer ?? (told ? undefined : 'lost');
    const orderId = fault.echo ?? told?.orderId ?? '';
    const body = told ? writeAnswer({ ...told, orderId }) : '';
    await answerBadly(how, formType, body, response, sleep);
  }

  /** Undefined: no outcome is known yet that could be answered. */
  function execute(posting: Posting, fault: GatewayFault): Answer | undefined {
    const { executes, code, text = 'Error' } = fault;
    const isError = code !== undefined && !/^2\d\d$/.test(code);
    // A gateway that asks to wait has not executed it, and never will.
    const isTurnedAway = code === '301' || fault.answer === 'too_many_requests';
    const isExecuted = executes !== 'never' && !isTurnedAway;
    let told: Answer | undefined;
    if (isExecuted && executes) later(executes.afterSeconds, posting);
    else if (isExecuted) told = transact(desk, posting.form, posting.name, fault, now().getTime());
    return isError ? error(code, text) : told;
  }

  async function answerQuery(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const id = form.get('transaction_id') ?? '';
    const how = faults.nextReport(form.get('order_id') ?? latestNames.get(id) ?? orderIdOf(id));
    const isRefused = how === 'error_response';
    const body = isRefused ? errorReport('The report is not available') : reportFor(form);
    await answerBadly(isRefused ? undefined : how, 'text/xml', body, response, sleep);
  }

  function reportFor(form: URLSearchParams): string {
    if (!isOurs(form)) return errorReport('Authentication Failed');
    if (form.get('report_type') === 'test_mode_status') return testModeReport(isTestMode);
    return report(desk, form, now().getTime());
  }

  function orderIdOf(transactionId: string): string {
    return book.find(transactionId)?.orderId ?? '';
  }

  /** The name of a request for the faults and the journal. */
  function nameOf(form: URLSearchParams): string {
    const own = form.get('customer_vault') ?? form.get('orderid');
    if (own !== null) return own;
    const [chargeId, type] = [form.get('transactionid') ?? '', form.get('type') ?? ''];
    return names.get(`${chargeId} ${type}`) ?? `${orderIdOf(chargeId)} ${type}`;
  }

  function isOurs(form: URLSearchParams): boolean {
    return form.get('security_key') === securityKey;
  }
}

type Posting = { readonly form: URLSearchParams; readonly name: string };

function error(code: string, text: string): Answer {
  return { response: '3', code, text: `${text} REFID:1` };
}
