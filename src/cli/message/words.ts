import { flaw, type Parsed, parsed } from '../../base/parsed.ts';
import { parsePhone } from '../../base/phone.ts';
import { needed, verbatim } from '../words.ts';

export const business = needed('ID|USERNAME', verbatim(100));

const notTenDigits = flaw('malformed', 'must be a phone number of ten digits, as in 2125550100');

export function tenDigits(text: string): Parsed<string> {
  const read = parsePhone(text.replace(/[ ().-]/g, ''));
  return read.ok && read.value.length === 10 ? parsed(read.value) : notTenDigits;
}
