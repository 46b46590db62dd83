import { atClockOf, businessesAhead } from '../../businesses/clock.ts';
import { makeFiles, resumeFiles } from '../../clearing/make-files.ts';
import { houseCommand } from '../house-command.ts';

export const achSend = houseCommand({
  doc: 'Makes and sends the files that are due by now, as the worker does by itself.',
  words: {},
  async work(world) {
    let [made, resumed] = [await makeFiles(world), await resumeFiles(world)];
    for (const business of await businessesAhead(world.db)) {
      const own = atClockOf(world, business);
      made += await makeFiles(own, business.id);
      resumed += await resumeFiles(own, business.id);
    }
    const text = `Begun: ${made}. Gone on with, after whoever made them fell silent: ${resumed}.`;
    return { data: { made, resumed }, text };
  },
});
