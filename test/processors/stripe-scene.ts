import { openStripeDouble } from '../../packages/sandbox/src/gateways/stripe/double.ts';
import { standingClock } from '../../packages/sandbox/test/bank.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { stripe } from '../../src/ports/processors/stripe/stripe.ts';
import { nobody } from '../limits.ts';
import { callAt, forFile, type Reach, stillTime } from './gateway-scene.ts';

export const secretKey = 'sk_test_Canary51HxY';

type DoubleOptions = Parameters<typeof openStripeDouble>[0];
type Settings = Omit<Partial<DoubleOptions>, 'now' | 'sleep'>;

/** The double of Stripe, our connector before it, and a clock that stands. */
export async function openStripeScene(settings: Settings = {}) {
  const { clock, timing } = stillTime();
  const double = await openStripeDouble({
    ...timing,
    secretKey,
    ...settings,
  });
  const connect = (url: string, connection: Connection = {}) =>
    connectorAt(url, { now: clock.now, ...connection });
  const [processor, unreachable] = [connect(double.url), connect(nobody)];
  return { ...double, ...clock, processor, unreachable, connect };
}

export const openStripeSceneForFile = forFile(openStripeScene);

type Connection = Reach & {
  readonly key?: string;
  readonly now?: () => Date;
};

export function connectorAt(url: string, connection: Connection = {}) {
  const { key = secretKey } = connection;
  const call = callAt(url, connection);
  const { now = standingClock().now } = connection;
  return stripe({ call, secretKey: new Secret(key), now });
}
