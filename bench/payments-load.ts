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
    const { order, phone } = nextOrder();
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

/** The same payment below /v1. */
export function paymentRequestV1(
  { apiKey }: Pick<FirstStart, 'apiKey'>,
  { receipts = true } = {},
): () => string {
  const head =
    'POST /v1/payments HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
    `Authorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: `;
  return () => {
    const { order, phone } = nextOrder();
    const body =
      '{"customer":{"firstName":"Ada","lastName":"Park","address1":"1 Main Street","city":"New York","state":"NY",' +
      `"postalCode":"10001","country":"US","email":"payer${order}@example.com","phone":"${phone}"},` +
      '"source":{"card":{"number":"4242424242424242","expiryMonth":12,"expiryYear":2034,"cvv":"123"}},' +
      `"amount":1250,"description":"Order ${order}","orderNumber":"${order}","capture":true,` +
      `"receiptByEmail":${receipts},"receiptByText":${receipts},"saveToken":false}`;
    return `${head}${body.length}\r\n\r\n${body}`;
  };
}

function nextOrder() {
  counter += 1;
  const order = `${run}-${String(counter).padStart(8, '0')}`;
  return { order, phone: 2_000_000_000 + (counter % 7_000_000_000) };
}

export function checkPaymentV1(status: number, body: string): void {
  if (status !== 201 || !body.includes('"status":"captured"')) {
    throw new Error(`a payment was answered ${status}: ${body}`);
  }
}

export function checkPayment(status: number, body: string): void {
  if (status !== 200 || !body.startsWith('{"IsSuccess":true')) {
    throw new Error(`a payment was answered ${status}: ${body}`);
  }
}
