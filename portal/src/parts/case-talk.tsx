import { Link } from 'wouter';
import { usePaymentAttempts } from '../data/payment-story.ts';
import { bankWords as words } from '../words/bank.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { attemptSteps } from './payment-attempts.tsx';
import { isOpenAttempt, KnownSoFar } from './payment-doubt.tsx';
import { Card, Fault } from './show.tsx';
import { Timeline } from './timeline.tsx';

type Props = {
  paymentId: string;
  /** The reference of the exchange that the case is about; undefined: all exchanges of the payment. */
  reference: unknown;
};

/** The conversation with the bank beside the decision: what it was asked and answered, and when it is asked next. */
export function CaseTalk({ paymentId, reference }: Props) {
  const { data = [], error, refetch } = usePaymentAttempts(paymentId);
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  const named = data.filter((one) => one.reference === reference);
  const attempts = named.length > 0 ? named : data;
  if (attempts.length === 0) return null;
  return (
    <Card
      title={t(words.withBank)}
      tools={<Link href={`/payments/${paymentId}?part=bank`}>{t(common.open)}</Link>}
    >
      {attempts.filter(isOpenAttempt).map((attempt) => (
        <div className="in" key={`${attempt.reference} ${attempt.kind}`}>
          <KnownSoFar attempt={attempt} />
        </div>
      ))}
      <Timeline steps={attemptSteps(attempts)} />
    </Card>
  );
}
