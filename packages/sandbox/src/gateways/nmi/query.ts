import { formatMoney } from '../../../../../src/kernel/money.ts';
import { xmlText } from '../../../../../src/kernel/xml/text.ts';
import type { Action, Book, Transaction } from './book.ts';

/** The report of query.php: what is shown of the transactions that fit. */
export function report(book: Book, form: URLSearchParams, at: number): string {
  const [orderId, id] = [form.get('order_id'), form.get('transaction_id')];
  const one = id === null ? undefined : book.find(id);
  const searched = id === null ? book.transactions() : one ? [one] : [];
  const rows: string[] = [];
  const type = form.get('action_type');
  const [start, end] = [form.get('start_date') ?? '', form.get('end_date') ?? '9'];
  for (const found of searched) {
    // A search finds what has the words in it.
    const fits = orderId === null || found.orderId.includes(orderId);
    if (!fits || found.visibleAt > at) continue;
    const ofType = found.actions.filter((action) => type === null || action.type === type);
    if (!ofType.some(({ at: acted }) => dateOf(acted) >= start && dateOf(acted) <= end)) continue;
    const row = transactionXml(found, at);
    rows.push(row, ...(found.isTwice ? [row] : []));
  }
  const size = Number(form.get('result_limit') ?? rows.length);
  const from = Number(form.get('page_number') ?? 0) * size;
  return response(rows.slice(from, from + size).join(''));
}

function dateOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

export function errorReport(text: string): string {
  return response(`<error_response>${xmlText(text)}</error_response>`);
}

export function testModeReport(isTestMode: boolean): string {
  return response(`<test_mode_enabled>${isTestMode}</test_mode_enabled>`);
}

function response(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>\n${content}</nm_response>\n`;
}

function transactionXml(found: Transaction, at: number): string {
  const fields = {
    transaction_id: found.id,
    transaction_type: 'cc',
    condition: found.unclearUntil > at ? 'unknown' : found.condition,
    order_id: found.orderId,
    authorization_code: found.authorizationCode,
    currency: found.currency,
    cc_number: `xxxxxxxxxxxx${found.last4}`,
    avs_response: found.avs,
    csc_response: found.cvv,
    partial_payment_id: '',
    partial_payment_balance: '',
  };
  const actions = found.actions.map((one) => `<action>${lines(actionFields(one))}</action>\n`);
  return `<transaction>${lines(fields)}${actions.join('')}</transaction>\n`;
}

function actionFields({ type, cents, at, isSuccess, code, text }: Action) {
  return {
    // As reports show what flows back.
    amount: formatMoney(type === 'refund' ? -cents : cents),
    action_type: type,
    date: dateOf(at),
    success: isSuccess ? '1' : '0',
    source: 'api',
    response_text: text,
    response_code: code,
  };
}

function lines(fields: Readonly<Record<string, string>>): string {
  const written = Object.entries(fields).map(
    ([name, value]) => `<${name}>${xmlText(value)}</${name}>\n`,
  );
  return `\n${written.join('')}`;
}
