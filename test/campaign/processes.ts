import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Order, OrderMessage, SeenMessage } from './ordered-death.ts';
import { agent } from './post.ts';

/** A process that comes back when it dies. */
export type Supervised = {
  readonly name: string;
  readonly port: number;
  readonly isReady: () => boolean;
  readonly untilReady: () => Promise<void>;
  /** False: it was dead already. */
  readonly kill: () => boolean;
  readonly stop: () => Promise<void>;
  /** Deaths that nobody here caused: how each came. */
  readonly deaths: readonly string[];
  /** To the one that lives now; undefined takes it back. */
  readonly order: (order: Order | undefined) => void;
};

export type Trade = {
  readonly name: string;
  readonly launch: (port: number, order: Order | undefined) => ChildProcess;
  readonly isHealthy: (port: number) => Promise<boolean>;
  /** An order that everybody is born with, as things stand. */
  readonly bornWith?: () => Order | undefined;
  /** How long it stays away when it died. */
  readonly pauseMs: () => number;
  /** Is told every named point that is passed for the first time in a life. */
  readonly sees?: (point: string) => void;
  /** Whether a death by SIGKILL was one that somebody ordered. */
  readonly wasOrdered?: (pid: number) => boolean;
};

/** Starts in a row that came to nothing, though nobody killed. */
const mostInVain = 20;

export async function supervise(trade: Trade, port: number): Promise<Supervised> {
  const { name, launch, isHealthy, pauseMs } = trade;
  let child: ChildProcess;
  let isStopping = false;
  let wasKilled = false;
  let ready = false;
  const deaths: string[] = [];
  let inVain = 0;

  const begin = () => {
    wasKilled = false;
    child = launch(port, trade.bornWith?.());
    const mine = child;
    mine.on('message', ({ seen }: SeenMessage) => trade.sees?.(seen));
    // Who is dead hears no more orders.
    mine.on('error', () => {});
    void (async () => {
      while (mine === child && mine.exitCode === null && mine.signalCode === null && !ready) {
        ready = (await isHealthy(port)) && mine === child;
        if (ready) inVain = 0;
        else await delay(20);
      }
    })();
    child.once('exit', (code, signal) => {
      ready = false;
      const wasOrdered = trade.wasOrdered?.(mine.pid!) ?? false;
      if (isStopping) return;
      if (!wasKilled && !wasOrdered) {
        deaths.push(`${name} by ${signal ?? code}`);
        inVain += 1;
      }
      setTimeout(() => !isStopping && begin(), pauseMs());
    });
  };
  begin();
  const isDead = () => child.exitCode !== null || child.signalCode !== null;

  return {
    name,
    port,
    isReady: () => ready,
    async untilReady() {
      while (!ready) {
        if (inVain > mostInVain) throw new Error(`${name} did not become ready: see its log`);
        await delay(20);
      }
    },
    kill() {
      if (isDead()) return false;
      wasKilled = true;
      ready = false;
      return child.kill('SIGKILL');
    },
    async stop() {
      isStopping = true;
      if (isDead()) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
    deaths,
    order(order) {
      if (child.connected) child.send({ order: order ?? null } satisfies OrderMessage, () => {});
    },
  };
}

export async function servesPayments(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.status === 200;
}

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

export function letGo(): void {
  agent.destroy();
}
