import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useHere } from '../data/business.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { ledger as words } from '../words/ledger.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Bones, Fault, Note } from './show.tsx';

/** Explains the books to the cent, or names what does not fit. It changes nothing. */
export function VerifyLedger({ onClose }: { onClose(): void }) {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'ledger', 'verify'],
    queryFn: async () => (await client.ledger.verify()).data,
    gcTime: 0,
  });
  const { data: findings, error } = found;
  return (
    <Dialog title={t(words.verify)} onClose={onClose} onSubmit={onClose}>
      <Fault error={error} retry={() => void found.refetch()} />
      {!findings && !error && (
        <>
          <p className="soft">{t(words.verifying)}</p>
          <Bones rows={2} />
        </>
      )}
      {findings?.length === 0 && (
        <Note tone="good" title={t(words.whole)}>
          {t(words.wholeText)}
        </Note>
      )}
      {findings && findings.length > 0 && (
        <Note tone="bad" title={t(words.findings(findings.length))}>
          {t(words.findingsText)}
        </Note>
      )}
      {findings && findings.length > 0 && (
        <ul className="lines scrolls">
          {findings.map(({ rule, paymentId, says }) => (
            <li key={`${rule} ${paymentId} ${says}`}>
              <span className="grow">
                <b className="mono">{rule}</b>
                <small>{says}</small>
              </span>
              {paymentId !== null && <Link href={`/payments/${paymentId}`}>{paymentId}</Link>}
            </li>
          ))}
        </ul>
      )}
      <Button type="submit">{t(common.close)}</Button>
    </Dialog>
  );
}
