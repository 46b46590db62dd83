import { atClockOf } from '../../businesses/clock.ts';
import { enableEndpoint } from '../../notices/change-endpoint.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { business, kind, noEndpoint } from './words.ts';

export const webhooksEnable = houseCommand({
  doc: 'Posts to a disabled webhook again. What it missed is told by webhooks replay.',
  words: { business, kind },
  async work(world, { business: name, kind: of }, actor) {
    const owner = await businessNamed(world.db, name);
    const key = { businessId: owner.id, kind: of };
    const before = await enableEndpoint(atClockOf(world, owner), key, actor);
    if (!before) throw noEndpoint(owner.id, of);
    const { state: was } = before;
    const text = `The webhook for ${of} of business ${owner.id} is enabled; it was ${was}.`;
    return { data: { business: owner.id, kind: of, was, state: 'enabled' }, text };
  },
});
