import { openHelcimDouble } from '../../packages/sandbox/src/gateways/helcim/double.ts';
import { standingClock } from '../../packages/sandbox/test/bank.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { helcim } from '../../src/ports/processors/helcim/helcim.ts';
import { withReasons } from '../../src/ports/processors/refused-undo.ts';
import { httpCall } from '../../src/runtime/http-out/http-call.ts';
import { never, nobody } from '../limits.ts';
import { after } from '../scope.ts';

export const apiToken = 'Canary-aE9$exampleToken4';

type DoubleOptions = Parameters<typeof openHelcimDouble>[0];
type Settings = Omit<Partial<DoubleOptions>, 'now' | 'sleep'>;

/** The double of Helcim, our connector before it, and a clock that stands. */
export async function openHelcimScene(settings: Settings = {}) {
  const clock = standingClock();
  const double = await openHelcimDouble({
    now: clock.now,
    // Nobody waits for the next drop: whoever asked gives up first.
    sleep: () => new Promise(() => {}),
    apiToken,
    refusesDuplicates: false,
    listsAfterSeconds: 0,
    ...settings,
  });
  const connect = (connection: Connection = {}) => connectorAt(double.url, connection);
  return { ...double, ...clock, processor: connect(), unreachable: connectorAt(nobody), connect };
}

export type HelcimScene = Awaited<ReturnType<typeof openHelcimScene>>;

/** The same, until the tests of the file are over. */
export async function openHelcimSceneForFile(settings: Settings = {}): Promise<HelcimScene> {
  const scene = await openHelcimScene(settings);
  after(() => scene.close());
  return scene;
}

type Connection = {
  readonly token?: string;
  /** As the connector never has it: for a test of many requests. */
  readonly keepsConnections?: boolean;
  readonly signalAfter?: (ms: number) => AbortSignal;
};

function connectorAt(url: string, connection: Connection = {}) {
  const { token = apiToken, keepsConnections = false, signalAfter = never } = connection;
  const call = httpCall({
    url,
    callTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    keepsConnections,
    signalAfter,
  });
  return withReasons(
    helcim({
      call,
      apiToken: new Secret(token),
      // A look waits as long as a request.
      signalAfter,
    }),
  );
}
