import { resolve } from 'node:path';
import { abaCheckDigitValid } from '../kernel/digits.ts';
import { parseEmail } from '../kernel/email.ts';
import { parsePostgresAddress } from '../kernel/postgres-address.ts';

/** A setting of the environment: its variable, default and meaning, and the reader of its text. */
export type Setting<T> = {
  readonly env: string;
  readonly default: string;
  readonly doc: string;
  readonly secret?: true;
  /**
   * The silent effect of a variable that is set without a value, which is therefore refused; leaving it unset is a
   * decision.
   */
  readonly ifBlank?: string;
  read(text: string, env: string): T;
};

/** An invalid setting; the message names it and its rule. */
export class ConfigFault extends Error {}

export function setting<T>(
  env: string,
  otherwise: string,
  read: (text: string, env: string) => T,
  doc: string,
  secret?: true,
): Setting<T> {
  return { env, default: otherwise, read, doc, ...(secret && { secret }) };
}

export function word(text: string): string {
  return text;
}

export function path(text: string): string {
  return resolve(text);
}

export function wholeNumber(least: number, most: number): (text: string, env: string) => number {
  return (text, env) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new ConfigFault(`${env} must be a whole number from ${least} to ${most}`);
  };
}

export function oneOf<const W extends string>(...words: W[]): (text: string, env: string) => W {
  return (text, env) => {
    const found = words.find((candidate) => candidate === text.toLowerCase());
    if (found) return found;
    throw new ConfigFault(`${env} must be one of: ${words.join(', ')}`);
  };
}

export function httpAddress(text: string, env: string): string {
  if (text === '') return '';
  const address = URL.parse(text);
  const isPlain = address !== null && address.search === '' && address.hash === '';
  if (isPlain && /^https?:$/.test(address.protocol) && !/["<>\s]/.test(text)) {
    return text.replace(/\/+$/, '');
  }
  throw new ConfigFault(
    `${env} must be an address that begins with http:// or https:// and has no query`,
  );
}

export function postgresAddress(text: string, env: string): string {
  if (text === '' || parsePostgresAddress(text)) return text;
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new ConfigFault(`${env} must begin with postgres:// or postgresql://`);
  }
  throw new ConfigFault(
    `${env} must be like postgresql://user:password@host:5432,host:5432/database, with % and two digits for ` +
      'what no address may hold; target_session_attrs, where it is told, is read-write, primary or any',
  );
}

export function sftpAddress(text: string, env: string): string {
  if (text === '') return '';
  const address = URL.parse(text);
  const isPlain = address !== null && !address.password && !address.search && !address.hash;
  const isSafe = /^sftp:\/\/[\w.-]+@[\w.:[\]-]+(?:\/[\w./-]*)?$/.test(text);
  if (isPlain && isSafe) return text.replace(/\/+$/, '');
  throw new ConfigFault(`${env} must be like sftp://user@host:22/folder, without a password`);
}

export function smtpAddress(text: string, env: string): string {
  if (text === '') return '';
  const address = URL.parse(text);
  const isWhole =
    Boolean(address?.hostname) && Boolean(address?.username) === Boolean(address?.password);
  const isPlain = /^smtps?:\/\/[^/?#\s]+\/?$/.test(text) && isDecodable(text);
  if (isWhole && isPlain) return text;
  throw new ConfigFault(
    `${env} must be like smtps://user:password@host:465, with % and two digits for what no address may hold`,
  );
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

export function emailAddress(text: string, env: string): string {
  if (text === '' || parseEmail(text).ok) return text;
  throw new ConfigFault(`${env} must be an e-mail address`);
}

export function twilioAccount(text: string, env: string): string {
  if (text === '' || /^AC[0-9a-f]{32}$/.test(text)) return text;
  throw new ConfigFault(`${env} must be AC and 32 hexadecimal digits`);
}

export function routingNumber(text: string, env: string): string {
  if (text === '' || abaCheckDigitValid(text)) return text;
  throw new ConfigFault(
    `${env} must be a routing number: nine digits, the last one checks the others`,
  );
}

export function achOrigin(text: string, env: string): string {
  if (/^(?:[0-9A-Za-z]{9,10})?$/.test(text)) return text.toUpperCase();
  throw new ConfigFault(`${env} must be nine or ten letters and digits`);
}

export function offsetAccount(text: string, env: string): string {
  const [, routing = ''] = /^(?:checking|savings):(\d{9}):\d{4,17}$/.exec(text) ?? [];
  if (text === '' || abaCheckDigitValid(routing)) return text;
  throw new ConfigFault(`${env} must be like checking:123456780:000123456789`);
}

export function namespace(text: string, env: string): string {
  if (URL.canParse(text) && text.endsWith('/')) return text;
  throw new ConfigFault(`${env} must be an absolute address that ends with a slash`);
}
