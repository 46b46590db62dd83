import { dayMs } from '../../../kernel/duration.ts';
import type { InquiryAnswer } from '../processor.ts';
import { type Assumption, type Bench, notObserved, observed, wordsFor } from './trial.ts';

const isFound = ({ outcome }: InquiryAnswer) => outcome === 'approved' || outcome === 'declined';

/** The assumptions of every connector about its gateway, by the capabilities that it declares in `can`. */
export const contract: readonly Assumption[] = [
  {
    subject: 'a charge',
    assumed: 'is approved, with an id',
    async observe(bench) {
      const { answer } = await bench.charge();
      return observed(wordsFor(answer), answer.outcome === 'approved');
    },
  },
  {
    subject: 'how soon an inquiry finds a charge by our reference',
    assumed: 'within the visibility delay that is declared',
    async observe(bench) {
      const charged = await approvedCharge(bench);
      if (!charged) return noCharge;
      const found = await bench.inquireUntil(charged.reference, undefined, isFound);
      if (!found.isIt) return observed(`not after ${found.seconds} s`, false);
      const { answer } = found;
      const isSame = answer.outcome === 'approved' && answer.processorId === charged.processorId;
      if (!isSame) return observed(`found as another: ${wordsFor(answer)}`, false);
      const most = bench.processor.can.visibilityDelaySeconds;
      return observed(`after ${found.seconds} s, of ${most} s`, found.seconds <= most);
    },
  },
  {
    subject: 'a reference under which nothing was sent',
    assumed: 'is not found',
    async observe({ processor, newReference }) {
      const answer = await processor.inquire(newReference());
      return observed(wordsFor(answer), answer.outcome === 'not_found');
    },
  },
  {
    subject: 'a declined charge',
    assumed: 'is declined, with a code',
    async observe(bench) {
      const charged = await bench.declined();
      if (!charged) return noDecline;
      const { answer } = charged;
      return observed(wordsFor(answer), answer.outcome === 'declined');
    },
  },
  {
    subject: 'an inquiry about a declined charge',
    assumed: 'finds a decline, or nothing',
    async observe(bench) {
      const charged = await bench.declined();
      if (!charged) return noDecline;
      const { request, answer } = charged;
      if (answer.outcome !== 'declined') return notObserved('nothing was declined');
      const found = await bench.inquireUntil(request.reference, undefined, isFound);
      const { outcome } = found.answer;
      const isGood = outcome === 'declined' || outcome === 'not_found';
      return observed(`${wordsFor(found.answer)} after ${found.seconds} s`, isGood);
    },
  },
  {
    subject: 'an authorization and its capture of a part',
    assumed: 'the capture is approved, and found',
    async observe(bench) {
      const charged = await approvedCharge(bench, { capture: false });
      if (!charged) return noCharge;
      const { request, answer } = await bench.followUp('capture', charged, 500n);
      if (answer.outcome !== 'approved') return observed(wordsFor(answer), false);
      const found = await bench.inquireUntil(request.reference, request, isFound);
      return observed(wordsFor(found.answer), found.answer.outcome === 'approved');
    },
  },
  ...[true, false].map(
    (capture): Assumption => ({
      subject: capture ? 'the void of a charge of today' : 'the void of an authorization',
      assumed: capture
        ? 'is approved, and found; or it is told that it must be refunded'
        : 'is approved, and found',
      async observe(bench) {
        const charged = await approvedCharge(bench, { capture });
        if (!charged) return noCharge;
        const { request, answer } = await bench.followUp('void', charged);
        const isTooLate = answer.outcome === 'declined' && answer.code === 'already_settled';
        if (capture && isTooLate) return observed('it must be refunded', true);
        if (answer.outcome !== 'approved') return observed(wordsFor(answer), false);
        const isVoided = ({ outcome }: InquiryAnswer) =>
          outcome === 'approved' || outcome === 'canceled';
        const found = await bench.inquireUntil(request.reference, request, isVoided);
        return observed(wordsFor(found.answer), found.isIt);
      },
    }),
  ),
  {
    subject: 'a second purchase of the same card and amount',
    assumed: 'is made, under another reference, or declined',
    async observe(bench) {
      const first = await approvedCharge(bench);
      if (!first) return noCharge;
      const { answer } = await bench.charge({ amountCents: first.amountCents });
      return observed(wordsFor(answer), ['approved', 'declined'].includes(answer.outcome));
    },
  },
  {
    subject: 'the same request sent again under its reference',
    assumed: 'where a replay is declared, the first answer comes again',
    async observe(bench) {
      if (!bench.processor.can.replay) return notObserved('no replay is declared');
      const { request, answer } = await bench.charge();
      if (answer.outcome !== 'approved') return noCharge;
      const again = await bench.processor.charge(request);
      const isSame = again.outcome === 'approved' && again.processorId === answer.processorId;
      return observed(isSame ? 'the first answer' : wordsFor(again), isSame);
    },
  },
  {
    subject: 'a charge under a reference that was canceled',
    assumed: 'where a cancel is declared, is refused',
    async observe({ processor, charge, newReference }) {
      if (!processor.cancel) return notObserved('no cancel is declared');
      const reference = newReference();
      const canceled = await processor.cancel(reference);
      if (canceled.outcome !== 'canceled') return observed('it is not canceled', false);
      const { answer } = await charge({ reference });
      return observed(wordsFor(answer), answer.outcome !== 'approved');
    },
  },
  {
    subject: 'the settled rows of the last day',
    assumed: 'where batches are automatic, are read',
    async observe({ processor, now }) {
      if (!processor.settledRows) return notObserved('batches are closed by the service');
      const until = now();
      const answer = await processor.settledRows(new Date(until.getTime() - dayMs), until);
      return answer.outcome === 'settled'
        ? observed(`${answer.rows.length} rows`, true)
        : observed(`unknown: ${answer.reason}`, false);
    },
  },
  {
    subject: 'what becomes of today’s charges at the cut-off',
    assumed: 'they are settled, and refunded from then on',
    observe: async () => notObserved('it takes a day'),
  },
  {
    subject: 'how late a request is executed',
    assumed: 'within the late window that is declared',
    observe: async () => notObserved('no request was delayed'),
  },
];

const noDecline = notObserved('the sandbox declines nothing on demand');
export const noCharge = notObserved('nothing could be charged');

export async function approvedCharge(bench: Bench, more: Parameters<Bench['charge']>[0] = {}) {
  const { answer } = await bench.charge(more);
  return answer.outcome === 'approved' ? answer : undefined;
}
