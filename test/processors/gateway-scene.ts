import { standingClock } from '../../packages/sandbox/test/bank.ts';
import { type HttpCall, httpCall } from '../../src/runtime/http-out/http-call.ts';
import { never } from '../limits.ts';
import { after } from '../scope.ts';

/** What the scenes of all gateways share: a double, our connector before it, and a clock that stands. */

export type Reach = {
  /** As a connector never has it: for a test of many requests. */
  readonly keepsConnections?: boolean;
  readonly signalAfter?: (ms: number) => AbortSignal;
};

export function callAt(
  url: string,
  { keepsConnections = false, signalAfter = never }: Reach,
): HttpCall {
  const limits = { callTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
  return httpCall({ url, ...limits, keepsConnections, signalAfter });
}

/** The clock, and what a double takes of it. */
export function stillTime() {
  const clock = standingClock();
  // Nobody waits for the next drop: whoever asked gives up first.
  const sleep = () => new Promise<void>(() => {});
  return { clock, timing: { now: clock.now, sleep } };
}

/** The same scene, until the tests of the file are over. */
export function forFile<Settings, Scene extends { close(): void }>(
  open: (settings?: Settings) => Promise<Scene>,
): (settings?: Settings) => Promise<Scene> {
  return async (settings) => {
    const scene = await open(settings);
    after(() => scene.close());
    return scene;
  };
}
