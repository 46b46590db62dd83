import type { Telemetry } from '../../runtime/telemetry.ts';
import type { PacingWatch } from './pacing.ts';
import type { Processor } from './processor.ts';

/** Measures and traces each call that returns an outcome. `kind` is the gateway's name; `account` is its label. */
export function watchedProcessor(
  processor: Processor,
  kind: string,
  { calls, stopwatch, tracing }: Pick<Telemetry, 'calls' | 'stopwatch' | 'tracing'>,
  account = '',
): Processor {
  const { cancel, closeBatch, inquireBatch } = processor;
  return {
    ...processor,
    charge: (request) => watch('charge', request.reference, () => processor.charge(request)),
    followUp: (request) =>
      watch(request.kind, request.reference, () => processor.followUp(request)),
    inquire: (...of) => watch('inquire', of[0], () => processor.inquire(...of)),
    ...(cancel && { cancel: (...of) => watch('cancel', of[0], () => cancel(...of)) }),
    ...(closeBatch && {
      closeBatch: (request) => watch('close_batch', request.reference, () => closeBatch(request)),
    }),
    ...(inquireBatch && {
      inquireBatch: (request) =>
        watch('inquire_batch', request.reference, () => inquireBatch(request)),
    }),
  };

  async function watch<T extends { readonly outcome: string }>(
    call: string,
    reference: string,
    ask: () => Promise<T>,
  ): Promise<T> {
    const seconds = stopwatch();
    let outcome = 'failed';
    try {
      const answer = await (tracing.isOn ? traced(call, reference, ask) : ask());
      outcome = answer.outcome;
      return answer;
    } finally {
      calls.observe([kind, call, outcome, account], seconds());
    }
  }

  async function traced<T extends { readonly outcome: string }>(
    call: string,
    reference: string,
    ask: () => Promise<T>,
  ): Promise<T> {
    const part = {
      name: `processor ${call}`,
      kind: 'client',
      attributes: { 'quittance.processor': kind, 'quittance.reference': reference },
    } as const;
    return await tracing.run(part, async (span) => {
      const answer = await ask();
      span.note({ 'quittance.outcome': answer.outcome });
      return answer;
    });
  }
}

/** Measures how long the calls of an account wait for their turn, and counts when its gateway asks to slow down. */
export function pacingWatch(
  kind: string,
  { turns, slowdowns, stopwatch }: Pick<Telemetry, 'turns' | 'slowdowns' | 'stopwatch'>,
  account: string,
): PacingWatch {
  return {
    waits(of) {
      const seconds = stopwatch();
      return (hasTurn) =>
        turns.observe([kind, of, hasTurn ? 'sent' : 'gave_up', account], seconds());
    },
    slowed: () => slowdowns.add([kind, account]),
  };
}
