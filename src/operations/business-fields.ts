import { parseIpAddress } from '../base/ip-address.ts';
import { lengths } from '../base/lengths.ts';
import type { Secret } from '../base/secret.ts';
import { parseEin, parseSsn } from '../base/tax-numbers.ts';
import { parseWebAddress } from '../base/web-address.ts';
import { type Field, plain, secret, verbatim } from './fields.ts';

export function ssn(doc: string): Field<Secret> {
  return secret(plain(doc, { type: 'string', pattern: '^[0-9]{9}$' }, parseSsn));
}

export function ein(doc: string): Field<string> {
  return plain(doc, { type: 'string', pattern: '^[0-9]{2}-?[0-9]{7}$' }, parseEin);
}

export function webAddress(doc: string): Field<string> {
  const schema = { type: 'string', maxLength: lengths.url, examples: ['www.example.com'] };
  return verbatim(plain(doc, schema, parseWebAddress));
}

export function ipAddress(doc: string): Field<string> {
  const schema = { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] };
  return plain(doc, schema, parseIpAddress);
}
