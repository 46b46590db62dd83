import type { Currency } from '../../kernel/currency.ts';
import { inLanguage } from '../../kernel/language.ts';
import { moneyWords } from '../../kernel/money.ts';
import { languageOf, readFace, speaking } from '../../parties/businesses/public-profile.ts';
import { findByPhone } from '../../parties/customers/by-phone.ts';
import { readLanguage } from '../../parties/customers/language.ts';
import type { Sql } from '../../runtime/sql.ts';
import { linkMark } from '../conversations/body.ts';
import { askToPay, inGsm } from './words/texts.ts';

type Asked = {
  readonly businessId: bigint;
  /** Undefined: whoever has the phone. */
  readonly customerId?: bigint | undefined;
  readonly phone: string;
  readonly name: string;
  readonly cents: bigint;
  readonly currency: Currency;
};

/** The text that asks for a payment where the caller wrote none. */
export async function usualPayText(sql: Sql, asked: Asked): Promise<string> {
  const { businessId, phone, name, cents, currency } = asked;
  const face = await readFace(sql, businessId);
  if (!face) throw new Error('a text of no business');
  const id = asked.customerId ?? (await findByPhone(sql, businessId, phone));
  const payer = id === undefined ? undefined : { businessId, id };
  const spoken = speaking(face, payer && (await readLanguage(sql, payer)));
  const language = languageOf(spoken);
  const amount = inGsm(spoken, moneyWords(cents, currency, language));
  return inLanguage(language, askToPay(name, amount, linkMark));
}
