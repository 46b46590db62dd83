import type { Telemetry } from '../../runtime/telemetry.ts';
import type { Processor } from './processor.ts';

/** Measures and traces each call that tells an outcome. `kind` is the gateway's name and never that of an account. */
export function watchedProcessor(
  processor: Processor,
  kind: string,
  { calls, stopwatch, tracing }: Pick<Telemetry, 'calls' | 'stopwatch' | 'tracing'>,
): Processor {
  return {
    ...processor,
    charge: (request) => watch('charge', () => processor.charge(request)),
    followUp: (request) => watch(request.kind, () => processor.followUp(request)),
    inquire: (...of) => watch('inquire', () => processor.inquire(...of)),
    cancel: (...of) => watch('cancel', () => processor.cancel(...of)),
    closeBatch: (request) => watch('close_batch', () => processor.closeBatch(request)),
    inquireBatch: (request) => watch('inquire_batch', () => processor.inquireBatch(request)),
  };

  async function watch<T extends { readonly outcome: string }>(
    call: string,
    ask: () => Promise<T>,
  ): Promise<T> {
    const seconds = stopwatch();
    let outcome = 'failed';
    const part = {
      name: `processor ${call}`,
      kind: 'client',
      attributes: { 'quittance.processor': kind },
    } as const;
    try {
      return await tracing.run(part, async (span) => {
        const answer = await ask();
        outcome = answer.outcome;
        span.note({ 'quittance.outcome': outcome });
        return answer;
      });
    } finally {
      calls.observe([kind, call, outcome], seconds());
    }
  }
}
