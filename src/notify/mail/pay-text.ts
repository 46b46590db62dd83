import type { Currency } from '../../kernel/currency.ts';
import { inLanguage } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import {
  languageOf,
  type PublicProfile,
  readFace,
  speaking,
} from '../../parties/businesses/public-profile.ts';
import { findByPhone } from '../../parties/customers/by-phone.ts';
import { readLanguage } from '../../parties/customers/language.ts';
import type { Sql } from '../../runtime/sql.ts';
import { leftMark, linkMark } from '../conversations/body.ts';
import { plainDayWords } from './wording.ts';
import { askToPay, inGsm, remindToPay } from './words/texts.ts';

type Payer = {
  readonly businessId: bigint;
  /** Undefined: whoever has the phone. */
  readonly customerId?: bigint | undefined;
  readonly phone: string;
};

/** What a text asks to pay. */
export type AskedBill = {
  readonly name: string;
  readonly cents: bigint;
  readonly currency: Currency;
  readonly dueOn?: string | undefined;
  /** True if its payer may pay it in parts. */
  readonly isInParts?: boolean | undefined;
};

/** The business, in the language of a payer. */
export async function payerFace(
  sql: Sql,
  { businessId, customerId, phone }: Payer,
): Promise<PublicProfile> {
  const face = await readFace(sql, businessId);
  if (!face) throw new Error('a text of no business');
  const id = customerId ?? (await findByPhone(sql, businessId, phone));
  const payer = id === undefined ? undefined : { businessId, id };
  return speaking(face, payer && (await readLanguage(sql, payer)));
}

/** The text that asks for a payment where the caller wrote none. */
export function usualPayText(face: PublicProfile, bill: AskedBill): string {
  const { language, amount, day } = spoken(face, bill);
  return inLanguage(language, askToPay(bill.name, amount, linkMark, day));
}

/** The text that asks once more, as it is read on a day: for what is left by then. */
export function usualReminder(
  face: PublicProfile,
  bill: AskedBill,
  on: Temporal.PlainDate,
): string {
  const { language, amount: whole, day } = spoken(face, bill);
  const amount = bill.isInParts ? leftMark(language) : whole;
  const isOver = bill.dueOn !== undefined && Temporal.PlainDate.compare(bill.dueOn, on) < 0;
  const due = day === undefined ? undefined : { day, isOver };
  return inLanguage(language, remindToPay(bill.name, amount, linkMark, due));
}

function spoken(face: PublicProfile, { cents, currency, dueOn }: AskedBill) {
  const language = languageOf(face);
  const amount = inGsm(face, moneyWords(cents, currency, language));
  const day = dueOn === undefined ? undefined : inGsm(face, plainDayWords(dueOn, language));
  return { language, amount, day };
}
