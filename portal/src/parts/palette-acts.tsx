import { useLocation } from 'wouter';
import type { Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { keysOfPage, lettersAreOn, press, pressAt, switchLetters } from '../data/keys.ts';
import { densities, useDensity } from '../data/preferences.ts';
import { switchTheme } from '../data/theme.ts';
import { common } from '../words/common.ts';
import { chooseLanguage, language, type Text, t } from '../words/language.ts';
import { lists } from '../words/lists.ts';
import { palette as words } from '../words/palette.ts';
import { payments } from '../words/payments.ts';
import type { IconName } from './icon.tsx';
import { canRefund, payerName } from './payment-parts.tsx';

export type PaletteAct = {
  readonly text: string;
  readonly icon: IconName;
  /** The key that does the same on this page. */
  readonly key?: string;
  /** True if it is about a payment that was found: it is offered whatever was typed. */
  readonly isOfFound?: true;
  run(): void;
};

/** Acts that work anywhere, on this page, and with the first payment that was found. */
export function usePaletteActs(found: Payment | undefined, showKeys: () => void): PaletteAct[] {
  const { may } = useHere();
  const [here, go] = useLocation();
  const [density, chooseDensity] = useDensity();
  const ofPage = keysOfPage();
  const acts: PaletteAct[] = [];
  const add = (icon: IconName, text: Text, run: () => void, key?: string) =>
    acts.push({ icon, text: t(text), run, ...(key !== undefined && { key }) });
  const goAndPress = (path: string, key: string) => () => {
    // A screen that is there already begins no second time.
    if (here === path && press(key)) return;
    pressAt(path, key);
    go(path);
  };

  if (found && may('refund') && canRefund(found)) {
    const text = words.refundOf(money(found.amount, found.currency), payerName(found));
    const run = goAndPress(`/payments/${found.id}`, 'R');
    acts.push({ icon: 'refund', text: t(text), isOfFound: true, run });
  }
  if (ofPage.has('R')) add('refund', payments.refund, () => press('R'), 'R');
  if (may('charge')) add('plus', words.newPayment, () => go('/terminal'));
  if (ofPage.has('E')) add('save', words.exportHere, () => press('E'), 'E');
  else add('save', words.exportPayments, goAndPress('/payments', 'E'));
  if (ofPage.has('C')) add('code', common.copyCurl, () => press('C'), 'C');
  add('moon', words.theme, switchTheme);
  add('chat', words.language, () => chooseLanguage(language === 'en' ? 'es' : 'en'));
  for (const one of densities) {
    if (one !== density) add('rows', lists[one], () => chooseDensity(one));
  }
  const isOn = lettersAreOn();
  add('key', isOn ? words.lettersOff : words.lettersOn, () => switchLetters(!isOn));
  add('ask', common.keys, showKeys, '?');
  add('book', common.documentation, () => location.assign('/docs'));
  return acts;
}
