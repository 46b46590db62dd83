import type { Figures } from '../data/figures.ts';
import { calendarDay, money } from '../data/format.ts';
import { common } from '../words/common.ts';
import { home as words } from '../words/home.ts';
import { t } from '../words/language.ts';

/** The numbers of the chart and what went back, the newest day first. */
export function DayTable({ figures: { currency, charted } }: { figures: Figures }) {
  const heads = [words.cards, common.bank, words.refunded, words.returned, words.declinedCards];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <div className="card-rows" role="group" aria-label={t(words.volume)} tabIndex={0}>
      <table className="table plain tries">
        <caption className="unseen">{t(words.volume)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(common.day)}</th>
            {heads.map((head) => (
              <th key={t(head)} scope="col" className="num">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {charted.toReversed().map((one) => (
            <tr key={one.day}>
              <th scope="row">{calendarDay(one.day, 'weekday')}</th>
              {[one.cardAmount, one.bankAmount, one.refundedAmount, one.returnedAmount].map(
                (amount, i) => (
                  <td key={t(heads[i]!)} className="num">
                    {money(amount, currency)}
                  </td>
                ),
              )}
              <td className="num">{one.declinedCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
