import { formatMoney } from '../../../../../src/kernel/money.ts';
import type { Book, Transaction } from './book.ts';

type Paging = { readonly limit?: number; readonly offset?: number };

/** A request for a report, as far as it is read here. */
export type ReportRequest = {
  readonly paging?: Paging;
  readonly sorting?: { readonly orderDescending?: boolean };
  readonly batchId?: string;
  readonly transId?: string;
  readonly firstSettlementDate?: string;
  readonly lastSettlementDate?: string;
};

export type Settings = {
  readonly isTestMode: boolean;
  readonly isSandbox: boolean;
  readonly showsRefId: boolean;
};

/** The content of an answer; undefined where nothing is found. */
export function report(
  book: Book,
  operation: string,
  request: ReportRequest,
  settings: Settings,
  at: number,
): object | undefined {
  switch (operation) {
    case 'getMerchantDetailsRequest':
      return {
        // The sandbox itself is known by its address.
        isTestMode: settings.isTestMode || settings.isSandbox,
        merchantName: 'Test',
        gatewayId: '1000001',
        currencies: ['USD'],
      };
    case 'getUnsettledTransactionListRequest':
      return transactionList(book.unsettled(at), request, at);
    case 'getTransactionListRequest': {
      const batch = book.batches().find(({ id }) => id === request.batchId);
      return batch && transactionList(batch.transactions, request, at);
    }
    case 'getSettledBatchListRequest':
      return batchList(book, request, at);
    default:
      return details(book, request, settings, at);
  }
}

function transactionList(
  transactions: readonly Transaction[],
  { paging, sorting }: ReportRequest,
  at: number,
): object | undefined {
  const visible = transactions.filter(({ visibleAt }) => visibleAt <= at);
  const sorted = sorting?.orderDescending ? visible.toReversed() : visible;
  const all = sorted.flatMap((one) => (one.isTwice ? [one, one] : [one]));
  const { limit = 1000, offset = 1 } = paging ?? {};
  const page = all.slice((offset - 1) * limit, offset * limit);
  if (page.length === 0) return undefined;
  const rows = page.map((one) => ({
    transId: one.id,
    submitTimeUTC: new Date(one.submittedAt).toISOString(),
    transactionStatus: listedStatusOf(one, at),
    invoiceNumber: one.invoiceNumber,
    accountType: one.brand,
    accountNumber: `XXXX${one.last4}`,
    settleAmount: amountOf(one.settleCents),
  }));
  return { transactions: rows, totalNumInResultSet: rows.length };
}

function batchList(
  book: Book,
  { firstSettlementDate = '', lastSettlementDate = '' }: ReportRequest,
  now: number,
): object | undefined {
  const [first, last] = [Date.parse(firstSettlementDate), Date.parse(lastSettlementDate)];
  const found = book.batches().filter(({ at }) => at >= first && at <= last);
  if (found.length === 0) return undefined;
  return {
    batchList: found.map(({ id, at, until }) => ({
      batchId: id,
      settlementTimeUTC: `${new Date(at).toISOString().slice(0, 19)}Z`,
      settlementState: until > now ? 'pendingSettlement' : 'settledSuccessfully',
      paymentMethod: 'creditCard',
    })),
  };
}

function details(
  book: Book,
  { transId = '' }: ReportRequest,
  { showsRefId }: Settings,
  at: number,
): object | undefined {
  const found = book.find(transId);
  if (!found || found.visibleAt > at) return undefined;
  const transaction = {
    transId: found.id,
    ...(found.of && { refTransId: found.of.id }),
    submitTimeUTC: new Date(found.submittedAt).toISOString(),
    transactionType: found.type,
    transactionStatus: statusOf(found, at),
    responseCode: Number(found.responseCode),
    responseReasonCode: Number(found.reason),
    authCode: found.authorizationCode,
    // The one name that begins with capitals.
    ...Object.fromEntries([['AVSResponse', found.avs]]),
    cardCodeResponse: found.cvv,
    order: { invoiceNumber: found.invoiceNumber },
    ...(found.requestedCents && { requestedAmount: amountOf(found.requestedCents) }),
    authAmount: amountOf(found.cents),
    settleAmount: amountOf(found.settleCents),
    ...(found.networkTransId && { networkTransId: found.networkTransId }),
    payment: { creditCard: { cardNumber: `XXXX${found.last4}`, expirationDate: 'XXXX' } },
    ...(found.returned && {
      returnedItems: [
        { id: found.id, dateUTC: new Date(found.submittedAt).toISOString(), ...found.returned },
      ],
    }),
  };
  return { transaction, ...(showsRefId && found.refId && { transrefId: found.refId }) };
}

function statusOf(one: Transaction, at: number): string {
  const { status, shownAs, unclearStatus, unclearUntil } = one;
  return shownAs ?? (unclearUntil > at ? unclearStatus : status);
}

/** Lists lag behind the details while a settlement goes on. */
function listedStatusOf(one: Transaction, at: number): string {
  const { settlesUntil = 0, statusBefore, shownAs } = one;
  return (settlesUntil > at && (shownAs ?? statusBefore)) || statusOf(one, at);
}

/** Amounts are numbers in reports. */
function amountOf(cents: bigint): number {
  return Number(formatMoney(cents));
}
