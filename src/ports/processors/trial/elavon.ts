import { approvedCharge, noCharge } from './contract.ts';
import { notObserved, observed, type Trial, wordsFor } from './trial.ts';

/** The demo takes test cards alone; the amounts that it declines are not published. */
export const elavonTrial: Trial = {
  card: {
    number: '4124939999999990',
    cvv: '123',
    expiryMonth: 12,
    expiryYear: 2030,
    address: '1 Main Street',
    postalCode: '04101',
  },
  assumptions: [
    {
      subject: 'the answer to a search that finds nothing',
      assumed: 'a list that says that it has no rows',
      async observe({ processor, newReference, latestAnswer }) {
        const answer = await processor.inquire(newReference());
        const isEmpty = latestAnswer().includes('<ssl_txn_count>0<');
        const words = `${wordsFor(answer)}, ${isEmpty ? 'with a count of 0' : 'without a count'}`;
        return observed(words, answer.outcome === 'not_found');
      },
    },
    {
      subject: 'what the issuer checked, in the row of a charge',
      assumed: 'is perhaps not shown',
      async observe(bench) {
        const charged = await approvedCharge(bench);
        if (!charged) return noCharge;
        await bench.processor.inquire(charged.reference);
        const isShown = bench.latestAnswer().includes('<ssl_avs_response>');
        return observed(isShown ? 'shown' : 'not shown', true);
      },
    },
    {
      subject: 'the reference in the row of a void',
      assumed: 'is perhaps its own, perhaps that of its charge',
      async observe(bench) {
        const charged = await approvedCharge(bench);
        if (!charged) return noCharge;
        const { request, answer } = await bench.followUp('void', charged);
        if (answer.outcome !== 'approved') return notObserved(wordsFor(answer));
        await bench.processor.inquire(request.reference);
        const isOwn = bench.latestAnswer().includes(`>${request.reference}<`);
        await bench.processor.inquire(charged.reference);
        const rows = bench.latestAnswer().split(`>${charged.reference}<`).length - 1;
        const words = isOwn ? 'its own' : 'not its own';
        return observed(`${words}; ${rows} rows have that of the charge`, true);
      },
    },
    {
      subject: 'the reference in the row of a refund',
      assumed: 'is perhaps its own, perhaps that of its charge',
      async observe(bench) {
        const charged = await approvedCharge(bench);
        if (!charged) return noCharge;
        const { request, answer } = await bench.followUp('refund', charged, 300n);
        if (answer.outcome !== 'approved')
          return notObserved(`the refund of a charge of today: ${wordsFor(answer)}`);
        await bench.processor.inquire(request.reference);
        const isOwn = bench.latestAnswer().includes(`>${request.reference}<`);
        return observed(isOwn ? 'its own' : 'not its own', true);
      },
    },
    {
      subject: 'declines in a search',
      assumed: 'are perhaps not shown',
      observe: async () => notObserved('the demo declines nothing that is published'),
    },
  ],
};
