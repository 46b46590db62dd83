import { Secret } from '../../../kernel/secret.ts';
import { notObserved, observed, type Trial, wordsFor } from './trial.ts';

/** Test mode has a card for each outcome. */
export const stripeTrial: Trial = {
  card: {
    number: '4242424242424242',
    cvv: '123',
    expiryMonth: 12,
    expiryYear: 2030,
    address: '1 Main Street',
    postalCode: '04101',
  },
  declines: { card: { number: '4000000000000002' } },
  assumptions: [
    {
      subject: 'a cancel while the charge is under way',
      assumed: 'one of the two wins: what was canceled is not found as approved',
      async observe({ processor, charge, newReference, inquireUntil, now }) {
        const reference = newReference();
        const [{ answer }, canceled] = await Promise.all([
          charge({ reference }),
          processor.cancel!(reference, now()),
        ]);
        const found = await inquireUntil(reference, undefined, ({ outcome }) =>
          ['approved', 'declined', 'canceled'].includes(outcome),
        );
        const words = `charge: ${answer.outcome}, cancel: ${canceled.outcome}, then ${wordsFor(found.answer)}`;
        const isBoth = canceled.outcome === 'canceled' && found.answer.outcome === 'approved';
        return observed(words, !isBoth);
      },
    },
    {
      subject: 'a card that is kept, charged while its holder is away',
      assumed: 'is approved',
      async observe({ processor, charge, newReference, currency }) {
        const { number, ...card } = stripeTrial.card;
        const kept = await processor.tokenize?.({
          reference: newReference(),
          currency,
          card: { ...card, holder: '', cvv: undefined, number: new Secret(number) },
        });
        if (kept?.outcome !== 'kept') return notObserved('the account keeps no card');
        const initiation = { by: 'merchant', use: 'again', purpose: 'recurring' } as const;
        const { answer } = await charge({
          processorToken: kept.token,
          initiation: { ...initiation, networkTransactionId: undefined },
        });
        return observed(wordsFor(answer), answer.outcome === 'approved');
      },
    },
    {
      subject: 'a charge by a card that is not kept',
      assumed: 'is refused in words that say so, and charges nothing',
      async observe({ charge }) {
        const processorToken = new Secret('cus_NoneOfThese000/pm_NoneOfThese000');
        const { answer } = await charge({ processorToken });
        const isForIt = answer.outcome === 'rejected' && answer.because === 'token';
        return observed(wordsFor(answer), isForIt);
      },
    },
    {
      subject: 'the answer to a key after a stored error',
      assumed: 'tells nothing; the payment intent does',
      observe: async () => notObserved('test mode makes no such error on demand'),
    },
  ],
};
