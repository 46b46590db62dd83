import type { Request } from '../../http/request.ts';

/*
 * The cookie of a session. Over https its name begins with __Host-, so that browsers take it from this host alone; over
 * http, which only a sandbox on the own machine is used with, browsers would refuse that name.
 */

const names = { secure: '__Host-quittance', plain: 'quittance' } as const;
const written = /^[A-Za-z0-9_-]{43}$/;

export function tokenIn({ headers }: Request, isSecure: boolean): string | undefined {
  const name = isSecure ? names.secure : names.plain;
  const start = `${name}=`;
  const cookies = String(headers.cookie ?? '')
    .split(';')
    .map((one) => one.trim());
  const token = cookies.find((one) => one.startsWith(start))?.slice(start.length);
  return token !== undefined && written.test(token) ? token : undefined;
}

export function cookieOf(token: string, isSecure: boolean): string {
  return isSecure
    ? `${names.secure}=${token}; Path=/; HttpOnly; SameSite=Strict; Secure`
    : `${names.plain}=${token}; Path=/; HttpOnly; SameSite=Strict`;
}

export function endedCookie(isSecure: boolean): string {
  return `${cookieOf('', isSecure)}; Max-Age=0`;
}
