import type { ServerResponse } from 'node:http';
import { formatMoney } from '../../../../../src/kernel/money.ts';
import { answerBadly } from '../bad-answers.ts';
import type { ByHand } from '../by-hand.ts';
import { faultScript } from '../fault-script.ts';
import type { GatewayFault } from '../faults.ts';
import { listen, type Posted } from '../listen.ts';
import { timetable } from '../timetable.ts';
import { isToBeSettled, openBook, type Transaction } from './book.ts';
import type { Shows } from './row.ts';
import { search } from './search.ts';
import { tokenShelf } from './token-shelf.ts';
import { type Desk, isErrorCode, type Outcome, transact } from './transact.ts';
import { askedOf, type Query, readAsked, writeError, writeTxn } from './xml.ts';

export type ElavonDoubleOptions = {
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly merchantId: string;
  readonly userId: string;
  readonly pin: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** True for the demo, which has another path. */
  readonly isTestMode?: boolean;
  /** How long after its request the host takes a settlement; until then its transactions are open. */
  readonly settlesAfterSeconds?: number;
  /** True if the terminal settles by itself at the end of a day. */
  readonly settlesDaily?: boolean;
  /** Transaction types to which the user has no right. */
  readonly deniedTypes?: readonly string[];
  /** True if a void or refund in the portal has the reference of its charge; otherwise it has none. */
  readonly portalKeepsReference?: boolean;
} & Partial<Pick<Desk, 'followUpsKeepReference' | 'capturesAreTheirOwn'>> &
  Partial<Shows>;

export type ElavonDouble = {
  readonly url: string;
  /**
   * Scripts a fault, from now on, for the requests with this merchant transaction id. `settle` names the next
   * settlement.
   */
  readonly script: (reference: string, fault: GatewayFault) => void;
  /** Lines of JSON (`JournalEntry`): what was really executed, whatever was answered. */
  readonly journal: () => string;
  /** With true the host refuses what is scheduled from now on, and does not report it. */
  readonly hostRefuses: (does: boolean) => void;
  /** Deletes all cards that the gateway keeps, as a person may do. */
  readonly forgetTokens: () => void;
  readonly byHand: ByHand;
  readonly close: () => void;
};

const formType = 'application/x-www-form-urlencoded';
/** Errors after which the issuer may have approved the request. */
const unclear = ['3000', '3001', '3002', '3003', '4017', '4022', '6029', '6030', '6034'];

/** Converge's processxml.do on this machine, with faults by reference, and a journal that is the truth. */
export async function openElavonDouble(options: ElavonDoubleOptions): Promise<ElavonDouble> {
  const { now, sleep, merchantId, userId, pin, isTestMode = true } = options;
  const { settlesAfterSeconds = 60, settlesDaily = false, deniedTypes = [] } = options;
  const { portalKeepsReference = true } = options;
  const shows: Shows = {
    listsDeclines: options.listsDeclines ?? true,
    declinesAreOpen: options.declinesAreOpen ?? false,
    rowsShowChecks: options.rowsShowChecks ?? false,
    rowsShowReference: options.rowsShowReference ?? true,
    tellsCurrency: options.tellsCurrency ?? '',
  };
  const book = openBook();
  let isRefusedByHost = false;
  const desk: Desk = {
    book,
    tokens: tokenShelf(),
    followUpsKeepReference: options.followUpsKeepReference ?? true,
    capturesAreTheirOwn: options.capturesAreTheirOwn ?? false,
    tellsCurrency: shows.tellsCurrency,
  };
  const faults = faultScript();
  const { later, catchUp } = timetable<Query>({
    now,
    execute: (asked, at) => void execute(asked, at),
    cutOff(at) {
      settleUntil(at);
      if (settlesDaily) scheduleAll(at);
    },
  });

  const { url, close } = await listen({ port: options.port, type: formType }, answer);
  const path = isTestMode ? '/VirtualMerchantDemo' : '/VirtualMerchant';
  return {
    url: `${url}${path}`,
    close,
    script: faults.script,
    forgetTokens: desk.tokens.clear,
    byHand,
    hostRefuses(does) {
      catchUpAll();
      isRefusedByHost = does;
    },
    journal() {
      catchUpAll();
      return book.text();
    },
  };

  function byHand(...[act, id, cents = 0n]: Parameters<ByHand>): boolean {
    catchUpAll();
    const at = now().getTime();
    const type = act === 'void' ? 'ccdelete' : 'ccreturn';
    const asked = askedOf({
      ssl_transaction_type: type,
      ssl_txn_id: id,
      ssl_amount: formatMoney(cents),
    });
    const told = transact(
      { ...desk, followUpsKeepReference: !portalKeepsReference },
      asked,
      {},
      at,
    );
    if ('fields' in told) return true;
    const of = book.find(id);
    if (of) book.add(failedUndo(of, { type: act === 'void' ? 'DELETE' : 'RETURN', cents, at }));
    return false;
  }

  function failedUndo(
    { capture: _, ...of }: Transaction,
    facts: Pick<Transaction, 'type' | 'cents' | 'at'>,
  ): Transaction {
    const reference = portalKeepsReference ? of.reference : '';
    const made = { id: book.nextId(), reference, visibleAt: facts.at, settlesAt: undefined };
    return { ...of, ...facts, ...made, status: '', message: 'ERROR', approvalCode: '' };
  }

  function catchUpAll(): void {
    catchUp();
    settleUntil(now().getTime());
  }

  function settleUntil(at: number): void {
    book.settleUntil(at, isRefusedByHost);
  }

  async function answer(posted: Posted, response: ServerResponse): Promise<void> {
    const asked = posted && readAsked(posted.body);
    if (!posted) return void response.writeHead(400).end();
    if (posted.path !== `${path}/processxml.do`) return void response.writeHead(404).end();
    catchUpAll();
    const [body, how] = asked ? answerTo(asked) : [writeError('6042', 'Malformed XML')];
    await answerBadly(how, 'text/xml', body, response, sleep);
  }

  function answerTo(asked: Query): readonly [string, GatewayFault['answer']?] {
    const isOurs =
      asked.field('ssl_merchant_id') === merchantId &&
      asked.field('ssl_user_id') === userId &&
      asked.field('ssl_pin') === pin;
    if (!isOurs) return [writeError('4025', 'Invalid Credentials')];
    const type = asked.field('ssl_transaction_type');
    if (deniedTypes.includes(type)) return [writeError('4014', 'Transaction Type Not Permitted')];
    if (type === 'txnquery') return answerSearch(asked);
    const fault = faultOf(asked);
    const told = carryOut(asked, fault);
    return [told ? written(told, fault) : '', fault.answer ?? (told ? undefined : 'lost')];
  }

  function answerSearch(asked: Query): readonly [string, GatewayFault['answer']?] {
    const id = asked.field('ssl_txn_id');
    const reference = asked.field('ssl_merchant_txn_id') || book.find(id)?.reference;
    const how = faults.nextReport(reference);
    if (how === 'error_response') return [writeError('5095', 'Too many criteria')];
    return [search(book, asked, now().getTime(), shows), how];
  }

  /** Undefined: no outcome is known yet that could be answered. */
  function carryOut(asked: Query, { executes, code, text = 'Error', answer }: GatewayFault) {
    const isError = isErrorCode(code);
    const isRefused = isError && !unclear.includes(code ?? '');
    const isExecuted = executes !== 'never' && !isRefused && answer !== 'too_many_requests';
    let told: Outcome | undefined;
    if (isExecuted && executes) later(executes.afterSeconds, asked);
    else if (isExecuted) told = execute(asked, now().getTime());
    return isError ? ({ error: [code ?? '', text] } satisfies Outcome) : told;
  }

  function execute(asked: Query, at: number): Outcome {
    settleUntil(at);
    switch (asked.field('ssl_transaction_type')) {
      case 'settle':
        return settle(asked, at);
      case 'ccgettoken':
      case 'ccupdatetoken':
        return keep(asked);
      default:
        return transact(desk, asked, faultOf(asked), at);
    }
  }

  function scheduleAll(at: number) {
    const open = book.transactions().filter((one) => isToBeSettled(one, at));
    return book.schedule(open, at + settlesAfterSeconds * 1000);
  }

  /** Without a group it takes all transactions. A group is taken only if all of it is open. */
  function settle({ group }: Query, at: number): Outcome {
    const open = group
      ?.flatMap((id) => book.find(id) ?? [])
      .filter((one) => isToBeSettled(one, at));
    if (group && open && open.length < group.length)
      return { error: ['5040', 'Invalid Transaction ID'] };
    const settled = open ? book.schedule(open, at + settlesAfterSeconds * 1000) : scheduleAll(at);
    const cents = settled.reduce(
      (sum, one) => sum + (one.type === 'RETURN' ? -one.cents : one.cents),
      0n,
    );
    return {
      fields: {
        ssl_result: '0',
        ssl_result_message: 'Scheduled for Settlement',
        ssl_txn_main_count: String(settled.length),
        ssl_txn_main_amount: formatMoney(cents),
        ssl_txn_ecg_count: '0',
        ssl_txn_ecg_amount: '0.00',
      },
    };
  }

  function keep({ field }: Query): Outcome {
    const [before, number, expiry] = [
      field('ssl_token'),
      field('ssl_card_number'),
      field('ssl_exp_date'),
    ];
    const token =
      before === ''
        ? desk.tokens.keep({ number, expiry })
        : desk.tokens.update(before, number, expiry);
    if (token === undefined) return { error: ['5085', 'Invalid Token'] };
    const said = { ssl_token: token, ssl_token_response: 'SUCCESS' };
    return { fields: { ...said, ssl_result: '0', ssl_txn_id: '', ssl_result_message: '' } };
  }

  function written(told: Outcome, { echo }: GatewayFault): string {
    if ('error' in told) return writeError(...told.error);
    return writeTxn(echo ? { ...told.fields, ssl_merchant_txn_id: echo } : told.fields);
  }

  function faultOf({ field }: Query): GatewayFault {
    const type = field('ssl_transaction_type');
    const isNameless = ['settle', 'ccgettoken', 'ccupdatetoken'].includes(type);
    return faults.of(isNameless ? type : field('ssl_merchant_txn_id'));
  }
}
