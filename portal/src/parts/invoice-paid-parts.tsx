import { Link } from 'wouter';
import type { Invoice } from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { parts as words } from '../words/parts.ts';
import { Card, Facts, Note, State, When } from './show.tsx';

/** The parts in which an invoice was paid, and what is left of it. */
export function PaidParts({ invoice }: { invoice: Invoice }) {
  const { parts = [], amountPaid, amountLeft, currency } = invoice;
  if (parts.length === 0) return null;
  const back = parts.reduce((sum, { amountRefunded }) => sum + amountRefunded, 0);
  return (
    <Card title={t(words.parts)}>
      <div className="in">
        <Facts
          facts={[
            [t(words.paid), money(amountPaid, currency)],
            [t(words.left), money(amountLeft, currency), 'total'],
          ]}
        />
        {back > 0 && <Note tone="wait" title={t(words.refunded(money(back, currency)))} />}
      </div>
      <table className="table fold">
        <caption className="unseen">{t(words.parts)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(words.part)}</th>
            <th scope="col">{t(common.status)}</th>
            <th scope="col">{t(common.created)}</th>
            <th scope="col" className="num">
              {t(common.amount)}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.id}>
              <td className="p1">
                <Link href={`/payments/${part.paymentId}`}>{part.number}</Link>
              </td>
              <td className="p3">
                <State state={part.status} />
              </td>
              <td>
                <When at={part.createdAt} />
              </td>
              <td className="num p4">{money(part.amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
