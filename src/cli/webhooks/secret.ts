import { atClockOf } from '../../businesses/clock.ts';
import { rotateSecret, showSecret } from '../../notices/change-endpoint.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { facts } from '../layout.ts';
import { duration, option } from '../words.ts';
import { business, kind, noEndpoint } from './words.ts';

export const webhooksSecret = houseCommand({
  doc: 'Shows the secret that posts to a webhook are signed with, for its receiver; the audit trail says so.',
  words: { business, kind },
  async work(world, { business: name, kind: of }, actor) {
    const owner = await businessNamed(world.db, name);
    const key = { businessId: owner.id, kind: of };
    const secret = (await showSecret(atClockOf(world, owner), key, actor))?.reveal();
    if (secret === undefined) throw noEndpoint(owner.id, of);
    const data = { business: owner.id, kind: of, secret };
    return { data, text: facts({ business: owner.id, webhook: of, secret }) };
  },
});

const usualGraceMs = 24 * 3_600_000;

export const webhooksRotateSecret = houseCommand({
  doc:
    'Makes a new secret for a webhook and shows it. For the grace, 24h unless given, posts are signed with the ' +
    'former one too.',
  words: { business, kind, grace: option('24h', duration) },
  async work(world, { business: name, kind: of, grace: graceMs = usualGraceMs }, actor) {
    const owner = await businessNamed(world.db, name);
    const key = { businessId: owner.id, kind: of };
    const rotated = await rotateSecret(atClockOf(world, owner), key, { actor, graceMs });
    if (!rotated) throw noEndpoint(owner.id, of);
    const [secret, formerUntil] = [rotated.secret.reveal(), rotated.until];
    const data = { business: owner.id, kind: of, secret, formerUntil };
    const shown = { business: owner.id, webhook: of, secret };
    return { data, text: facts({ ...shown, 'former one until': formerUntil }) };
  },
});
