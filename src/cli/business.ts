import { parseEmail } from '../kernel/email.ts';
import { lengths } from '../kernel/lengths.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { parsePhone } from '../kernel/phone.ts';
import { listApplications } from '../parties/applications/store.ts';
import {
  type Business,
  businessStates,
  type CardAccounts,
} from '../parties/businesses/business.ts';
import { mayBeUsername } from '../parties/businesses/claims.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { createBusiness } from '../parties/businesses/create-business.ts';
import { readKeys } from '../parties/businesses/keys.ts';
import { readMoves } from '../parties/businesses/moves.ts';
import {
  forwardingPhoneOf,
  readProfile,
  readWebhooks,
  withForwardingPhone,
} from '../parties/businesses/profile.ts';
import { countChildren, listBusinesses } from '../parties/businesses/store.ts';
import { otherType, readType, typeFor } from '../parties/businesses/types.ts';
import type { Sql } from '../runtime/sql.ts';
import { ExpectedError, UsageError } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { facts, table } from './layout.ts';
import { list } from './list.ts';
import { businessNamed, businessWord, type Key, ofAnyBusiness } from './names.ts';
import { line, oneOf, verbatim, wholeNumber } from './values.ts';
import { flag, option, required, type Word } from './words.ts';

const mostApplications = 100;

/** The fields of a stored business that every command prints. */
export function summary({ ancestors, typeId, ...business }: Business) {
  return { ...business, parent: ancestors.at(-1), type: typeId };
}

const beforeBusiness: Word<string | undefined, Key | undefined> = {
  kind: 'option',
  shape: 'ID|USERNAME',
  isRequired: false,
  read: verbatim(100),
  find: async (sql, name) => {
    const { id } = await businessNamed(sql, name);
    return { businessId: id, id };
  },
};

/** The accounts that card payments go to, with their currencies. */
export function accountsIn(cardAccounts: CardAccounts): string | undefined {
  const each = Object.entries(cardAccounts).map(([currency, name]) => `${name} for ${currency}`);
  return each.length === 0 ? undefined : each.join(', ');
}

async function readAll(sql: Sql, business: Business) {
  const { id, typeId, ancestors } = business;
  const profile = await readProfile(sql, id);
  const applications = await listApplications(sql, { businessId: id, limit: mostApplications });
  return {
    ...summary(business),
    ancestors,
    children: Number(await countChildren(sql, id)),
    type: await readType(sql, typeId),
    profile: profile && {
      email: profile.email,
      phone: profile.phone,
      mobileNumber: profile.mobileNumber,
      details: profile.details,
    },
    webhooks: (await readWebhooks(sql, id)).map((one) => ({
      ...one,
      username: one.username ?? null,
    })),
    keys: (await readKeys(sql, id)).map((key) => ({
      id: key.id,
      hint: key.hint,
      createdAt: key.createdAt,
      expiresAt: key.expiresAt,
      revokedAt: key.revokedAt,
    })),
    moves: (await readMoves(sql, id)).map((move) => ({ ...move, from: move.from ?? null })),
    applications: applications.map(({ id: number, state, createdAt }) => ({
      id: number,
      state,
      createdAt,
    })),
  };
}

function partsOf(data: Awaited<ReturnType<typeof readAll>>) {
  const { id, type, profile, ancestors } = data;
  return {
    '': {
      id,
      username: data.username,
      name: data.name,
      environment: data.environment,
      state: data.state,
      'time zone': data.timeZone,
      limits: data.limited ? 'on' : 'off',
      tree: data.parent === undefined ? 'master site' : [...ancestors, id].join(' > '),
      children: data.children,
      type: type && `${type.id} ${type.name}`,
      services: type?.services.join(', '),
      'invoice fields': type?.invoiceFields.join(', '),
      features: type?.features.join(', '),
      gateway: data.gatewayId,
      email: profile?.email,
      phone: profile?.phone,
      currency: data.currency,
      'card accounts': accountsIn(data.cardAccounts),
      'messaging number': profile?.mobileNumber,
      'calls go to': profile && forwardingPhoneOf(profile),
    },
    details: profile?.details ?? {},
    webhooks: table({ kind: 'kind', url: 'url', username: 'username' }, data.webhooks),
    keys: table(
      {
        key: 'id',
        'begins with': (one) => one.hint || 'chosen by its owner',
        created: 'createdAt',
        expires: 'expiresAt',
        revoked: 'revokedAt',
      },
      data.keys,
    ),
    history: table({ n: 'n', at: 'at', state: 'to', actor: 'actor', reason: 'reason' }, data.moves),
    applications: table(
      { application: (one) => `${id}/${one.id}`, state: 'state', 'handed in': 'createdAt' },
      data.applications,
    ),
  };
}

const notAUsername = flaw(
  'malformed',
  'must be 1 to 100 letters, digits and signs without a colon, and not digits alone',
);

function username(text: string): Parsed<string> {
  return mayBeUsername(text) ? parsed(text) : notAUsername;
}

function refuseAsParent({ id, state }: Business): void {
  if (state !== 'suspended' && state !== 'closed') return;
  throw new ExpectedError(`business ${id} is ${state}: nothing is made below it`);
}

async function chooseType(
  sql: Sql,
  given: number | undefined,
  parent: Business | undefined,
): Promise<number> {
  if (given !== undefined && !(await readType(sql, given))) {
    throw new ExpectedError(`there is no business type ${given}: see business-type list`);
  }
  return parent ? await typeFor(sql, given, parent) : (given ?? otherType);
}

export const businessCommands = {
  'business list': list({
    doc: 'Lists businesses',
    of: 'businesses',
    filters: { state: option('STATE', oneOf(businessStates)), parent: ofAnyBusiness },
    before: beforeBusiness,
    rows: async ({ db }, { state, parent, before, limit }) => {
      const filter = { state, parentId: parent?.id, before: before?.id, limit };
      return (await listBusinesses(db, filter)).map(summary);
    },
    columns: {
      id: 'id',
      username: 'username',
      environment: 'environment',
      state: 'state',
      parent: 'parent',
      name: 'name',
    },
  }),
  'business show': show({
    doc: 'Shows everything about a business except what is in the vault.',
    words: { business: businessWord },
    read: async ({ db }, { business }) => await readAll(db, business),
    parts: partsOf,
  }),
  'business create': dataCommand({
    doc:
      'Creates a business below another (--parent), or a master site (--master --environment). Its API key is shown only ' +
      'this once. It takes payments once its application is approved, or business activate enables them.',
    words: {
      name: required('NAME', line(lengths.name)),
      email: required('ADDRESS', parseEmail),
      phone: required('NUMBER', parsePhone),
      businessPhone: option('NUMBER', parsePhone),
      parent: ofAnyBusiness,
      master: flag,
      environment: option('sandbox|live', oneOf(['sandbox', 'live'])),
      type: option('N', wholeNumber(1, 999_999_999)),
      username: option('NAME', username),
      externalId: option('TEXT', verbatim(lengths.externalId)),
    },
    check({ parent, master, environment }) {
      if (master === (parent !== undefined)) {
        throw new UsageError(
          'give either --parent BUSINESS, the one it is below, or --master --environment sandbox|live for a site below none',
        );
      }
      if (master && environment === undefined) {
        throw new UsageError('--master needs --environment sandbox or --environment live');
      }
      if (!master && environment !== undefined) {
        throw new UsageError('--environment belongs to --master; a child has that of its parent');
      }
    },
    async work(
      world,
      { parent, environment, username: requestedUsername, ...given },
      actor,
      { remark },
    ) {
      if (parent) refuseAsParent(parent);
      const made = await createBusiness(parent ? atClockOf(world, parent) : world, {
        parent,
        environment: parent?.environment ?? environment ?? 'sandbox',
        clockAheadMs: parent?.clockAheadMs ?? 0,
        state: 'messaging_only',
        name: given.name,
        typeId: await chooseType(world.db, given.type, parent),
        email: given.email,
        phone: given.phone,
        businessPhone: given.businessPhone ?? given.phone,
        mobileNumber: undefined,
        requestedUsername,
        externalId: given.externalId,
        externalKey: undefined,
        webhooks: [],
        details: withForwardingPhone({}, given.businessPhone),
        secrets: [],
        idempotencyKey: undefined,
        actor,
      });
      if ('duplicateOf' in made) {
        const { id: holder } = made.duplicateOf;
        throw new ExpectedError(
          `business ${holder} has the external id ${given.externalId} already`,
        );
      }
      const { business, apiKey, mobileNumber } = made;
      const { id, username: own, state } = business;
      if (requestedUsername !== undefined && own !== requestedUsername) {
        remark(`The username ${requestedUsername} is taken; it has its number instead.`);
      }
      const shown = { id, username: own, 'API key': apiKey, state };
      return {
        data: { ...summary(business), mobileNumber, apiKey },
        text: [
          facts({ ...shown, 'messaging number': mobileNumber }),
          'The API key is not shown again.',
          `It takes no payments yet: quittance business activate ${id} --reason TEXT enables them.`,
        ].join('\n\n'),
      };
    },
  }),
} as const;
