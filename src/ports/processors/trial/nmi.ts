import { Secret } from '../../../kernel/secret.ts';
import { approvedCharge, noCharge } from './contract.ts';
import { notObserved, observed, type Trial, wordsFor } from './trial.ts';

/** NMI's sandbox declines amounts of less than a dollar. */
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
        const isRefused = second.outcome === 'unknown' && second.isDuplicate === true;
        if (isRefused) return observed('not obeyed: the partner of NMI has to allow it', false);
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
        // An answer that there was no refund would be wrong.
        return observed(`not kept: ${wordsFor(found.answer)}`, outcome === 'unknown');
      },
    },
    {
      subject: 'the orderid of a charge, once it is captured',
      assumed: 'stays: a capture comes with none',
      async observe(bench) {
        const charged = await approvedCharge(bench, { capture: false });
        if (!charged) return noCharge;
        const { answer } = await bench.followUp('capture', charged);
        if (answer.outcome !== 'approved') return notObserved(wordsFor(answer));
        const found = await bench.inquireUntil(
          charged.reference,
          undefined,
          ({ outcome }) => outcome === 'approved',
        );
        return observed(wordsFor(found.answer), found.isIt);
      },
    },
    {
      subject: 'a charge by an id that is not in the vault',
      assumed: 'is refused in words that say so, and charges nothing',
      async observe(bench) {
        const { answer } = await bench.charge({ processorToken: new Secret('9876543210') });
        const isForIt = answer.outcome === 'rejected' && answer.because === 'token';
        return observed(wordsFor(answer), isForIt);
      },
    },
    {
      subject: 'a change of the expiry in the vault, without the number',
      assumed: 'keeps the number',
      async observe(bench) {
        const card = { ...nmiTrial.card, holder: '', cvv: undefined };
        const number = new Secret(card.number);
        const [first, second] = [bench.newReference(), bench.newReference()];
        const { processor, currency } = bench;
        const kept = await processor.tokenize?.({
          reference: first,
          currency,
          card: { ...card, number },
        });
        if (kept?.outcome !== 'kept') return notObserved('the account keeps no card');
        const changed = { ...card, number: undefined, expiryYear: card.expiryYear + 1 };
        await processor.updateToken?.(kept.token, {
          reference: second,
          currency,
          card: changed,
        });
        const { answer } = await bench.charge({ processorToken: kept.token });
        return observed(`a charge by the id: ${wordsFor(answer)}`, answer.outcome === 'approved');
      },
    },
    {
      subject: 'how an account without a vault refuses a card',
      assumed: 'in words that are not known: the card has no id then, and charges send the number',
      observe: async () => notObserved('the account may have a vault'),
    },
    {
      subject: 'how a communication error (420) shows in a report later',
      assumed: 'as failed or as carried out; the outcome is unknown until then',
      observe: async () => notObserved('the sandbox makes none on demand'),
    },
  ],
};
