import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useHere } from '../data/business.tsx';
import { tellError } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { t } from '../words/language.ts';
import { terminal as words } from '../words/terminal.ts';
import { PaymentState, payerName } from './payment-parts.tsx';
import { Note, When } from './show.tsx';

/** A charge that was refused since another payment has its order number: which one that is. */
export function OrderTaken({ error, orderNumber }: { error: unknown; orderNumber: string }) {
  const { business, client } = useHere();
  // Input that changed meanwhile was not refused.
  const [refused] = useState(orderNumber);
  const found = useQuery({
    queryKey: [business.id, 'payments', 'of order', refused],
    queryFn: async () => {
      const { data } = await client.payments.list({ orderNumber: refused, expand: ['customer'] });
      return data.find(({ receiptNumber }) => receiptNumber !== null) ?? data[0] ?? null;
    },
  });
  const payment = found.data;
  return (
    <Note tone="bad" title={tellError(error)}>
      {payment ? (
        <p>
          <Link href={`/payments/${payment.id}`}>
            {t(words.paymentOf(money(payment.amount, payment.currency), payerName(payment)))}
          </Link>
          {', '}
          <When at={payment.createdAt} /> <PaymentState payment={payment} />
        </p>
      ) : (
        // Its line is kept free, so that nothing moves once it is there.
        <p>{found.isPending && <span className="bone w4 late" />}&nbsp;</p>
      )}
    </Note>
  );
}
