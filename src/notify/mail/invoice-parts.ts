import { isPartDone } from '../../invoicing/pay-links/parts.ts';
import { speaker } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { Payment } from '../../payments/payment.ts';
import type { Row } from './sheet.ts';
import { dayWords } from './wording.ts';
import { invoices as words } from './words/receipts.ts';

/** The most that are listed one by one. */
const mostParts = 8;

/** The parts of an invoice that were paid or are under way, the earliest first, and what is left. */
export function partRows(
  parts: readonly Payment[],
  leftCents: bigint,
  face: Pick<PublicProfile, 'language' | 'timeZone'>,
): Row[] {
  const [{ currency } = { currency: undefined }] = parts;
  if (currency === undefined) return [];
  const language = languageOf(face);
  const say = speaker(language);
  const money = (cents: bigint) => moneyWords(cents, currency, language);
  const listed = parts.slice(-mostParts);
  const earlier = parts.slice(0, -mostParts);
  const before = earlier.reduce((sum, part) => sum + part.amountCents, 0n);
  const beforeWords = earlier.every(isPartDone) ? words.paidBefore : words.underWayBefore;
  return [
    ...(before > 0n ? [{ label: say(beforeWords), value: money(-before) }] : []),
    ...listed.map((part) => {
      const day = dayWords(part.createdAt, face.timeZone, language);
      const label = isPartDone(part) ? words.paidOn(day) : words.underWaySince(day);
      return { label: say(label), value: money(-part.amountCents) };
    }),
    { label: say(words.left), value: money(leftCents) },
  ];
}
