import type { Refund } from '../../../clients/typescript/src/index.ts';
import { bankWords } from '../words/bank.ts';
import { common } from '../words/common.ts';
import { inWords, type Text, t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { declines } from '../words/refusals.ts';
import { Actor } from './actor.tsx';
import { Amount, State, When } from './show.tsx';

export const refundKinds: Readonly<Record<Refund['kind'], Text>> = {
  refund: words.kindRefund,
  void: words.kindVoid,
  give_back: words.kindGiveBack,
};

/** The refunds of one payment. */
export function RefundTable({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <table className="table plain fold">
      <caption className="unseen">{t(words.refundsTab)}</caption>
      <thead>
        <tr>
          <th scope="col" className="num">
            {t(common.amount)}
          </th>
          <th scope="col">{t(common.status)}</th>
          <th scope="col">{t(common.kind)}</th>
          <th scope="col">{t(common.reason)}</th>
          <th scope="col" className="num">
            {t(common.created)}
          </th>
        </tr>
      </thead>
      <tbody>
        {refunds.map((refund) => (
          <tr key={refund.id}>
            <td className="num p2">
              <Amount minor={refund.amount} currency={refund.currency} />
            </td>
            <td className="p4">
              <State state={refund.status} />
            </td>
            <td className="p1">{t(refundKinds[refund.kind])}</td>
            <td className="p3 soft">
              {[refund.reason, refund.failure && inWords(refund.failure, declines)]
                .filter(Boolean)
                .map((said) => `${said} · `)}
              {t(bankWords.by)} <Actor of={refund.actor} />
            </td>
            <td className="num soft">
              <When at={refund.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
