import { approvedCharge, noCharge } from '../trial/contract.ts';
import { type Bench, notObserved, observed, type Trial, wordsFor } from '../trial/trial.ts';

const dayMs = 24 * 3_600_000;

/** Authorize.Net's sandbox declines what comes with one postal code. */
export const authorizeNetTrial: Trial = {
  card: {
    number: '4111111111111111',
    cvv: '900',
    expiryMonth: 12,
    expiryYear: 2030,
    address: '1 Main Street',
    postalCode: '46214',
  },
  declines: { card: { postalCode: '46282' } },
  assumptions: [
    {
      subject: 'a copy of a request',
      assumed: 'is refused as a duplicate, and perhaps does not name the first',
      async observe(bench) {
        const { request, answer } = await bench.charge();
        if (answer.outcome !== 'approved') return noCharge;
        const copy = await bench.processor.charge(request);
        if (copy.outcome === 'approved') return observed('it was charged again', false);
        return copyOf(bench, answer.processorId);
      },
    },
    {
      subject: 'a copy of a request that was declined',
      assumed: 'is not approved, and perhaps does not name the first',
      async observe(bench) {
        const first = await bench.declined();
        if (first?.answer.outcome !== 'declined') return notObserved('nothing was declined');
        const { request, answer } = { ...first, answer: first.answer };
        const copy = await bench.processor.charge(request);
        if (copy.outcome === 'approved') return observed('it was approved', false);
        if (copy.outcome === 'declined') return observed('it was declined again', true);
        return copyOf(bench, answer.processorId);
      },
    },
    {
      subject: 'a copy of a request that charges a customer profile',
      assumed: 'nothing: the service charges none',
      observe: async () => notObserved('no profile is charged'),
    },
    {
      subject: 'the refId in the details of a transaction',
      assumed: 'is perhaps not shown',
      async observe(bench) {
        const charged = await approvedCharge(bench);
        if (!charged) return noCharge;
        const isFound = ({ outcome }: { readonly outcome: string }) => outcome === 'approved';
        const found = await bench.inquireUntil(charged.reference, undefined, isFound);
        if (!found.isIt) return notObserved(`the charge is not found: ${wordsFor(found.answer)}`);
        const isShown = bench.latestAnswer().includes(`"transrefId":"${charged.reference}"`);
        return observed(isShown ? 'it is shown' : 'it is not shown', true);
      },
    },
    {
      subject: 'the refund of a charge of today',
      assumed: 'is rejected: only what is settled can be refunded',
      async observe(bench) {
        const charged = await approvedCharge(bench);
        if (!charged) return noCharge;
        const { answer } = await bench.followUp('refund', charged, 300n);
        return observed(wordsFor(answer), answer.outcome === 'rejected');
      },
    },
    {
      subject: 'a list of the batches of thirty days',
      assumed: 'is given',
      async observe({ processor, now }) {
        const until = now();
        const since = new Date(until.getTime() - 30 * dayMs);
        const answer = await processor.settledRows?.(since, until);
        if (answer?.outcome === 'settled') return observed(`${answer.rows.length} rows`, true);
        return observed(`unknown: ${answer?.reason}`, false);
      },
    },
    {
      subject: 'the invoice number of a refund in the lists',
      assumed: 'is perhaps that of its charge',
      observe: async () => notObserved('only what is settled can be refunded'),
    },
    {
      subject: 'a transaction with a communication error',
      assumed: 'stays unknown until another status is shown',
      observe: async () => notObserved('the sandbox makes none on demand'),
    },
  ],
};

/** What the refusal of a copy says of the first transaction. */
function copyOf({ latestAnswer }: Bench, first: string) {
  const answer = latestAnswer();
  const isDuplicate = /"errorCode":"?11\b/.test(answer);
  if (!isDuplicate) return observed('refused, but not as a duplicate', false);
  const names = first !== '' && answer.includes(`"transId":"${first}"`);
  return observed(names ? 'refused, and names the first' : 'refused, without the first', true);
}
