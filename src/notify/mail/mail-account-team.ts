import type { MailCarrier } from '../../ports/carriers/carrier.ts';
import { platform } from '../../records/audit-log.ts';
import { enqueue, type JobPayloads } from '../../runtime/jobs.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import type { World } from '../../world.ts';
import { type Digest, digestSheet } from './account-digest.ts';
import {
  assignNews,
  markReported,
  type NewsKey,
  readItems,
  readUnassigned,
  type Share,
} from './account-digest-store.ts';
import { fromUs, messageIdOfDigest } from './postmark.ts';
import { sheetText } from './sheet.ts';
import { sheetHtml } from './sheet-html.ts';

/** The recipient in the sandbox inbox when no address is set. */
const sandboxTeam = 'account-team@example.com';

/**
 * Puts news into digests: one for all live businesses, and one for each sandbox business that asked for it. Each is a
 * job of the platform, which lists the news that it may contain.
 */
export async function beginDigests(world: World): Promise<void> {
  const { db, uuid, now } = world;
  const environments = (['live', 'sandbox'] as const).filter((one) => teamOf(world, one));
  const news = await readUnassigned(db, environments);
  const digests = Map.groupBy(news, ({ environment, businessId }) =>
    environment === 'live' ? platform : businessId,
  );
  const jobs = [...digests].map(([owner, listed]) => ({
    businessId: platform,
    kind: 'account_team.mail' as const,
    key: uuid(),
    payload: {
      owner: String(owner),
      news: listed.map(({ businessId, id }) => [String(businessId), String(id)] as const),
    },
    runAt: now(),
  }));
  await enqueue(db, jobs);
}

/**
 * Mails a digest: assigns its news to it, sends it, and marks its news as reported, each business by a statement of its
 * own, and all of it again after a crash. A marked item proves that it was sent. If that is not certain, it is sent
 * again under the same Message-ID, so it is never lost and may come twice. False: call again.
 */
export async function mailDigest(
  world: World,
  id: string,
  { owner, news: listed }: JobPayloads['account_team.mail'],
): Promise<boolean> {
  const businessId = BigInt(owner);
  const environment = businessId === platform ? 'live' : 'sandbox';
  const team = teamOf(world, environment);
  if (!team) return false;
  const news = listed.map(([business, one]) => ({ businessId: BigInt(business), id: BigInt(one) }));
  const shares = sharesOf(id, news);
  await someAtOnce(shares, (share) => assignNews(world.db, share)); // committed
  const { items, anyIsTold } = await readItems(world.db, id, news);
  if (items.length === 0) return true;
  const digest = { id, businessId, environment, items } as const;
  if (!anyIsTold && !(await send(world, team, digest))) return false;
  const at = world.now();
  await someAtOnce(shares, (share) => markReported(world.db, share, at)); // committed
  return true;
}

function sharesOf(digestId: string, news: readonly NewsKey[]): Share[] {
  const businesses = [...Map.groupBy(news, ({ businessId }) => businessId)];
  return businesses.map(([businessId, own]) => {
    return { digestId, businessId, ids: own.map(({ id }) => id) };
  });
}

type Team = {
  readonly environment: Digest['environment'];
  readonly carrier: MailCarrier;
  readonly address: string;
};

/** Undefined: no address or carrier is set yet, and the news wait. */
function teamOf(world: World, environment: Digest['environment']): Team | undefined {
  const carrier = world.carriers.mails[environment];
  if (!carrier) return undefined;
  const isInbox = environment === 'sandbox' && carrier.name === 'sandbox';
  const address = world.config.accountTeamEmail || (isInbox ? sandboxTeam : '');
  return address === '' ? undefined : { environment, carrier, address };
}

async function send(world: World, { carrier, address }: Team, digest: Digest): Promise<boolean> {
  const { id, businessId } = digest;
  const sheet = digestSheet(digest);
  const sent = await carrier.send({
    businessId,
    messageId: messageIdOfDigest(world.config, id),
    ...fromUs(world.config),
    to: address,
    subject: sheet.subject,
    text: sheetText(sheet),
    html: sheetHtml(sheet),
    attachments: [],
  }); // no connection held
  if (sent.outcome !== 'accepted') {
    const { code } = sent;
    world.log.error('account_team.not_told', { reference: id, count: digest.items.length, code });
  }
  return sent.outcome === 'accepted';
}
