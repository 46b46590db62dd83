import { formatMoney } from '../../../../../src/kernel/money.ts';
import type { Batch, Book, Transaction } from './book.ts';

/** The content at a path; undefined: nothing is there. */
export function report(book: Book, url: URL, at: number): unknown {
  const [, , what = '', id] = url.pathname.split('/');
  if (what === 'connection-test') return { message: 'Connection Successful' };
  if (what === 'customers') return customersIn(url.searchParams);
  if (what === 'card-transactions') {
    if (id === undefined) return listOf(book, url.searchParams, at);
    const found = book.find(id);
    return found && rowOf(found, at);
  }
  const batch = what === 'card-batches' && id !== undefined ? book.findBatch(id) : undefined;
  return batch && batchOf(book, batch);
}

function listOf(book: Book, filter: URLSearchParams, at: number): object[] {
  const [invoiceNumber, batchId] = [filter.get('invoiceNumber'), filter.get('cardBatchId')];
  const found = book
    .transactions()
    .filter(
      (one) =>
        one.visibleAt <= at &&
        (invoiceNumber === null || one.invoiceNumber === invoiceNumber) &&
        (batchId === null || one.batch.id === batchId),
    );
  const rows = found.flatMap((one) => {
    const row = rowOf(one, at);
    return one.isTwice ? [row, row] : [row];
  });
  const size = Number(filter.get('limit') ?? 1000);
  const from = (Number(filter.get('page') ?? 1) - 1) * size;
  return rows.slice(from, from + size);
}

export function rowOf(found: Transaction, at: number): object {
  const { type, isApproved, batch, invoiceNumber, avs, cvv, cardToken, text } = found;
  const status = isApproved ? 'APPROVED' : 'DECLINED';
  return {
    transactionId: Number(found.id),
    cardBatchId: Number(batch.id),
    dateCreated: mountainTime(found.at),
    status: found.unclearUntil > at ? 'IN_PROGRESS' : status,
    user: 'API',
    type,
    amount: Number(formatMoney(found.cents)),
    currency: found.currency,
    avsResponse: avs,
    cvvResponse: cvv,
    cardType: 'VI',
    approvalCode: isApproved ? `T${found.id.slice(-5)}` : '',
    cardToken,
    cardNumber: found.digits,
    cardHolderName: '',
    customerCode: 'CST1001',
    invoiceNumber,
    warning: '',
    ...(found.namesOther && { originalTransactionId: Number(found.of?.id) }),
    ...(!isApproved && { errors: `Transaction Declined: DECLINED - ${text}` }),
  };
}

/** Some of its numbers come as texts. */
function batchOf(book: Book, { id, openedAt, closedAt }: Batch): object {
  const all = book.transactions().filter(({ batch }) => batch.id === id);
  const approved = all.filter(({ isApproved }) => isApproved);
  return {
    id: Number(id),
    batchNumber: Number(id) - 3914,
    terminalId: 1,
    closed: closedAt !== undefined,
    dateCreated: mountainTime(openedAt),
    dateClosed: closedAt === undefined ? '0000-00-00 00:00:00' : mountainTime(closedAt),
    countTotal: String(all.length),
    countApproved: String(approved.length),
    countDeclined: all.length - approved.length,
  };
}

const inDenver = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Denver',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Without a zone, as the gateway writes it. */
function mountainTime(at: number): string {
  return inDenver.format(at);
}

const customers = [
  {
    id: 4001,
    customerCode: 'CST1001',
    contactName: 'Pat Example',
    businessName: '',
    cellPhone: '212-555-0143',
    billingAddress: {
      name: 'Pat Example',
      street1: '12 Sample Street',
      street2: '',
      city: 'New York',
      province: 'NY',
      country: 'USA',
      postalCode: '10001',
      phone: '',
      email: 'pat@example.com',
    },
  },
];

function customersIn(filter: URLSearchParams): object[] {
  const code = filter.get('customerCode');
  return customers.filter(({ customerCode }) => code === null || customerCode === code);
}
