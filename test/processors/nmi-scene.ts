import { openNmiDouble } from '../../packages/sandbox/src/gateways/nmi/double.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { nmi } from '../../src/ports/processors/nmi/nmi.ts';
import { nobody } from '../limits.ts';
import { callAt, forFile, type Reach, stillTime } from './gateway-scene.ts';

export const securityKey = 'Canary-6457Thfj624V5r7WUwc5v6a68Zsd6YEm';

type DoubleOptions = Parameters<typeof openNmiDouble>[0];
type Settings = Omit<Partial<DoubleOptions>, 'now' | 'sleep'>;

/** The double of NMI, our connector before it, and a clock that stands. */
export async function openNmiScene(settings: Settings = {}, reach: Reach = {}) {
  const { clock, timing } = stillTime();
  const double = await openNmiDouble({
    ...timing,
    securityKey,
    ...settings,
  });
  const connector = connectorAt(double.url, reach);
  const processor: typeof connector = {
    ...connector,
    async followUp(request) {
      const { kind, chargeId, reference } = request;
      // No reference of it is sent, by which faults and journal would know it.
      if (kind !== 'refund') double.callNext(kind, chargeId, reference);
      return await connector.followUp(request);
    },
  };
  return { ...double, ...clock, processor, unreachable: connectorAt(nobody) };
}

export type NmiScene = Awaited<ReturnType<typeof openNmiScene>>;

export const openNmiSceneForFile = forFile(openNmiScene);

type Connection = Reach & {
  readonly key?: string;
  readonly processorId?: string;
};

export function connectorAt(url: string, connection: Connection = {}) {
  const { key = securityKey, processorId } = connection;
  const call = callAt(url, connection);
  return nmi({ call, securityKey: new Secret(key), processorId });
}
