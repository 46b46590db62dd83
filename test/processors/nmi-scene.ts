import { openNmiDouble } from '../../packages/sandbox/src/gateways/nmi/double.ts';
import { standingClock } from '../../packages/sandbox/test/bank.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { nmi } from '../../src/ports/processors/nmi/nmi.ts';
import { httpCall } from '../../src/runtime/http-out/http-call.ts';
import { never, nobody } from '../limits.ts';
import { after } from '../scope.ts';

export const securityKey = 'Canary-6457Thfj624V5r7WUwc5v6a68Zsd6YEm';

type DoubleOptions = Parameters<typeof openNmiDouble>[0];
type Settings = Omit<Partial<DoubleOptions>, 'now' | 'sleep'>;

/** The double of NMI, our connector before it, and a clock that stands. */
export async function openNmiScene(settings: Settings = {}) {
  const clock = standingClock();
  const double = await openNmiDouble({
    now: clock.now,
    // Nobody waits for the next drop: whoever asked gives up first.
    sleep: () => new Promise(() => {}),
    securityKey,
    ...settings,
  });
  const connector = connectorAt(double.url);
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

/** The same, until the tests of the file are over. */
export async function openNmiSceneForFile(settings: Settings = {}): Promise<NmiScene> {
  const scene = await openNmiScene(settings);
  after(() => scene.close());
  return scene;
}

type Connection = {
  readonly key?: string;
  readonly processorId?: string;
  readonly signalAfter?: (ms: number) => AbortSignal;
};

export function connectorAt(url: string, connection: Connection = {}) {
  const { key = securityKey, processorId, signalAfter = never } = connection;
  const call = httpCall({
    url,
    callTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    keepsConnections: false,
    signalAfter,
  });
  return nmi({ call, securityKey: new Secret(key), processorId });
}
