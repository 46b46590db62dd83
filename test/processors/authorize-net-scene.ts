import { openAuthorizeNetDouble } from '../../packages/sandbox/src/gateways/authorize-net/double.ts';
import { standingClock } from '../../packages/sandbox/test/bank.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { authorizeNet } from '../../src/ports/processors/authorize-net/authorize-net.ts';
import { nobody } from '../limits.ts';
import { callAt, forFile, type Reach, stillTime } from './gateway-scene.ts';

const loginId = 'exampleLog1';
export const transactionKey = 'CanaryExampleKy7';

type DoubleOptions = Parameters<typeof openAuthorizeNetDouble>[0];
type Settings = Omit<Partial<DoubleOptions>, 'now' | 'sleep'>;

/** The double of Authorize.Net, our connector before it, and a clock that stands. */
export async function openAuthorizeNetScene(settings: Settings = {}) {
  const { clock, timing } = stillTime();
  const double = await openAuthorizeNetDouble({
    ...timing,
    loginId,
    transactionKey,
    ...settings,
  });
  const connect = (url: string, connection: Connection = {}) =>
    connectorAt(url, { now: clock.now, ...connection });
  const [processor, unreachable] = [connect(double.url), connect(nobody)];
  return { ...double, ...clock, processor, unreachable, connect };
}

export type AuthorizeNetScene = Awaited<ReturnType<typeof openAuthorizeNetScene>>;

export const openSceneForFile = forFile(openAuthorizeNetScene);

type Connection = Reach & {
  readonly key?: string;
  readonly isSandbox?: boolean;
  readonly now?: () => Date;
};

function connectorAt(url: string, connection: Connection) {
  const { key = transactionKey, isSandbox = false } = connection;
  const call = callAt(url, connection);
  const { now = standingClock().now } = connection;
  return authorizeNet({ call, loginId, transactionKey: new Secret(key), isSandbox, now });
}
