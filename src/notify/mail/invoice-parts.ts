import { speaker } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { languageOf, type PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { Payment } from '../../payments/payment.ts';
import type { Row } from './sheet.ts';
import { dayWords } from './wording.ts';
import { invoices as words } from './words/receipts.ts';

/** The most that are listed one by one. */
const mostParts = 8;

/** The parts that were paid of an invoice, the earliest first, and what is left. */
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
  const before = parts.slice(0, -mostParts).reduce((sum, part) => sum + part.amountCents, 0n);
  return [
    ...(before > 0n ? [{ label: say(words.paidBefore), value: money(-before) }] : []),
    ...listed.map(({ createdAt, amountCents }) => ({
      label: say(words.paidOn(dayWords(createdAt, face.timeZone, language))),
      value: money(-amountCents),
    })),
    { label: say(words.left), value: money(leftCents) },
  ];
}
