import { freePort } from '../free-port.ts';
import { type Deaths, deathsOf } from './deaths.ts';
import { type Installation, launchBank, launchService } from './installation.ts';
import { letGo, listens, type Supervised, servesPayments, supervise } from './processes.ts';
import { randomOf } from './random.ts';

export type Running = {
  readonly services: readonly Supervised[];
  readonly bank: Supervised | undefined;
  readonly deaths: Deaths;
  /** Deaths that nobody here wanted. */
  readonly unasked: () => string[];
  readonly stop: () => Promise<void>;
};

/**
 * Two services over one data folder, and the bank where it is a process of its own. What it took to bring them up
 * is undone by `stop`, whatever happened. So many of the very first starts die at one point after the other.
 */
export async function start(
  installation: Installation,
  seed: number,
  firstKills = 0,
): Promise<Running> {
  const random = randomOf(seed);
  const pauseMs = () => random.whole(0, 300);
  const deaths = deathsOf(installation);
  const processes: Supervised[] = [];
  // Whoever interrupts a campaign does not want its processes to live on.
  const abandon = () => {
    for (const one of processes) one.kill();
  };
  const interrupted = () => process.exit(130);
  process.once('exit', abandon);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  const stop = async () => {
    process.off('exit', abandon);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
    letGo();
    // One after the other: whoever owns the database goes on to the end of its own.
    for (const one of processes) await one.stop();
  };
  const begin = async (one: Promise<Supervised>) => {
    const begun = await one;
    processes.push(begun);
    await begun.untilReady();
    return begun;
  };
  try {
    const { bankPort } = installation;
    const launchIt = (port: number) => launchBank(installation, port);
    const trade = { name: 'bank', launch: launchIt, isHealthy: listens, pauseMs };
    const bank = bankPort === undefined ? undefined : await begin(supervise(trade, bankPort));
    const services: Supervised[] = [];
    deaths.setStanding(() => (deaths.total() < firstKills ? deaths.untouched() : undefined));
    for (const role of ['all', 'serve']) {
      const service = {
        name: role,
        launch: (port: number, order: Parameters<typeof launchService>[3]) =>
          launchService(installation, role, port, order),
        isHealthy: servesPayments,
        pauseMs,
        bornWith: deaths.standing,
        sees: deaths.sees,
        wasOrdered: deaths.wasOrdered,
      };
      services.push(await begin(supervise(service, await freePort())));
    }
    deaths.setStanding(() => undefined);
    for (const one of services) one.order(undefined);
    const unasked = () => processes.flatMap((one) => one.deaths);
    return { services, bank, deaths, unasked, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
