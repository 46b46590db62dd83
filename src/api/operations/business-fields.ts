import { parseIpAddress } from '../../kernel/ip-address.ts';
import { flawInLength, lengths } from '../../kernel/lengths.ts';
import { flaw, type Parsed, parsed } from '../../kernel/parsed.ts';
import { parsePhone, textable } from '../../kernel/phone.ts';
import { Secret } from '../../kernel/secret.ts';
import { parseEin, parseSsn } from '../../kernel/tax-numbers.ts';
import { flawInText } from '../../kernel/text.ts';
import { parseWebAddress } from '../../kernel/web-address.ts';
import { flawInChosenKey, leastChosenKey } from '../../parties/businesses/chosen-key.ts';
import { hasKeyForm } from '../../ports/vault/api-key.ts';
import { cardless, exactText, type Field, numberless, plain, secret, verbatim } from './fields.ts';
import type { Review } from './operation.ts';

export function ssn(doc: string): Field<Secret> {
  return secret(plain(doc, { type: 'string', pattern: '^[0-9]{9}$' }, parseSsn));
}

export function ein(doc: string): Field<string> {
  return plain(doc, { type: 'string', pattern: '^[0-9]{2}-?[0-9]{7}$' }, parseEin);
}

export function webAddress(doc: string): Field<string> {
  const schema = { type: 'string', maxLength: lengths.url, examples: ['www.example.com'] };
  return numberless(verbatim(plain(doc, schema, (text) => cardless(text, parseWebAddress(text)))));
}

/** A URL stored with the http:// or https:// that was sent. */
export function wholeWebAddress(doc: string): Field<string> {
  const schema = { type: 'string', maxLength: lengths.url };
  const field = plain(doc, schema, (text) => {
    const read = cardless(text, parseWebAddress(text));
    return read.ok ? parsed(text) : read;
  });
  return numberless(verbatim(field));
}

export function ipAddress(doc: string): Field<string> {
  const schema = { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] };
  return plain(doc, schema, parseIpAddress);
}

const notATypeNumber = flaw('malformed', 'must be the number of a business type');

export function businessType(doc: string): Field<number> {
  return plain(doc, { type: 'string', pattern: '^[0-9]{1,9}$' }, (text) =>
    /^\d{1,9}$/.test(text) ? parsed(Number(text)) : notATypeNumber,
  );
}

const notASiteNumber = flaw('malformed', 'must be a SalesSiteID');

export function siteNumber(doc: string): Field<bigint> {
  return plain(doc, { type: 'string', pattern: '^[0-9]{1,18}$' }, (text) =>
    /^\d{1,18}$/.test(text) ? parsed(BigInt(text)) : notASiteNumber,
  );
}

const notAMobileNumber = flaw('malformed', 'must be a North American phone number of 10 digits');

/** A number for texting, so it must be a real one. */
export function mobileNumber(doc: string): Field<string> {
  return plain(doc, { type: 'string', pattern: '^[0-9]{10}$' }, (text) => {
    const phone = parsePhone(text);
    return phone.ok && textable(phone.value) ? phone : notAMobileNumber;
  });
}

const keyTooShort = flaw('too_short', `must have at least ${leastChosenKey} characters`);
const notAKey = flaw('malformed', 'must be printable ASCII characters');
const ourKey = flaw('not_yours', 'must not be an API key of this service');

/** A key that its owner chose. Plain text, since the answer shows it once. */
export function externalKey(doc: string): Field<string> {
  const schema = { type: 'string', minLength: leastChosenKey, maxLength: lengths.apiKey };
  return secret(plain(doc, schema, parseExternalKey));
}

function parseExternalKey(text: string): Parsed<string> {
  if (!/^[\x20-\x7e]+$/.test(text)) return notAKey;
  if (text.length < leastChosenKey) return keyTooShort;
  const tooLong = flawInLength(text, lengths.apiKey);
  return tooLong ?? (hasKeyForm(text) ? ourKey : (flawInChosenKey(text) ?? parsed(text)));
}

/** Refuses a key made of public facts about its owner. */
export function rejectOwnNames(
  key: string | undefined,
  names: readonly (string | undefined)[],
  review: Review,
): void {
  const known = names.filter((name) => name !== undefined);
  const flawed = key === undefined ? undefined : flawInChosenKey(key, known);
  if (flawed) review.note('ExternalAPIKey', flawed);
}

export function password(doc: string): Field<Secret> {
  return secret(
    plain(doc, { type: 'string', maxLength: lengths.password }, (text) => {
      const flawed = flawInText(text, { multiline: false });
      return flawed ?? flawInLength(text, lengths.password) ?? parsed(new Secret(text));
    }),
  );
}

const hasColon = flaw('malformed', 'must not contain a colon');

/** The first part of HTTP Basic, which ends at the first colon. */
export function basicUsername(doc: string): Field<string> {
  const text = exactText(doc, 'name');
  return numberless({
    ...text,
    parse: (sent) => (sent.includes(':') ? hasColon : cardless(sent, text.parse(sent))),
  });
}
