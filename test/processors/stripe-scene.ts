import { openStripeDouble } from '../../packages/sandbox/src/gateways/stripe/double.ts';
import { standingClock } from '../../packages/sandbox/test/bank.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { withReasons } from '../../src/ports/processors/refused-undo.ts';
import { stripe } from '../../src/ports/processors/stripe/stripe.ts';
import { httpCall } from '../../src/runtime/http-out/http-call.ts';
import { never, nobody } from '../limits.ts';
import { after } from '../scope.ts';

export const secretKey = 'sk_test_Canary51HxY';

type DoubleOptions = Parameters<typeof openStripeDouble>[0];
type Settings = Omit<Partial<DoubleOptions>, 'now' | 'sleep'>;

/** The double of Stripe, our connector before it, and a clock that stands. */
export async function openStripeScene(settings: Settings = {}) {
  const clock = standingClock();
  const double = await openStripeDouble({
    now: clock.now,
    // Nobody waits for the next drop: whoever asked gives up first.
    sleep: () => new Promise(() => {}),
    secretKey,
    ...settings,
  });
  const connect = (url: string, connection: Connection = {}) =>
    connectorAt(url, { now: clock.now, ...connection });
  const [processor, unreachable] = [connect(double.url), connect(nobody)];
  return { ...double, ...clock, processor, unreachable, connect };
}

export type StripeScene = Awaited<ReturnType<typeof openStripeScene>>;

/** The same, until the tests of the file are over. */
export async function openStripeSceneForFile(settings: Settings = {}): Promise<StripeScene> {
  const scene = await openStripeScene(settings);
  after(() => scene.close());
  return scene;
}

type Connection = {
  readonly key?: string;
  /** As the connector never has it: for a test of many requests. */
  readonly keepsConnections?: boolean;
  readonly now?: () => Date;
  readonly signalAfter?: (ms: number) => AbortSignal;
};

export function connectorAt(url: string, connection: Connection = {}) {
  const { key = secretKey, keepsConnections = false, signalAfter = never } = connection;
  const call = httpCall({
    url,
    callTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    keepsConnections,
    signalAfter,
  });
  const { now = standingClock().now } = connection;
  return withReasons(stripe({ call, secretKey: new Secret(key), now }));
}
