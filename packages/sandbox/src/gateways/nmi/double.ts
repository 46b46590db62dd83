import type { ServerResponse } from 'node:http';
import { answerBadly } from '../bad-answers.ts';
import { faultScript } from '../fault-script.ts';
import type { GatewayFault } from '../faults.ts';
import { listen, type Posted } from '../listen.ts';
import { timetable } from '../timetable.ts';
import { openBook } from './book.ts';
import { errorReport, report, testModeReport } from './query.ts';
import { type Answer, type Desk, transact, writeAnswer } from './transact.ts';
import { openVault } from './vault.ts';

export type NmiDoubleOptions = {
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly securityKey: string;
  /** 0 takes a free one. */
  readonly port?: number;
  readonly isTestMode?: boolean;
  /** Whether the account has a Customer Vault. */
  readonly hasVault?: boolean;
} & Partial<Omit<Desk, 'book' | 'latest' | 'vault'>>;

export type NmiDouble = {
  readonly url: string;
  /** From now on, for the requests with this order id. `add_customer` names the next card for the vault. */
  readonly script: (reference: string, fault: GatewayFault) => void;
  /** Lines of JSON (`JournalEntry`): what was executed, whatever was told of it. */
  readonly journal: () => string;
  /** As when somebody deletes all cards of the vault. */
  readonly forgetTokens: () => void;
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
    capturesRename: options.capturesRename ?? false,
    latest: new Map(),
  };
  const faults = faultScript();
  const { later, catchUp } = timetable<URLSearchParams>({
    now,
    execute: (form, at) => void transact(desk, form, faultOf(form), at),
    cutOff: (at) => book.cutOff(at),
  });

  const { url, close } = await listen({ port: options.port, type: formType }, answer);
  return {
    url,
    close,
    script: faults.script,
    forgetTokens: vault.clear,
    journal() {
      catchUp();
      return book.text();
    },
  };

  async function answer(posted: Posted, response: ServerResponse): Promise<void> {
    if (!posted) return void response.writeHead(400).end();
    const form = new URLSearchParams(posted.body);
    catchUp();
    if (posted.path === '/api/transact.php') return await answerTransact(form, response);
    if (posted.path === '/api/query.php') return await answerQuery(form, response);
    response.writeHead(404).end();
  }

  async function answerTransact(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const fault = faultOf(form);
    const told = isOurs(form) ? execute(form, fault) : error('300', 'Authentication Failed');
    const how = fault.answer ?? (told ? undefined : 'lost');
    const orderId = fault.echo ?? told?.orderId ?? '';
    const body = told ? writeAnswer({ ...told, orderId }) : '';
    await answerBadly(how, formType, body, response, sleep);
  }

  /** Undefined: nothing is known of it yet that could be told. */
  function execute(form: URLSearchParams, fault: GatewayFault): Answer | undefined {
    const { executes, code, text = 'Error' } = fault;
    const isError = code !== undefined && !/^2\d\d$/.test(code);
    // A gateway that asks to wait has not executed it, and never will.
    const isTurnedAway = code === '301' || fault.answer === 'too_many_requests';
    const isExecuted = executes !== 'never' && !isTurnedAway;
    let told: Answer | undefined;
    if (isExecuted && executes) later(executes.afterSeconds, form);
    else if (isExecuted) told = transact(desk, form, fault, now().getTime());
    return isError ? error(code, text) : told;
  }

  async function answerQuery(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const how = faults.nextReport(form.get('order_id') ?? orderIdOf(form.get('transaction_id')));
    const isRefused = how === 'error_response';
    const body = isRefused ? errorReport('The report is not available') : reportFor(form);
    await answerBadly(isRefused ? undefined : how, 'text/xml', body, response, sleep);
  }

  function reportFor(form: URLSearchParams): string {
    if (!isOurs(form)) return errorReport('Authentication Failed');
    if (form.get('report_type') === 'test_mode_status') return testModeReport(isTestMode);
    return report(book, form, now().getTime());
  }

  function orderIdOf(transactionId: string | null): string {
    return (transactionId && book.find(transactionId)?.orderId) || '';
  }

  function faultOf(form: URLSearchParams): GatewayFault {
    return faults.of(form.get('customer_vault') ?? form.get('orderid') ?? '');
  }

  function isOurs(form: URLSearchParams): boolean {
    return form.get('security_key') === securityKey;
  }
}

function error(code: string, text: string): Answer {
  return { response: '3', code, text: `${text} REFID:1` };
}
