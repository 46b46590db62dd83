import { formatMoney } from '../../../../../src/kernel/money.ts';
import { xmlText } from '../../../../../src/kernel/xml/text.ts';
import type { Action, Transaction } from './book.ts';
import type { Desk } from './transact.ts';

/** The report of query.php: the transactions that fit, as it shows them. */
export function report(desk: Desk, form: URLSearchParams, at: number): string {
  const { book } = desk;
  const [orderId, id] = [form.get('order_id'), form.get('transaction_id')];
  const one = id === null ? undefined : book.find(id);
  const searched = id === null ? book.transactions() : one ? [one] : [];
  const rows: string[] = [];
  const conditions = form.get('condition')?.split(',');
  const types = form.get('action_type')?.split(',');
  // No document says that settlements can be searched for.
  if (types?.some((type) => !searchedTypes.includes(type)))
    return errorReport('Invalid action_type');
  const [start, end] = [form.get('start_date') ?? '', form.get('end_date') ?? '9'];
  for (const found of searched) {
    // A search also finds order ids that contain the one that it searches for.
    const fits = orderId === null || found.orderId.includes(orderId);
    if (!fits || found.visibleAt > at) continue;
    if (conditions && !conditions.includes(conditionOf(found, at))) continue;
    const isOfType = found.actions.some(({ type }) => types?.includes(type) ?? true);
    // Dates are those of the last action, whatever was before it.
    const touched = dateOf(Math.max(...found.actions.map((action) => action.at)));
    if (!isOfType || touched < start || touched > end) continue;
    const row = transactionXml(desk, found, at);
    rows.push(row, ...(found.isTwice ? [row] : []));
  }
  const size = Number(form.get('result_limit') ?? rows.length);
  const from = Number(form.get('page_number') ?? 0) * size;
  return response(rows.slice(from, from + size).join(''));
}

const searchedTypes = ['sale', 'refund', 'credit', 'auth', 'capture', 'void', 'return'];

function conditionOf({ condition, unclearUntil, completesAt }: Transaction, at: number): string {
  if (unclearUntil > at) return 'unknown';
  return condition === 'complete' && completesAt > at ? 'pendingsettlement' : condition;
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

function transactionXml(desk: Desk, found: Transaction, at: number): string {
  const fields = {
    transaction_id: found.id,
    transaction_type: 'cc',
    condition: conditionOf(found, at),
    order_id: found.orderId,
    authorization_code: found.authorizationCode,
    currency: found.currency,
    cc_number: `xxxxxxxxxxxx${found.last4}`,
    avs_response: found.avs,
    csc_response: found.cvv,
    partial_payment_id: '',
    partial_payment_balance: '',
  };
  const shown = found.actions.flatMap(withLevel3);
  const flowsBack = found.actions[0]!.type === 'refund';
  const actions = shown.map((one) => lines(actionFields(one, desk, flowsBack)));
  const elements = actions.map((content) => `<action>${content}</action>\n`);
  return `<transaction>${lines(fields)}${elements.join('')}</transaction>\n`;
}

/** The details of the goods are an action of its own, which moves nothing. */
function withLevel3(action: Action): Action[] {
  const isCharge = action.type === 'sale' && action.isSuccess;
  return isCharge ? [action, { ...action, type: 'level3', text: '' }] : [action];
}

function actionFields(
  { type, cents, at, isSuccess, code, text }: Action,
  { settlesWithoutSign }: Desk,
  flowsBack: boolean,
) {
  const isBelowZero = type === 'refund' || (type === 'settle' && flowsBack);
  return {
    // The sign with which reports show a returned amount.
    amount: formatMoney(isBelowZero && !settlesWithoutSign ? -cents : cents),
    action_type: type,
    date: dateOf(at),
    success: isSuccess ? '1' : '0',
    source: type === 'settle' ? 'internal' : 'api',
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
