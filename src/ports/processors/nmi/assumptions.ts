import { approvedCharge, noCharge } from '../trial/contract.ts';
import { notObserved, observed, type Trial, wordsFor } from '../trial/trial.ts';

/** NMI's sandbox declines what is less than a dollar. */
export const nmiTrial: Trial = {
  card: {
    number: '4111111111111111',
    cvv: '999',
    expiryMonth: 10,
    expiryYear: 2029,
    address: '888 Main Street',
    postalCode: '77777',
  },
  declines: { amountCents: 50n },
  assumptions: [
    {
      subject: 'dup_seconds=0',
      assumed: 'may be sent: equal purchases are no duplicates',
      async observe(bench) {
        const amountCents = 4321n;
        const { answer: first } = await bench.charge({ amountCents });
        const { answer: second } = await bench.charge({ amountCents });
        if (first.outcome !== 'approved') return notObserved(wordsFor(first));
        return observed(wordsFor(second), second.outcome === 'approved');
      },
    },
    {
      subject: 'the orderid of a refund',
      assumed: 'is perhaps not kept',
      async observe(bench) {
        const charged = await approvedCharge(bench);
        if (!charged) return noCharge;
        const { request, answer } = await bench.followUp('refund', charged, 300n);
        if (answer.outcome !== 'approved')
          return notObserved(`the refund of a charge of today: ${wordsFor(answer)}`);
        const found = await bench.inquireUntil(
          request.reference,
          request,
          ({ outcome }) => outcome === 'approved',
        );
        if (found.isIt) return observed('kept: it is found by it', true);
        const { outcome } = found.answer;
        // To be told that there was no refund would be wrong.
        return observed(`not kept: ${wordsFor(found.answer)}`, outcome === 'unknown');
      },
    },
    {
      subject: 'how a communication error (420) shows in a report later',
      assumed: 'as failed or as carried out; the outcome is unknown until then',
      observe: async () => notObserved('the sandbox makes none on demand'),
    },
  ],
};
