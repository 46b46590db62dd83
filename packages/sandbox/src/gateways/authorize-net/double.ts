import type { ServerResponse } from 'node:http';
import { formatMoney } from '../../../../../src/kernel/money.ts';
import { answerBadly } from '../bad-answers.ts';
import { faultScript } from '../fault-script.ts';
import type { GatewayFault } from '../faults.ts';
import { listen, type Posted } from '../listen.ts';
import { timetable } from '../timetable.ts';
import { openBook } from './book.ts';
import { type Dispute, dispute } from './dispute.ts';
import { voidInPortal } from './portal.ts';
import { openProfiles, type ProfileRequest, profileOperation } from './profiles.ts';
import { type ReportRequest, report } from './report.ts';
import { faultIn } from './schema-check.ts';
import { type Answer, type Desk, isDecline, isHeld, type Sent, transact } from './transact.ts';

export type AuthorizeNetDoubleOptions = {
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly loginId: string;
  readonly transactionKey: string;
  /** 0 takes a free port. */
  readonly port?: number;
  readonly isTestMode?: boolean;
  /** True if it executes requests, moves no money, and says so: it reports test mode. */
  readonly isSandbox?: boolean;
  /** True if the Transaction Details API is switched on. */
  readonly hasReports?: boolean;
  /** True if the account has the Customer Information Manager. */
  readonly hasProfiles?: boolean;
  /** True if details show the `refId` of a request. */
  readonly showsRefId?: boolean;
  /** How long a settlement goes on after the cut-off. */
  readonly settlesForSeconds?: number;
  /** The code with which it refuses every caller, for example E00008 for an inactive user. */
  readonly refusesWith?: string;
} & Partial<Pick<Desk, 'tellsOriginal' | 'refundsKeepInvoice' | 'forcesParts'>>;

export type AuthorizeNetDouble = {
  readonly url: string;
  /**
   * Scripts a fault, from now on, for the requests with this `refId`. `createCustomerProfile` names the next card to be
   * kept.
   */
  readonly script: (reference: string, fault: GatewayFault) => void;
  /** The bank of a payer takes the money of a settled charge, or a part, or gives it back: in the batch of the day. */
  readonly dispute: (transactionId: string, dispute: Dispute) => void;
  /** Voids it as a person does in the portal. Returns false if it is too late, which changes nothing. */
  readonly voidInPortal: (transactionId: string) => boolean;
  /** From now on a transaction is shown with this status, whatever becomes of it. */
  readonly show: (transactionId: string, status: string) => void;
  /** Lines of JSON (`JournalEntry`): what was really executed, whatever was answered. */
  readonly journal: () => string;
  /** Deletes all profiles, as a person may do. */
  readonly forgetTokens: () => void;
  readonly close: () => void;
};

type Message = {
  readonly resultCode: 'Ok' | 'Error';
  readonly code: string;
  readonly text: string;
};
type Told = Answer | Message;

const type = 'application/json';
const path = '/xml/v1/request.api';
const mark = '\uFEFF';

/** Authorize.Net's request.api on this machine, with faults by `refId`, and a journal that is the truth. */
export async function openAuthorizeNetDouble(
  options: AuthorizeNetDoubleOptions,
): Promise<AuthorizeNetDouble> {
  const { now, sleep, loginId, transactionKey } = options;
  const { isTestMode = false, isSandbox = false } = options;
  const { hasReports = true, showsRefId = true, hasProfiles = true } = options;
  const book = openBook({ settlesForMs: (options.settlesForSeconds ?? 0) * 1000 });
  const profiles = openProfiles(book);
  const desk: Desk = {
    book,
    tellsOriginal: options.tellsOriginal ?? true,
    refundsKeepInvoice: options.refundsKeepInvoice ?? true,
    forcesParts: options.forcesParts ?? false,
    latest: new Map(),
  };
  const faults = faultScript();
  const { later, catchUp } = timetable<(at: number) => void>({
    now,
    execute: (act, at) => act(at),
    cutOff: (at) => book.cutOff(at),
  });
  const { url, close } = await listen({ port: options.port, type }, answer);
  return {
    url,
    close,
    script: faults.script,
    forgetTokens: profiles.clear,
    dispute(transactionId, told) {
      catchUp();
      dispute(book, transactionId, told, now().getTime());
    },
    voidInPortal(transactionId) {
      catchUp();
      return voidInPortal(book, transactionId, now().getTime());
    },
    show(transactionId, status) {
      const found = book.find(transactionId);
      if (!found) throw new Error(`there is no transaction ${transactionId}`);
      found.shownAs = status;
    },
    journal() {
      catchUp();
      return book.text();
    },
  };

  async function answer(posted: Posted, response: ServerResponse): Promise<void> {
    if (posted?.path !== path) return void response.writeHead(404).end();
    catchUp();
    const [operation, request] = readRequest(posted.body);
    const refusal = refusalOf(operation, request);
    if (refusal) return await answerBadly(undefined, type, messageOnly(refusal), response, sleep);
    const ofProfile = profileOperation(operation);
    if (ofProfile) return await answerProfile(ofProfile, request, response);
    if (operation === 'createTransactionRequest') return await answerTransaction(request, response);
    await answerReport(operation, request, response);
  }

  function refusalOf(operation: string, request: Request): Message | undefined {
    const fault = operations.includes(operation) ? faultIn(operation, request) : 'no request';
    if (fault) return error('E00003', `The element is invalid: ${fault}.`);
    if (options.refusesWith) return error(options.refusesWith, 'The request is refused.');
    const { name, transactionKey: key } = request.merchantAuthentication ?? {};
    if (name !== loginId || key !== transactionKey)
      return error('E00007', 'User authentication failed due to invalid authentication values.');
    const isOfProfile = profileOperation(operation) !== undefined;
    if (isOfProfile && !hasProfiles)
      return error('E00044', 'Customer Information Manager is not enabled.');
    const others = ['createTransactionRequest', 'getMerchantDetailsRequest'];
    if (!isOfProfile && !others.includes(operation) && !hasReports)
      return error('E00011', 'Access denied. You do not have permission to call the API.');
    return undefined;
  }

  async function answerProfile(
    operation: string,
    request: Request,
    response: ServerResponse,
  ): Promise<void> {
    const { executes, code, text = 'Error', answer: how } = faults.of(operation);
    const { refId = '' } = request;
    const act = (at: number) => profiles.carryOut(operation, refId, request, at);
    if (executes && executes !== 'never') later(executes.afterSeconds, (at) => void act(at));
    const told = executes ? undefined : act(now().getTime());
    const failed = code === undefined ? told : { code, text };
    const body =
      failed && 'content' in failed
        ? writeBody({ refId, ...failed.content, messages: messagesOf(successful) })
        : failed && messageOnly(error(failed.code, failed.text));
    await answerBadly(how ?? (body ? undefined : 'lost'), type, body ?? '', response, sleep);
  }

  async function answerTransaction(request: Request, response: ServerResponse): Promise<void> {
    const { refId = '', transactionRequest = {} } = request;
    const fault = faults.of(refId);
    const sent = withProfile({ refId, request: transactionRequest });
    const told = sent ? execute(sent, fault) : error('E00040', 'Payment Profile ID not found.');
    const how = fault.answer ?? (told ? undefined : 'lost');
    const body = told ? write(told, fault.echo ?? refId) : '';
    await answerBadly(how, type, body, response, sleep);
  }

  /** Puts the card of a profile into the request. Undefined: there is no such profile. */
  function withProfile({ refId, request }: Sent): Sent | undefined {
    const { profile } = request;
    if (!profile) return { refId, request };
    const { paymentProfileId, cardCode } = profile.paymentProfile ?? {};
    const kept = profiles.find(profile.customerProfileId, paymentProfileId);
    if (!kept || request.payment || request.billTo) return undefined;
    const creditCard = { ...kept.payment?.creditCard, ...(cardCode && { cardCode }) };
    return { refId, request: { ...request, billTo: kept.billTo ?? {}, payment: { creditCard } } };
  }

  /** Undefined: no outcome is known yet that could be answered. */
  function execute(sent: Sent, fault: GatewayFault): Told | undefined {
    const { executes, code = '1' } = fault;
    if (isTestMode) return testAnswer;
    let told: Answer | undefined;
    if (executes && executes !== 'never') {
      const act = (at: number) => transact(desk, sent, faults.of(sent.refId), at);
      later(executes.afterSeconds, (at) => void act(at));
    } else if (!executes) told = transact(desk, sent, fault, now().getTime());
    if (code === '1' || isDecline(code) || isHeld(code)) return told;
    const text = fault.text ?? 'An error occurred during processing.';
    return code.startsWith('E') ? error(code, text) : { responseCode: '3', reason: code, text };
  }

  async function answerReport(
    operation: string,
    request: Request,
    response: ServerResponse,
  ): Promise<void> {
    const isOfMany = operation !== 'getMerchantDetailsRequest';
    const how = isOfMany ? faults.nextReport() : undefined;
    const isRefused = how === 'error_response';
    const settings = { isTestMode, isSandbox, showsRefId };
    const found = report(book, operation, request, settings, now().getTime());
    const isList = operation.includes('List');
    const nothing = isList
      ? ({ resultCode: 'Ok', code: 'I00004', text: 'No records found.' } as const)
      : error('E00040', 'The record cannot be found.');
    const body = isRefused
      ? messageOnly(error('E00001', 'An error occurred during processing.'))
      : found
        ? writeBody({ ...found, messages: messagesOf(successful) })
        : messageOnly(nothing);
    await answerBadly(isRefused ? undefined : how, type, body, response, sleep);
  }
}

type Request = ReportRequest &
  ProfileRequest & {
    readonly merchantAuthentication?: { readonly name?: string; readonly transactionKey?: string };
    readonly refId?: string;
    readonly transactionRequest?: Sent['request'];
  };

const operations = [
  'createTransactionRequest',
  'createCustomerProfileRequest',
  'getCustomerPaymentProfileRequest',
  'updateCustomerPaymentProfileRequest',
  'getMerchantDetailsRequest',
  'getUnsettledTransactionListRequest',
  'getSettledBatchListRequest',
  'getTransactionListRequest',
  'getTransactionDetailsRequest',
];

function readRequest(body: string): readonly [string, Request] {
  try {
    const [first] = Object.entries(JSON.parse(body) as Record<string, Request>);
    return first ?? ['', {}];
  } catch {
    return ['', {}];
  }
}

const successful = { resultCode: 'Ok', code: 'I00001', text: 'Successful.' } as const;
const unsuccessful = error('E00027', 'The transaction was unsuccessful.');
/** In test mode nothing is executed. */
const testAnswer: Answer = { responseCode: '1', reason: '1', text: 'Approved in test mode.' };

function error(code: string, text: string): Message {
  return { resultCode: 'Error', code, text };
}

function messagesOf({ resultCode, code, text }: Message): object {
  return { resultCode, message: [{ code, text }] };
}

function messageOnly(message: Message): string {
  return writeBody({ messages: messagesOf(message) });
}

function write(told: Told, refId: string): string {
  if ('resultCode' in told) return writeBody({ refId, messages: messagesOf(told) });
  const { responseCode, reason, text, of } = told;
  const isGood = responseCode === '1' || responseCode === '4';
  const transactionResponse = {
    responseCode,
    authCode: of?.authorizationCode ?? '',
    avsResultCode: of?.avs ?? 'P',
    cvvResultCode: of?.cvv ?? '',
    transId: of?.id ?? '0',
    refTransID: of?.of?.id ?? '',
    testRequest: told === testAnswer ? '1' : '0',
    accountNumber: `XXXX${of?.last4 ?? ''}`,
    networkTransId: of?.networkTransId,
    ...(of?.requestedCents && {
      splitTenderId: of.id,
      prePaidCard: {
        requestedAmount: formatMoney(of.requestedCents),
        approvedAmount: formatMoney(of.cents),
        balanceOnCard: '0.00',
      },
    }),
    ...(isGood
      ? { messages: [{ code: reason, description: text }] }
      : { errors: [{ errorCode: reason, errorText: text }] }),
  };
  const messages = messagesOf(responseCode === '3' ? unsuccessful : successful);
  return writeBody({ transactionResponse, refId, messages });
}

function writeBody(content: object): string {
  return mark + JSON.stringify(content);
}
