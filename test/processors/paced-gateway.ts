import { setImmediate } from 'node:timers/promises';
import { createPacer } from '../../src/ports/processors/pacing.ts';
import type { Pace } from '../../src/ports/processors/request-terms.ts';
import type { Ask, CallResult } from '../../src/runtime/http-out/http-call.ts';

const pace = { atOnce: 5, perMinute: 100, perHour: 3000 };
export const charge: Ask = { method: 'POST', path: '/charge', headers: {}, body: '{}' };
export const inquiry: Ask = { ...charge, method: 'GET', body: '' };
export const page: Ask = { ...inquiry, isPatient: true };

/** Of a gateway that says nothing of limits. */
export const noLimits = 'none';

/** A gateway whose answers and clock are in our hands. */
export function setUp(limits: Pace | typeof noLimits = pace) {
  let at = 0;
  let status = 200;
  let retryAfter: string | undefined;
  const open: (() => void)[] = [];
  const timers: { readonly at: number; readonly controller: AbortController }[] = [];
  const paced = createPacer(limits === noLimits ? undefined : limits, {
    now: () => new Date(at),
    signalAfter(ms) {
      const controller = new AbortController();
      timers.push({ at: at + ms, controller });
      return controller.signal;
    },
  });
  const call = paced(() => {
    const { promise, resolve } = Promise.withResolvers<CallResult>();
    const asked = retryAfter === undefined ? {} : { retryAfter };
    open.push(() => resolve({ kind: 'answered', status, body: '', ...asked }));
    return promise;
  });
  const settle = async () => {
    for (let i = 0; i < 5; i += 1) await setImmediate();
  };
  return {
    call,
    open,
    settle,
    asks429(after?: string) {
      status = 429;
      retryAfter = after;
    },
    async answerAll() {
      await settle();
      for (const end of open.splice(0)) end();
      await settle();
    },
    async pass(ms: number) {
      at += ms;
      const due = timers.filter((one) => one.at <= at && !one.controller.signal.aborted);
      // As after a pause of the process: one after the other.
      for (const { controller } of due.toSorted((a, b) => a.at - b.at)) {
        controller.abort();
        await setImmediate();
      }
      await settle();
    },
  };
}

export const outcomeOf = async (result: Promise<CallResult>) => (await result).kind;
