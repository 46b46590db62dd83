import { type Forked, startForked } from './forked.ts';
import { type FirstStart, firstStart, startService } from './service.ts';
import type { PeerOrder } from './soap-peer.ts';

/** The same interface served twice, each by a process of its own. */
export type SoapServer = Forked;

export type SoapFixture = {
  readonly ours: SoapServer;
  readonly peer: SoapServer;
  readonly caller: FirstStart;
  /** Of the operations. */
  readonly namespace: string;
  readonly stop: () => Promise<void>;
};

export async function startSoapServers(folder: string, signal: AbortSignal): Promise<SoapFixture> {
  const ours = await startService('all', folder, 8495);
  try {
    const caller = await firstStart(folder);
    const address = `http://127.0.0.1:${ours.port}/Service.asmx?WSDL`;
    const wsdl = await (await fetch(address, { signal })).text();
    const [, namespace] = /targetNamespace="([^"]+)"/.exec(wsdl) ?? [];
    if (namespace === undefined) throw new Error(`the service described itself as ${wsdl}`);
    const order: PeerOrder = { wsdl, caller };
    const peer = await startForked('soap-peer.ts', order, { signal });
    const stop = async () => {
      await peer.stop();
      await ours.stop();
    };
    return { ours, peer, caller, namespace, stop };
  } catch (error) {
    await ours.stop();
    throw error;
  }
}
