import { allDigits } from './digits.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';

const notAPhone = flaw(
  'malformed',
  'must be a phone number of up to 10 digits, without formatting',
);

/**
 * Up to ten digits. Callers without messaging send any ten digits that are theirs alone, so that nothing
 * is asked about who could own the number: `textable` asks that before a text is sent.
 */
export function parsePhone(text: string): Parsed<string> {
  const digits = withoutCountryCode(text);
  return digits.length <= 10 && allDigits(digits) ? parsed(digits) : notAPhone;
}

function withoutCountryCode(text: string): string {
  if (text.length === 12 && text.startsWith('+1')) return text.slice(2);
  return text.length === 11 && text.startsWith('1') ? text.slice(1) : text;
}

/** Area code and exchange begin with 2 to 9, and the area code is no service code such as 911. */
const northAmerican = /^[2-9](?!11)\d\d[2-9]\d{6}$/;

/** Toll-free, premium, personal and other numbers of no place, and area codes that are held back. */
const nowhere = /^.(?:(\d)\1|9)|^(?:37|52[1-9]|88|96|710)/;

/** Whether a number begins with an area code that a place could have. */
export function hasGeographicArea(phone: string): boolean {
  return /^[2-9]\d\d/.test(phone) && !nowhere.test(phone);
}

/** Whether a text could reach this number: ten digits in the shape of a North American one. */
export function textable(phone: string): boolean {
  return northAmerican.test(phone);
}
