import { openHelcimDouble } from '../../packages/sandbox/src/gateways/helcim/double.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { helcim } from '../../src/ports/processors/helcim/helcim.ts';
import { never, nobody } from '../limits.ts';
import { callAt, forFile, type Reach, stillTime } from './gateway-scene.ts';

export const apiToken = 'Canary-aE9$exampleToken4';

type DoubleOptions = Parameters<typeof openHelcimDouble>[0];
type Settings = Omit<Partial<DoubleOptions>, 'now' | 'sleep'>;

/** The double of Helcim, our connector before it, and a clock that stands. */
export async function openHelcimScene(settings: Settings = {}) {
  const { clock, timing } = stillTime();
  const double = await openHelcimDouble({
    ...timing,
    apiToken,
    refusesDuplicates: false,
    listsAfterSeconds: 0,
    ...settings,
  });
  const connect = (connection: Connection = {}) => connectorAt(double.url, connection);
  return { ...double, ...clock, processor: connect(), unreachable: connectorAt(nobody), connect };
}

export type HelcimScene = Awaited<ReturnType<typeof openHelcimScene>>;

export const openHelcimSceneForFile = forFile(openHelcimScene);

type Connection = Reach & {
  readonly token?: string;
};

function connectorAt(url: string, connection: Connection = {}) {
  const { token = apiToken, signalAfter = never } = connection;
  const call = callAt(url, connection);
  // A look waits as long as a request.
  return helcim({ call, apiToken: new Secret(token), signalAfter });
}
