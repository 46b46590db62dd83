import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FirstStart, firstStart, startService } from './service.ts';
import type { PeerOrder } from './soap-peer.ts';

/** The same interface served twice, each by a process of its own. */
export type SoapServer = {
  readonly process: ChildProcess;
  readonly port: number;
  readonly stop: () => Promise<void>;
};

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
    const peer = await startPeer({ wsdl, caller }, signal);
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

const ownNode = join(import.meta.dirname, '../node_modules/.bin/node');

async function startPeer(order: PeerOrder, signal: AbortSignal): Promise<SoapServer> {
  const child = fork(join(import.meta.dirname, 'soap-peer.ts'), {
    // What runs the service, too.
    execPath: existsSync(ownNode) ? ownNode : process.execPath,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  try {
    child.send(order);
    const ended = gone.then(() => {
      throw new Error('the server of npm soap ended while it was starting');
    });
    const [port] = (await Promise.race([once(child, 'message', { signal }), ended])) as [number];
    return { process: child, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
