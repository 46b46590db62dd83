import { allDigits } from './digits.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';

const notAPhone = flaw(
  'malformed',
  'must be a phone number of up to 10 digits, without formatting',
);

/**
 * Up to ten digits. Callers without messaging may send any ten digits, so nothing is checked about their owner:
 * `textable` does that before a text is sent.
 */
export function parsePhone(text: string): Parsed<string> {
  const digits = withoutCountryCode(text);
  return digits.length <= 10 && allDigits(digits) ? parsed(digits) : notAPhone;
}

const notWhole = flaw('malformed', 'must be a phone number of 10 digits, without formatting');

/** A number that a text is sent to. */
export function parseWholePhone(text: string): Parsed<string> {
  const read = parsePhone(text);
  return read.ok && read.value.length === 10 ? read : notWhole;
}

function withoutCountryCode(text: string): string {
  if (text.length === 12 && text.startsWith('+1')) return text.slice(2);
  return text.length === 11 && text.startsWith('1') ? text.slice(1) : text;
}

/** The fewest digits that are searched for: an area code and an exchange. */
const fewestTyped = 6;

/** The digits of a phone, or of its beginning, as people write it: "(612) 555-0123", "+1 612 555". */
export function phoneTyped(text: string): string | undefined {
  if (!/^[\d\s().+-]+$/.test(text)) return undefined;
  const all = text.replace(/\D/g, '');
  const digits = /^\s*\+\s*1/.test(text) ? all.slice(1) : withoutCountryCode(all);
  return digits.length >= fewestTyped && digits.length <= 10 ? digits : undefined;
}

/** Area code and exchange begin with 2 to 9, and the area code is no service code such as 911. */
const northAmerican = /^[2-9](?!11)\d\d[2-9]\d{6}$/;

/** Toll-free, premium, personal and other numbers without a place, and reserved area codes. */
const nowhere = /^.(?:(\d)\1|9)|^(?:37|52[1-9]|88|96|710)/;

/** True if a number begins with an area code that a place may have. */
export function hasGeographicArea(phone: string): boolean {
  return /^[2-9]\d\d/.test(phone) && !nowhere.test(phone);
}

/** True if a text could reach this number: ten digits in the form of a North American one. */
export function textable(phone: string): boolean {
  return northAmerican.test(phone);
}
