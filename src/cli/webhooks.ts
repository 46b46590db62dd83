import { createInterface } from 'node:readline';
import { lengths } from '../kernel/lengths.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { Secret } from '../kernel/secret.ts';
import { isOwnMachine, parseWebhookAddress } from '../kernel/webhook-address.ts';
import {
  enableEndpoint,
  removeEndpoint,
  rotateSecret,
  setEndpoint,
  showSecret,
  switchEventTypes,
} from '../notify/webhooks/change-endpoint.ts';
import { countDeliveries } from '../notify/webhooks/delivery-log.ts';
import { readEndpoints } from '../notify/webhooks/endpoint-store.ts';
import { eventTypesOf } from '../notify/webhooks/event-types.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { type WebhookKind, webhookKinds } from '../parties/businesses/new-business.ts';
import { anyIsLive } from '../parties/businesses/store.ts';
import type { Sql } from '../runtime/sql.ts';
import { ExpectedError, type Input, UsageError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { facts, table } from './layout.ts';
import { catalogue } from './list.ts';
import { ofBusiness } from './names.ts';
import { grace, listOf, oneOf, verbatim } from './values.ts';
import { option, required } from './words.ts';

const kind = required(webhookKinds.join('|'), oneOf(webhookKinds));
const words = { business: ofBusiness, kind };

function noEndpoint(businessId: bigint, of: WebhookKind): ExpectedError {
  return new ExpectedError(`business ${businessId} has no webhook for ${of}: see webhooks set`);
}

const hasColon = flaw('malformed', 'must not contain a colon');

function username(text: string): Parsed<string> {
  return text.includes(':') ? hasColon : verbatim(lengths.name)(text);
}

/** A secret is read from standard input, never from a word: other users of the machine can read words. */
async function readPassword(input: Input): Promise<Secret> {
  const lines = createInterface({ input: input() });
  for await (const line of lines) {
    lines.close();
    if (line.length > lengths.password) {
      throw new UsageError(`the password must be at most ${lengths.password} characters`);
    }
    if (line !== '') return new Secret(line);
    break;
  }
  throw new UsageError('the password is missing: write it to standard input, one line');
}

async function readStanding(sql: Sql, businessId: bigint) {
  const counts = await countDeliveries(sql, businessId);
  return (await readEndpoints(sql, businessId)).map(({ businessId: _, ...endpoint }) => {
    const sum = (...states: readonly string[]) =>
      counts
        .filter(({ kind: of, state }) => of === endpoint.kind && states.includes(state))
        .reduce((all, { count }) => all + Number(count), 0);
    return {
      ...endpoint,
      waiting: sum('pending', 'in_flight', 'scheduled'),
      succeeded: sum('succeeded'),
      givenUp: sum('exhausted', 'discarded'),
    };
  });
}

const typesOf = (of: WebhookKind) => eventTypesOf(of).map(({ type }) => type);
const someTypes = listOf(webhookKinds.flatMap(typesOf));

function readTypes(text: string): Parsed<readonly string[] | 'all' | 'none'> {
  return text === 'all' || text === 'none' ? parsed(text) : someTypes(text);
}

function eventsOutput(business: bigint, of: WebhookKind, on: readonly string[]) {
  const types = eventTypesOf(of).map(({ type, doc, isAlways }) => ({
    type,
    posted: isAlways ? 'always' : on.includes(type) ? 'on' : 'off',
    doc,
  }));
  const isTyped = on.length > 0;
  const remark = isTyped
    ? 'Its posts name their type in EventType.'
    : 'Its posts name no type: none is switched on.';
  const text = `${table({ type: 'type', posted: 'posted', '': 'doc' }, types)}\n\n${remark}`;
  return { data: { business, kind: of, isTyped, on, types }, text };
}

export const webhookCommands = {
  'webhooks list': catalogue({
    doc: 'Lists the webhooks of a business with their state and the numbers of their deliveries',
    of: 'webhooks',
    filters: { business: ofBusiness },
    rows: async ({ db }, { business }) => await readStanding(db, business.id),
    columns: {
      webhook: 'kind',
      url: 'url',
      state: (one) => (one.disabledReason ? `${one.state}: ${one.disabledReason}` : one.state),
      'last success': 'succeededAt',
      'failing since': 'failingSince',
      failures: 'failures',
      waiting: 'waiting',
      succeeded: 'succeeded',
      'given up': 'givenUp',
      events: (one) => (one.eventTypes.length === 0 ? '' : `${one.eventTypes.length} switched on`),
    },
    json: (endpoints, { business }) => ({ business: business.id, endpoints }),
  }),
  'webhooks set': dataCommand({
    doc:
      'Sets the URL of a webhook of a business. The password that belongs to --username is read from standard input, one ' +
      'line.',
    words: {
      ...words,
      url: required('URL', verbatim(lengths.url)),
      username: option('NAME', username),
    },
    check({ kind: of, username: name }) {
      if (name !== undefined && of !== 'payments') {
        throw new UsageError('only the webhook for payments has a --username');
      }
    },
    async work(world, { business, kind: of, url: text, username: user }, actor, { input }) {
      const url = parseWebhookAddress(text, business.environment);
      if (!url.ok) throw new UsageError(`--url ${url.rule}`);
      if (isOwnMachine(url.value) && (await anyIsLive(world.db))) {
        throw new UsageError('--url must not lead to this machine while there is a live business');
      }
      const credentials =
        user === undefined ? undefined : { username: user, password: await readPassword(input) };
      const endpoint = { businessId: business.id, kind: of, url: url.value, credentials };
      await setEndpoint(atClockOf(world, business), endpoint, actor);
      return {
        data: { business: business.id, kind: of, url: url.value, username: user },
        text: `The webhook for ${of} of business ${business.id} is ${url.value}.`,
      };
    },
  }),
  'webhooks remove': dataCommand({
    doc: 'Removes a webhook and its secret. Deliveries that wait for it are discarded.',
    words,
    async work(world, { business, kind: of }, actor) {
      const key = { businessId: business.id, kind: of };
      const isGone = await removeEndpoint(atClockOf(world, business), key, actor);
      if (!isGone) throw noEndpoint(business.id, of);
      return {
        data: { business: business.id, kind: of },
        text: `The webhook for ${of} of business ${business.id} is removed.`,
      };
    },
  }),
  'webhooks events': dataCommand({
    doc: 'Lists the types of events of a webhook and shows which are switched on.',
    words,
    async work({ db }, { business: { id }, kind: of }) {
      const endpoint = (await readEndpoints(db, id)).find((one) => one.kind === of);
      if (!endpoint) throw noEndpoint(id, of);
      return eventsOutput(id, of, endpoint.eventTypes);
    },
  }),
  'webhooks set-events': dataCommand({
    doc:
      'Switches on the given types of events of a webhook, separated by commas, and switches off all others; also "all" ' +
      'or "none". Once a type is switched on, the posts of the webhook name their type.',
    words: { ...words, events: required('TYPE,TYPE|all|none', readTypes) },
    check({ kind: of, events }) {
      const known = typesOf(of);
      const named = typeof events === 'string' ? [] : events;
      const other = named.find((type) => !known.includes(type));
      if (other === undefined) return;
      throw new UsageError(`the webhook for ${of} never gets ${other}`);
    },
    async work(world, { business, kind: of, events }, actor) {
      const types = events === 'all' ? typesOf(of) : events === 'none' ? [] : events;
      const key = { businessId: business.id, kind: of };
      const was = await switchEventTypes(atClockOf(world, business), key, types, actor);
      if (!was) throw noEndpoint(business.id, of);
      return eventsOutput(business.id, of, types);
    },
  }),
  'webhooks enable': dataCommand({
    doc: 'Enables a disabled webhook. webhooks replay sends what it missed.',
    words,
    async work(world, { business, kind: of }, actor) {
      const key = { businessId: business.id, kind: of };
      const before = await enableEndpoint(atClockOf(world, business), key, actor);
      if (!before) throw noEndpoint(business.id, of);
      const { state: was } = before;
      return {
        data: { business: business.id, kind: of, was, state: 'enabled' },
        text: `The webhook for ${of} of business ${business.id} is enabled; it was ${was}.`,
      };
    },
  }),
  'webhooks secret': dataCommand({
    doc: 'Shows the secret that signs the posts of a webhook, for its receiver. The audit log records that it was shown.',
    words,
    async work(world, { business, kind: of }, actor) {
      const key = { businessId: business.id, kind: of };
      const secret = (await showSecret(atClockOf(world, business), key, actor))?.reveal();
      if (secret === undefined) throw noEndpoint(business.id, of);
      return {
        data: { business: business.id, kind: of, secret },
        text: facts({ business: business.id, webhook: of, secret }),
      };
    },
  }),
  'webhooks rotate-secret': dataCommand({
    doc:
      'Makes a new secret for a webhook and shows it. Until --grace is over, 24 hours when left out, posts are signed with ' +
      'the former one too.',
    words: { ...words, grace },
    async work(world, { business, kind: of, grace: graceMs }, actor) {
      const key = { businessId: business.id, kind: of };
      const rotated = await rotateSecret(atClockOf(world, business), key, { actor, graceMs });
      if (!rotated) throw noEndpoint(business.id, of);
      const [secret, formerUntil] = [rotated.secret.reveal(), rotated.until];
      const shown = { business: business.id, webhook: of, secret };
      return {
        data: { business: business.id, kind: of, secret, formerUntil },
        text: facts({ ...shown, 'former one until': formerUntil }),
      };
    },
  }),
} as const;
