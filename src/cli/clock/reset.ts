import { rememberMs } from '../../businesses/authenticate.ts';
import { reset } from '../../time-machine/reset.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { needed, verbatim } from '../words.ts';
import { momentIn } from './timeline.ts';

export const clockReset = houseCommand({
  doc:
    'Puts the clock of a sandbox business back to the real time. What waits there moves with it: what was due ' +
    'in two days is due in two days.',
  words: { business: needed('ID|USERNAME', verbatim(100)) },
  async work(world, { business: name }, actor) {
    const { id, timeZone } = await businessNamed(world.db, name);
    const { from, to, timers } = await reset(world, id, actor);
    await world.sleep(rememberMs);
    const was = `It was ${momentIn(timeZone, from)} for business ${id}`;
    const text = `${was} and is ${momentIn(timeZone, to)} again. Moved with it: ${timers}.`;
    return { data: { business: id, from, to, timers }, text };
  },
});
