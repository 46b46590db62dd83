import { openAuthorizeNetDouble } from '../../packages/sandbox/src/gateways/authorize-net/double.ts';
import { standingClock } from '../../packages/sandbox/test/bank.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { authorizeNet } from '../../src/ports/processors/authorize-net/authorize-net.ts';
import { withReasons } from '../../src/ports/processors/refused-undo.ts';
import { httpCall } from '../../src/runtime/http-out/http-call.ts';
import { never, nobody } from '../limits.ts';
import { after } from '../scope.ts';

const loginId = 'exampleLog1';
export const transactionKey = 'CanaryExampleKy7';

type DoubleOptions = Parameters<typeof openAuthorizeNetDouble>[0];
type Settings = Omit<Partial<DoubleOptions>, 'now' | 'sleep'>;

/** The double of Authorize.Net, our connector before it, and a clock that stands. */
export async function openAuthorizeNetScene(settings: Settings = {}) {
  const clock = standingClock();
  const double = await openAuthorizeNetDouble({
    now: clock.now,
    // Nobody waits for the next drop: whoever asked gives up first.
    sleep: () => new Promise(() => {}),
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

/** The same, until the tests of the file are over. */
export async function openSceneForFile(settings: Settings = {}): Promise<AuthorizeNetScene> {
  const scene = await openAuthorizeNetScene(settings);
  after(() => scene.close());
  return scene;
}

type Connection = {
  readonly key?: string;
  readonly isSandbox?: boolean;
  /** As the connector never has it: for a test of many requests. */
  readonly keepsConnections?: boolean;
  readonly now?: () => Date;
  readonly signalAfter?: (ms: number) => AbortSignal;
};

function connectorAt(url: string, connection: Connection) {
  const { key = transactionKey, isSandbox = false, keepsConnections = false } = connection;
  const { signalAfter = never } = connection;
  const call = httpCall({
    url,
    callTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    keepsConnections,
    signalAfter,
  });
  const { now = standingClock().now } = connection;
  return withReasons(
    authorizeNet({ call, loginId, transactionKey: new Secret(key), isSandbox, now }),
  );
}
