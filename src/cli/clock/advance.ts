import { rememberMs } from '../../businesses/authenticate.ts';
import { advance } from '../../time-machine/advance.ts';
import { mostDays } from '../../time-machine/set-clock.ts';
import { businessNamed } from '../business/named.ts';
import { UsageFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { moment, momentWords, needed, option, verbatim, wholeNumber } from '../words.ts';
import { momentIn, timeline } from './timeline.ts';

const hourMs = 3_600_000;

export const clockAdvance = houseCommand({
  doc:
    'Moves the clock of a sandbox business on and does what falls due on the way, each thing at its moment; ' +
    `tells what happened. At most ${mostDays} days at once, whether by --days, --hours or --to. ${momentWords} ` +
    'It ends when running services go by the new clock, five seconds later.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    days: option('N', wholeNumber(1, mostDays)),
    hours: option('N', wholeNumber(1, mostDays * 24)),
    to: option('TIME', moment),
  },
  check({ days, hours, to }) {
    if (to === undefined ? (days ?? hours) === undefined : (days ?? hours) !== undefined) {
      throw new UsageFault('give either --days, --hours or both, or --to with a moment');
    }
  },
  async work(world, { business: name, days = 0, hours = 0, to }, actor) {
    const { id, timeZone } = await businessNamed(world.db, name);
    const destination = to ? { to: to(timeZone) } : { byMs: (days * 24 + hours) * hourMs };
    const journey = await advance(world, id, destination, actor);
    // Services remember for so long what time it was there: who calls after us finds the new time.
    await world.sleep(rememberMs);
    const { happened, ...span } = journey;
    const now = `It is ${momentIn(timeZone, span.to)} for business ${id}.`;
    return {
      data: { business: id, ...span, happened },
      text: `${timeline(happened, timeZone)}\n\n${now}`,
    };
  },
});
