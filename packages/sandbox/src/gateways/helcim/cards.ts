/** The declines that security codes cause in a test account. */
const declinesByCode: Readonly<Record<string, string>> = {
  200: 'DECLINE CVV2',
  201: 'PICK UP CARD',
  202: 'AMOUNT ERROR',
  203: 'AMT OVER SVC LMT',
  204: 'APPL TYPE ERROR',
  205: 'CANNOT CONVERT',
  206: 'DECLINED T4',
  207: 'DECLINED-HELP 9999',
  208: 'DUP CHECK NBR',
  209: 'Do Not Honor',
  210: 'EXPIRED CARD',
  212: 'INVALID CARD',
  213: 'invalid CAVV',
  214: 'invalid terminal',
  222: 'general system error',
  223: 'please retry',
  225: 'REQUEST EXCEEDS BALANCE',
  227: 'invalid request',
  229: 'refer to issuer',
};

export function declineOf(code: string | undefined): string | undefined {
  return code === undefined ? undefined : declinesByCode[code];
}

export function isDeclineText(text: string): boolean {
  return Object.values(declinesByCode).includes(text);
}

const lettersByCode: Readonly<Record<string, string>> = {
  100: 'M',
  101: 'P',
  102: 'S',
  103: 'U',
  104: 'N',
};

export function cvvOf(code: string | undefined): string {
  return code === undefined ? '' : (lettersByCode[code] ?? 'M');
}

export function avsOf(postalCode: string | undefined): string {
  return postalCode === undefined ? '' : postalCode.startsWith('999') ? 'N' : 'X';
}
