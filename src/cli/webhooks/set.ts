import { lengths } from '../../base/lengths.ts';
import { flaw, type Parsed } from '../../base/parsed.ts';
import { Secret } from '../../base/secret.ts';
import { parseWebhookAddress } from '../../base/webhook-address.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { removeEndpoint, setEndpoint } from '../../notices/change-endpoint.ts';
import { businessNamed } from '../business/named.ts';
import { UsageFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { readSecretLine } from '../read-secret-line.ts';
import { needed, option, verbatim } from '../words.ts';
import { business, kind, noEndpoint } from './words.ts';

export const webhooksSet = houseCommand({
  doc:
    'Says where a business wants to hear of one kind of thing. The password that goes with --username is read ' +
    'from standard input, one line.',
  words: {
    business,
    kind,
    url: needed('URL', verbatim(lengths.url)),
    username: option('NAME', username),
  },
  check({ kind: of, username: name }) {
    if (name !== undefined && of !== 'payments') {
      throw new UsageFault('only the webhook for payments has a --username');
    }
  },
  async work(world, { business: name, kind: of, url: text, username: user }, actor) {
    const owner = await businessNamed(world.db, name);
    const url = parseWebhookAddress(text, owner.environment);
    if (!url.ok) throw new UsageFault(`--url ${url.rule}`);
    const credentials =
      user === undefined
        ? undefined
        : { username: user, password: new Secret(await readSecretLine(lengths.password)) };
    const wish = { businessId: owner.id, kind: of, url: url.value, credentials };
    await setEndpoint(atClockOf(world, owner), wish, actor);
    const told = `Business ${owner.id} is told of ${of} at ${url.value}.`;
    return { data: { business: owner.id, kind: of, url: url.value, username: user }, text: told };
  },
});

export const webhooksRemove = houseCommand({
  doc: 'Takes a webhook away, with its secret; what waited for it is discarded.',
  words: { business, kind },
  async work(world, { business: name, kind: of }, actor) {
    const owner = await businessNamed(world.db, name);
    const key = { businessId: owner.id, kind: of };
    const isGone = await removeEndpoint(atClockOf(world, owner), key, actor);
    if (!isGone) throw noEndpoint(owner.id, of);
    return {
      data: { business: owner.id, kind: of },
      text: `Business ${owner.id} is no longer told of ${of}.`,
    };
  },
});

const hasColon = flaw('malformed', 'must not contain a colon');

function username(text: string): Parsed<string> {
  return text.includes(':') ? hasColon : verbatim(lengths.name)(text);
}
