import { makeFirstBusiness } from '../../src/businesses/first-start.ts';
import { writeFirstStart } from '../../src/cli/first-start-file.ts';
import { openHouse } from '../../src/cli/open-house.ts';
import { readConfig } from '../../src/config.ts';
import { createHandler } from '../../src/wire/http.ts';
import { closeEdge, createEdge } from '../../src/wire/server.ts';
import { scheduleRecurring } from '../../src/worker/schedule.ts';
import { work } from '../../src/worker/worker.ts';
import { sabotageCalled } from './sabotages.ts';

/*
 * The service with one thing in it that must not be: what the real roles `all` and `serve` put together,
 * around a broken world.
 */
const [role, name = ''] = process.argv.slice(2);
const config = readConfig();
const house = await openHouse(config);
const world = sabotageCalled(name).breaks()(house.world);

const server = createEdge(createHandler(world), { requestId: world.uuid });
await new Promise<void>((resolve) => server.listen(config.port, config.host, resolve));
await makeFirstBusiness(world, (credentials) =>
  writeFirstStart(config, `http://${config.host}:${config.port}`, credentials),
);

const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
if (role === 'all') {
  await scheduleRecurring(world);
  await work(world, stopping.signal);
} else {
  await stopped;
}
await closeEdge(server, config.processorTimeoutMs + 5000);
await house.close();
