import { listApplications } from '../../applications/store.ts';
import type { Sql } from '../../base/sql.ts';
import type { Business } from '../../businesses/business.ts';
import { readKeys } from '../../businesses/keys.ts';
import { readMoves } from '../../businesses/moves.ts';
import { readProfile, readWebhooks } from '../../businesses/profile.ts';
import { countChildren } from '../../businesses/store.ts';
import { readType } from '../../businesses/types.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { place, verbatim } from '../words.ts';
import { businessNamed, summary } from './named.ts';

const mostApplications = 100;

export const businessShow = houseCommand({
  doc: 'Shows everything about a business but what lies in the vault.',
  words: { business: place('ID|USERNAME', verbatim(100)) },
  async work({ db }, { business: name }) {
    const data = await readAll(db, await businessNamed(db, name));
    return { data, text: textOf(data) };
  },
});

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
    webhooks: await readWebhooks(sql, id),
    keys: (await readKeys(sql, id)).map((key) => ({
      id: key.id,
      hint: key.hint,
      createdAt: key.created_at,
      expiresAt: key.expires_at ?? undefined,
      revokedAt: key.revoked_at ?? undefined,
    })),
    moves: await readMoves(sql, id),
    applications: applications.map(({ id: number, state, createdAt }) => ({
      id: number,
      state,
      createdAt,
    })),
  };
}

function textOf(data: Awaited<ReturnType<typeof readAll>>): string {
  const { id, username, name, environment, state, timeZone, limited, parent } = data;
  const { type, profile, children, ancestors } = data;
  const tree = [...ancestors, id].join(' > ');
  const own = { id, username, name, environment, state, 'time zone': timeZone };
  const place = { tree: parent === undefined ? 'master site' : tree, children };
  const kind = {
    type: type && `${type.id} ${type.name}`,
    services: type?.services.join(', '),
    'invoice fields': type?.invoiceFields.join(', '),
  };
  const { email, phone, mobileNumber } = profile ?? {};
  const contact = { email, phone, 'messaging number': mobileNumber };
  return sections({
    '': facts({ ...own, limits: limited ? 'on' : 'off', ...place, ...kind, ...contact }),
    details: facts(profile?.details ?? {}),
    webhooks: rowsOf(['kind', 'url', 'username'], data.webhooks, (one) => [
      one.kind,
      one.url,
      one.username,
    ]),
    keys: rowsOf(['key', 'begins with', 'created', 'expires', 'revoked'], data.keys, (one) => [
      one.id,
      one.hint || 'chosen by its owner',
      one.createdAt,
      one.expiresAt,
      one.revokedAt,
    ]),
    history: rowsOf(['n', 'at', 'state', 'actor', 'reason'], data.moves, (one) => [
      one.n,
      one.at,
      one.to,
      one.actor,
      one.reason,
    ]),
    applications: rowsOf(['application', 'state', 'handed in'], data.applications, (one) => [
      `${id}/${one.id}`,
      one.state,
      one.createdAt,
    ]),
  });
}
