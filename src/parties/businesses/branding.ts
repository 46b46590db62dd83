import { hash } from 'node:crypto';
import { Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import { bytea, int2, int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { ImageFacts } from '../../runtime/images/image.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { lockBusiness } from './store.ts';

const logoTypes = ['image/png', 'image/jpeg'] as const;

/** The logo and the color that a business shows to its payers; it has what it set itself, whatever those above it have. */
const brandings = table('business_brandings', {
  businessId: int8,
  /** As #rrggbb, in lower case. */
  accentColor: optional(text),
  logo: optional(bytea),
  /** Follows from its bytes. */
  logoName: optional(text),
  logoType: optional(oneOf(logoTypes)),
  logoWidth: optional(int2),
  logoHeight: optional(int2),
  updatedAt: timestamptz,
});
/** All but the bytes. */
export const brandingFacts = brandings.omit('logo', 'updatedAt');
const accents = brandings.pick('businessId', 'accentColor', 'updatedAt');
const logos = brandings.omit('accentColor');
const bytes = brandings.pick('logo');

/** A logo, without its bytes. */
export type Logo = ImageFacts & { readonly businessId: bigint; readonly name: string };

export type Branding = {
  readonly accentColor?: string | undefined;
  readonly logo?: Logo | undefined;
};

type Row = {
  readonly [K in keyof RowOf<typeof brandingFacts>]?: RowOf<typeof brandingFacts>[K] | undefined;
};

/** Undefined where a business has neither. */
export function brandingOf(row: Row | undefined): Branding | undefined {
  if (!row) return undefined;
  const { businessId, accentColor, logoName, logoType, logoWidth, logoHeight } = row;
  const hasLogo = businessId && logoName && logoType && logoWidth && logoHeight;
  const logo = hasLogo
    ? { businessId, name: logoName, type: logoType, width: logoWidth, height: logoHeight }
    : undefined;
  return accentColor || logo ? { accentColor, logo } : undefined;
}

export async function readBranding(sql: Sql, businessId: bigint): Promise<Branding | undefined> {
  const statement = `select ${brandingFacts.columns} from business_brandings where business_id = $1`;
  return brandingOf(await brandingFacts.readOne(sql, statement, [businessId]));
}

/** Undefined if it was replaced or removed. */
export async function readLogo(
  sql: Sql,
  { businessId, name, type }: Pick<Logo, 'businessId' | 'name' | 'type'>,
): Promise<Buffer | undefined> {
  const statement = `select ${bytes.columns} from business_brandings
    where business_id = $1 and logo_name = $2 and logo_type = $3`;
  return (await bytes.readOne(sql, statement, [businessId, name, type]))?.logo;
}

/** In the place of a logo. */
export function letterOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '';
}

const endings = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

/** Its address at this service. Whoever does not know its bytes cannot guess it, and what is there never changes. */
export function logoPath({ businessId, name, type }: Logo): string {
  return `/assets/logo-${businessId}-${name}.${endings[type]}`;
}

export function readLogoPath(path: string): Pick<Logo, 'businessId' | 'name' | 'type'> | undefined {
  const found = /^\/assets\/logo-([1-9]\d{0,17})-([0-9a-f]{32})\.(png|jpg)$/.exec(path);
  const [, businessId, name, ending] = found ?? [];
  const type = logoTypes.find((one) => endings[one] === ending);
  return businessId && name && type ? { businessId: BigInt(businessId), name, type } : undefined;
}

/** A new logo, written by us. */
export type NewLogo = ImageFacts & { readonly bytes: Buffer };

type Changes = {
  /** Null takes it away; undefined leaves it. */
  readonly accentColor?: string | null | undefined;
  readonly logo?: NewLogo | null | undefined;
};
type Why = {
  readonly actor: string;
  /** Refuses what another person changed meanwhile. */
  readonly match: (before: Branding | undefined) => void;
};

export async function changeBranding(
  { db, now }: Pick<World, 'db' | 'now'>,
  businessId: bigint,
  { accentColor, logo }: Changes,
  { actor, match }: Why,
): Promise<void> {
  await db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    if (business.state === 'closed') throw new Refusal('wrong_state');
    match(await readBranding(tx, businessId));

    const at = now();
    const facts: Record<string, unknown> = {};
    if (accentColor !== undefined) {
      await accents.insert(tx, [{ businessId, accentColor, updatedAt: at }], replacing(accents));
      facts.accentColor = accentColor;
    }
    if (logo !== undefined) {
      const row = { businessId, updatedAt: at, ...(logo && columnsOf(logo)) };
      await logos.insert(tx, [row], replacing(logos));
      facts.logo = row.logoName ?? null;
    }
    if (Object.keys(facts).length === 0) return;
    const object = `business:${businessId}`;
    await recordAct(tx, { businessId, actor, act: 'business.branding_changed', object, facts, at });
  });
}

function columnsOf({ type, width, height, bytes: logo }: NewLogo) {
  const logoName = hash('sha256', logo, 'hex').slice(0, 32);
  return { logo, logoName, logoType: type, logoWidth: width, logoHeight: height };
}

function replacing(part: { changesFrom(alias: string): string }): string {
  return `on conflict (business_id) do update set ${part.changesFrom('excluded')}`;
}
