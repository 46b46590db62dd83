import assert from 'node:assert/strict';
import { accountCanary, type Canary, cardCanary, type Needle } from './canaries.ts';
import type { Cvvs } from './canary-doors.ts';
import type { CapturedService } from './start-captured.ts';

type Fields = Readonly<Record<string, string>>;

/** People pay on hosted pages, and write their numbers where these do not belong: none of them may be found. */
export async function payAtPages(
  { port, username, apiKey }: CapturedService,
  { three, four }: Cvvs,
): Promise<{ readonly answers: string[]; readonly needles: Needle[] }> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const canaries: Canary[] = [];
  const answers: string[] = [];
  const keep = (canary: Canary) => {
    canaries.push(canary);
    return canary.digits;
  };

  async function pay(fields: Fields, status: number): Promise<void> {
    const path = await sendLink(baseUrl, { username, apiKey });
    const headers = { 'User-Agent': 'Mozilla/5.0' };
    // What is agreed to was read on the page.
    const page = await (await fetch(baseUrl + path, { headers })).text();
    const agreement = /name="agreement" value="([\w-]{16})"/.exec(page)?.[1] ?? '';
    const body = new URLSearchParams({ ...fields, agreement });
    const init = { method: 'POST', body, redirect: 'manual' } as const;
    const posted = await fetch(baseUrl + path, init);
    assert.equal(posted.status, status);
    const then = await fetch(new URL(posted.headers.get('location') ?? path, baseUrl), { headers });
    answers.push(await posted.text(), posted.headers.get('location') ?? '', await then.text());
  }

  const card = (label: string): Fields => ({
    method: 'card',
    'card-number': keep(cardCanary(`page: ${label}`)),
    expiry: '12/39',
    cvv: three,
    name: 'Ann Lee',
    'postal-code': '10001',
  });
  const bank = (label: string): Fields => {
    const number = keep(accountCanary(`page: ${label}`));
    return {
      method: 'bank',
      'account-name': 'Ann Lee',
      'routing-number': '021000021',
      'account-number': number,
      'account-number-again': number,
      'account-kind': 'savings',
      authorized: 'yes',
    };
  };

  await pay(card('paid by card'), 303);
  await pay({ ...card('card saved'), save: 'yes', email: 'ann@example.com' }, 303);
  await pay({ ...card('no ZIP code'), 'postal-code': '' }, 422);
  await pay({ ...card('bad code'), cvv: four }, 422);
  await pay(bank('debited'), 303);
  await pay({ ...bank('account saved'), save: 'yes', phone: '2125550100' }, 303);
  await pay({ ...bank('no agreement'), authorized: '' }, 422);
  for (const field of ['name', 'postal-code', 'email', 'phone', 'expiry', 'cvv']) {
    const fields = card(`card number as ${field}`);
    await pay({ ...fields, [field]: fields['card-number']! }, 422);
  }
  const misplaced = bank('account number as name');
  await pay({ ...misplaced, 'account-name': misplaced['account-number']! }, 422);
  return { answers, needles: canaries.flatMap(({ marks }) => marks) };
}

/** The path of a new link. */
async function sendLink(
  baseUrl: string,
  { username, apiKey }: { readonly username: string; readonly apiKey: string },
): Promise<string> {
  const answer = await fetch(`${baseUrl}/Service.asmx/SendPaymentSMS`, {
    method: 'POST',
    body: new URLSearchParams({
      Token: apiKey,
      Username: username,
      TotalAmountDue: '12.50',
      BillToName: 'Ann Lee',
      BillToCellPhone: '2125550100',
      ...Object.fromEntries(others.map((name) => [name, ''])),
    }),
  });
  const text = await answer.text();
  const path = /\/pay\/[\w-]{22}/.exec(text)?.[0];
  assert.ok(path, text);
  return path;
}

/** Plain HTTP sends every parameter, blank or not. */
const others = [
  ...[
    'BusinessName',
    'AccountNumber',
    'Description',
    'BillToAddress1',
    'BillToCity',
    'BillToState',
  ],
  ...['BillToZip', 'BillToAddress2', 'BusinessAddress1', 'BusinessAddress2', 'BusinessCity'],
  ...[
    'BusinessState',
    'BusinessZip',
    'BusinessPhone',
    'BusinessEmail',
    'AccountNumber2',
    'InvoiceID',
  ],
  ...['StatementDate', 'Subtotal', 'Tax', 'ConvenienceFee', 'ScheduledDate', 'ExpirationDate'],
  'SMSMessage',
];
