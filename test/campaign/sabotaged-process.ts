import { makeFirstBusiness } from '../../src/businesses/first-start.ts';
import { writeFirstStart } from '../../src/cli/first-start-file.ts';
import { runCommand } from '../../src/cli/index.ts';
import { openHouse } from '../../src/cli/open-house.ts';
import { readConfig } from '../../src/config.ts';
import { createHandler } from '../../src/wire/http.ts';
import { createEdge } from '../../src/wire/server.ts';
import { work } from '../../src/worker/worker.ts';
import { sabotages } from '../sabotage.ts';

/* The service with one thing broken: `SABOTAGE='…' node sabotaged-process.ts all`. It only ever ends by a signal. */
const role = process.argv[2] ?? 'all';
if (role !== 'all' && role !== 'serve') {
  process.exit(await runCommand(process.argv.slice(2)));
}
const broken = sabotages[process.env.SABOTAGE ?? ''];
if (!broken) throw new Error(`SABOTAGE must be one of: ${Object.keys(sabotages).join('; ')}`);

const config = readConfig();
const house = await openHouse(config);
const world = broken.breaks()(house.world);
const baseUrl = `http://${config.host}:${config.port}`;
await makeFirstBusiness(world, (credentials) => writeFirstStart(config, baseUrl, credentials));
createEdge(createHandler(world)).listen(config.port, config.host);
process.once('SIGTERM', async () => {
  await house.close();
  process.exit();
});
if (role === 'all') await work(world, new AbortController().signal);
