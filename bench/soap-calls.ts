import { xmlText } from '../src/kernel/xml/text.ts';
import type { FirstStart } from './service.ts';

/** One operation, called with one set of values: what is sent, and the bytes of it. */
export type SoapCall = {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly request: string;
};

/**
 * Neither does database work: the first sends little, the second all that an envelope has room for, of which one word
 * is wrong, so that everything is read and judged and nothing is sent.
 */
const valuesOf = {
  CheckPhoneType: { PhoneNumber: '6175550103' },
  SendPaymentSMS: {
    BusinessName: 'Park & Sons Flowers',
    AccountNumber: 'A-100042',
    Description: 'Flowers for the hall, delivered each Friday of the month before noon',
    TotalAmountDue: '113.00',
    BillToName: 'Ada Park',
    BillToAddress1: '1 Main Street',
    BillToCity: 'Boston',
    BillToState: 'MA',
    BillToZip: '02101',
    BillToCellPhone: '6175550123',
    BillToAddress2: 'Suite 2',
    BusinessAddress1: '2 Main Street',
    BusinessAddress2: 'Rear entrance',
    BusinessCity: 'Boston',
    BusinessState: 'MA',
    BusinessZip: '02101',
    BusinessPhone: '6175550124',
    BusinessEmail: 'shop@example.com',
    AccountNumber2: '42',
    InvoiceID: 'INV-2042',
    StatementDate: '11-21-2026',
    Subtotal: '107.50',
    Tax: '4.50',
    ConvenienceFee: 'none',
    ScheduledDate: `12-30-${new Date().getFullYear() + 1}`,
    ExpirationDate: '12-31-2099',
    SMSMessage: 'Thank you for your order. Please pay here: [PBTLINK]',
  },
} as const;

export type CallName = keyof typeof valuesOf;

/** The same bytes for every server, as the stock clients of .NET write them. */
export function soapCall(
  name: CallName,
  namespace: string,
  { apiKey, username }: FirstStart,
): SoapCall {
  const sent = { Token: apiKey, Username: username, ...valuesOf[name] };
  const values = Object.entries(sent).map(([key, text]) => `<${key}>${xmlText(text)}</${key}>`);
  const body =
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope ' +
    'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
    `<${name} xmlns="${namespace}">${values.join('')}</${name}></soap:Body></soap:Envelope>`;
  const headers = {
    'Content-Type': 'text/xml; charset=utf-8',
    SOAPAction: `"${namespace}${name}"`,
  };
  const head = Object.entries({ ...headers, 'Content-Length': body.length })
    .map(([header, value]) => `${header}: ${value}\r\n`)
    .join('');
  const request = `POST /Service.asmx HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n${body}`;
  return { name, headers, body, request };
}

/** The text of the result, whichever way its writer escapes it. */
export function resultIn({ name }: SoapCall, answer: string): string {
  const [, text] = new RegExp(`<${name}Result>([^<]*)</${name}Result>`).exec(answer) ?? [];
  if (text === undefined) throw new Error(`${name} was answered without a result: ${answer}`);
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => characters[entity]!);
}

const characters: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
};
