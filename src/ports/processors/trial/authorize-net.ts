import { dayMs } from '../../../kernel/duration.ts';
import { Secret } from '../../../kernel/secret.ts';
import { approvedCharge, noCharge } from './contract.ts';
import { type Bench, notObserved, observed, type Trial, wordsFor } from './trial.ts';

/** Authorize.Net's sandbox declines charges with one postal code. */
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
      assumed: 'is not approved a second time',
      async observe(bench) {
        const token = await keptToken(bench);
        if (!token) return noProfile;
        const { request, answer } = await bench.charge({ processorToken: token });
        if (answer.outcome !== 'approved') return noCharge;
        const copy = await bench.processor.charge(request);
        return observed(wordsFor(copy), copy.outcome !== 'approved');
      },
    },
    {
      subject: 'a charge of a profile that is not there',
      assumed: 'is refused in a message that says so, and charges nothing',
      async observe(bench) {
        const { answer } = await bench.charge({ processorToken: new Secret('1/1') });
        const isForIt = answer.outcome === 'rejected' && answer.because === 'token';
        return observed(wordsFor(answer), isForIt);
      },
    },
    {
      subject: 'a change of the expiry in a profile, with the masked number',
      assumed: 'keeps the number',
      async observe(bench) {
        const token = await keptToken(bench);
        if (!token) return noProfile;
        const { processor, currency } = bench;
        const card = { ...profileCard, number: undefined, expiryYear: 2031 };
        await processor.updateToken?.(token, { reference: bench.newReference(), currency, card });
        const { answer } = await bench.charge({ processorToken: token });
        return observed(`a charge of it: ${wordsFor(answer)}`, answer.outcome === 'approved');
      },
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
      assumed: 'is declined: only what is settled can be refunded',
      async observe(bench) {
        const charged = await approvedCharge(bench);
        if (!charged) return noCharge;
        const { answer } = await bench.followUp('refund', charged, 300n);
        const isEarly = answer.outcome === 'declined' && answer.code === 'not_settled';
        return observed(wordsFor(answer), isEarly);
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

const profileCard = { ...authorizeNetTrial.card, holder: 'Test Card', cvv: undefined };
const noProfile = notObserved('the account keeps no card');

async function keptToken({
  processor,
  currency,
  newReference,
}: Bench): Promise<Secret | undefined> {
  const card = { ...profileCard, number: new Secret(profileCard.number) };
  const kept = await processor.tokenize?.({ reference: newReference(), currency, card });
  return kept?.outcome === 'kept' ? kept.token : undefined;
}

/** Observes whether the refusal of a copy names the first transaction. */
function copyOf({ latestAnswer }: Bench, first: string) {
  const answer = latestAnswer();
  const isDuplicate = /"errorCode":"?11\b/.test(answer);
  if (!isDuplicate) return observed('refused, but not as a duplicate', false);
  const names = first !== '' && answer.includes(`"transId":"${first}"`);
  return observed(names ? 'refused, and names the first' : 'refused, without the first', true);
}
