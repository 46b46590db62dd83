import type { FirstStart } from './service.ts';

let counter = 0;
const run = Date.now().toString(36);

/**
 * A request for a payment as callers send it: a card, an order number of its own, and a payer who was
 * never seen before, which is the dearest case.
 */
export function paymentRequest(
  { username, apiKey }: FirstStart,
  { receipts = true } = {},
): () => string {
  const basic = Buffer.from(`${username}:${apiKey}`).toString('base64');
  const head =
    'POST /api/Default/CreatePayment HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
    `Authorization: Basic ${basic}\r\nContent-Type: application/json\r\nContent-Length: `;
  return () => {
    counter += 1;
    const order = `${run}-${String(counter).padStart(8, '0')}`;
    const phone = 2_000_000_000 + (counter % 7_000_000_000);
    const body =
      '{"FirstName":"Ada","LastName":"Park","Address1":"1 Main Street","City":"New York","StateCode":"NY",' +
      `"PostalCode":"10001","CountryCode":"US","Email":"payer${order}@example.com","MobilePhone":"${phone}",` +
      '"CCNumber":"4242424242424242","ExpirationMonth":"12","ExpirationYear":"34","CVV":"123",' +
      `"PaymentType":"CreditCard","Amount":"12.50","Description":"Order ${order}","OrderNumber":"${order}",` +
      '"ChargeType":"Charge","IsEmailReceipt":' +
      `${receipts},"IsSMSReceipt":${receipts},"CreateToken":false}`;
    return `${head}${body.length}\r\n\r\n${body}`;
  };
}

export function checkPayment(status: number, body: string): void {
  if (status !== 200 || !body.startsWith('{"IsSuccess":true')) {
    throw new Error(`a payment was answered ${status}: ${body}`);
  }
}
