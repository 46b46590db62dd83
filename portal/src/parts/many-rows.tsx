import { useHere } from '../data/business.tsx';
import { calendarDay, money, nearDay } from '../data/format.ts';
import { refusalOf, type Told } from '../data/pay-link-batch.ts';
import type { FileRow } from '../data/pay-link-rows.ts';
import { due } from '../words/due.ts';
import { invoices } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { payLinkFiles as words } from '../words/pay-link-files.ts';
import { Tag } from './show.tsx';

type Props = { rows: readonly FileRow[]; told: Told };

/** The rows of a file, each with what becomes of it. */
export function ManyRows({ rows, told }: Props) {
  const { currency } = useHere().business;
  const hasDays = rows.some(({ cells }) => cells.dueOn !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <div className="scrolls" tabIndex={0} role="region" aria-label={t(words.result)}>
      <table className="table plain">
        <thead>
          <tr>
            <th className="num">{t(words.row)}</th>
            <th className="num">{t(invoices.amountToPay)}</th>
            <th>{t(invoices.toWhom)}</th>
            {hasDays && <th>{t(due.due)}</th>}
            <th>{t(words.result)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { firstName, lastName, email, phone, customerId, amount } = row.cells;
            const name = [firstName, lastName].filter(Boolean).join(' ');
            return (
              <tr key={row.line}>
                <td className="num">{row.line}</td>
                <td className="num">
                  {row.link.amount > 0 ? money(row.link.amount, currency) : amount}
                </td>
                <td>{name || email || phone || customerId}</td>
                {hasDays && (
                  <td>{row.link.dueOn ? calendarDay(row.link.dueOn) : row.cells.dueOn}</td>
                )}
                <td>
                  <Outcome row={row} told={told} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Outcome({ row: { line, faults }, told }: { row: FileRow; told: Told }) {
  const { business, now } = useHere();
  if (faults.length > 0) return <Tag tone="bad">{faults.join('; ')}</Tag>;
  const result = told.get(line);
  if (!result) return null;
  const { outcome, madeAt, error } = result;
  const day = madeAt && nearDay(new Date(madeAt), business.timeZone, now(), 'within');
  switch (outcome) {
    case 'refused':
      return <Tag tone="bad">{error && refusalOf(error)}</Tag>;
    case 'created':
      return <Tag tone="good">{t(words.created)}</Tag>;
    case 'exists':
      return <Tag tone="still">{t(day ? words.existsSince(day) : words.twin)}</Tag>;
    case 'possible':
      return day ? <Tag tone="wait">{t(words.likeOf(day))}</Tag> : <Tag>{t(words.possible)}</Tag>;
  }
}
