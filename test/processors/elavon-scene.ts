import { openElavonDouble } from '../../packages/sandbox/src/gateways/elavon/double.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { elavon } from '../../src/ports/processors/elavon/elavon.ts';
import type { HttpCall } from '../../src/runtime/http-out/http-call.ts';
import { nobody } from '../limits.ts';
import { callAt, forFile, type Reach, stillTime } from './gateway-scene.ts';

export const pin = 'Canary-P8K2Q4Z7';
const user = { merchantId: '0012345', userId: 'quittance' };

type DoubleOptions = Parameters<typeof openElavonDouble>[0];
type Settings = Omit<Partial<DoubleOptions>, 'now' | 'sleep'>;

/** The double of Converge, our connector before it, and a clock that stands. */
export async function openElavonScene(settings: Settings = {}) {
  const { clock, timing } = stillTime();
  const double = await openElavonDouble({
    ...timing,
    ...user,
    pin,
    ...settings,
  });
  const isSandbox = settings.isTestMode ?? true;
  const connect = (connection: Connection = {}) =>
    connectorAt(double.url, { isSandbox, ...connection });
  return {
    ...double,
    ...clock,
    connect,
    processor: connect(),
    unreachable: connectorAt(nobody),
    /** `hear` is told of each request. */
    watch: (hear: (request: string) => void) => connect({ isSandbox, hear }),
  };
}

export const openSceneForFile = forFile(openElavonScene);

type Connection = Reach & {
  readonly key?: string;
  readonly isSandbox?: boolean;
  readonly user?: typeof user | undefined;
  readonly hear?: (request: string) => void;
};

function connectorAt(url: string, connection: Connection = {}) {
  const { key = pin, isSandbox = true, hear } = connection;
  const send = callAt(url, connection);
  const call: HttpCall = async (ask) => {
    hear?.(new URLSearchParams(ask.body).get('xmldata') ?? '');
    return await send(ask);
  };
  const of = 'user' in connection ? connection.user : user;
  return elavon({ call, user: of, pin: new Secret(key), isSandbox });
}
