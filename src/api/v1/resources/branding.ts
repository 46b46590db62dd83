import { shadesOf } from '../../../kernel/contrast.ts';
import { flaw, parsed } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import {
  type Branding,
  changeBranding,
  logoPath,
  type NewLogo,
  readBranding,
} from '../../../parties/businesses/branding.ts';
import { atClockOf } from '../../../parties/businesses/clock.ts';
import { readImage } from '../../../runtime/images/image.ts';
import { bytes } from '../bytes.ts';
import { endpoint } from '../endpoint.ts';
import { field, id, integer, maybe, object, orNull, type TypeOf, text } from '../shape.ts';
import { businessBelow } from './business-view.ts';

const notAColor = flaw('malformed', 'must be a color such as #1f4fd8');
const color = (doc: string) =>
  field({
    doc,
    isSecret: false,
    schema: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
    parse: (sent) => (/^#[0-9a-f]{6}$/i.test(sent) ? parsed(sent.toLowerCase()) : notAColor),
  });

const shownShape = object(
  {
    fill: text('Of buttons and of the mark: the color as it was chosen.'),
    onFill: text('Of the letters on it: black or white.'),
    light: text('Of links and edges on a light page.'),
    dark: text('Of links and edges on a dark page.'),
  },
  {
    name: 'ShownColors',
    doc:
      'What pages show of the color: letters and links always have a contrast of 4.5 or more with what they stand on, so ' +
      'links are darker by day, or lighter by night, where the color itself could not be read.',
  },
);
const logoShape = object(
  {
    address: text('Where pages load it from. Another logo has another address.'),
    contentType: text('Its kind: image/png or image/jpeg.'),
    width: integer('In pixels.'),
    height: integer('In pixels.'),
  },
  { name: 'Logo' },
);
const brandingShape = object(
  {
    accentColor: orNull(text('As it was chosen. Null: that of the service.')),
    shown: orNull(shownShape),
    logo: orNull(logoShape),
  },
  { name: 'Branding' },
);

function brandingWire(
  branding: Branding | undefined,
  ownAddress: string,
): TypeOf<typeof brandingShape> {
  const { accentColor = null, logo } = branding ?? {};
  return {
    accentColor,
    shown: accentColor === null ? null : shownOf(accentColor),
    logo: logo
      ? {
          address: `${ownAddress}${logoPath(logo)}`,
          contentType: logo.type,
          width: logo.width,
          height: logo.height,
        }
      : null,
  };
}

function shownOf(accentColor: string): TypeOf<typeof shownShape> {
  const { fill, onFill, light, dark } = shadesOf(accentColor);
  return { fill, onFill, light, dark };
}

const at = {
  acrossBusinesses: true,
  path: '/v1/businesses/{businessId}/branding',
  params: { businessId: id('The business of the key, or one below it.') },
  answer: brandingShape,
  isVersioned: true,
} as const;

/** More than any logo needs: each page and mail carries it. */
const mostBytes = 200_000;

export const brandingEndpoints = [
  endpoint({
    ...at,
    id: 'businesses.retrieveBranding',
    method: 'GET',
    doc:
      'Returns the logo and the color that a business shows on pages, mails and PDFs for its payers. With accentColor it ' +
      'answers what would be shown with that color, and stores nothing.',
    right: 'read',
    query: { accentColor: maybe(color('Another color, to try it out.')) },
    refuses: ['not_found'],
    async handle(world, call) {
      const one = await businessBelow(world, call, call.params.businessId);
      const { accentColor } = call.query;
      const branding = await readBranding(world.db, one.id);
      const tried = accentColor === undefined ? branding : { ...branding, accentColor };
      return { body: brandingWire(tried, call.ownAddress) };
    },
  }),
  endpoint({
    ...at,
    id: 'businesses.updateBranding',
    method: 'PATCH',
    doc:
      'Changes the logo and the color that a business shows on pages, mails and PDFs for its payers. Null goes back to those of ' +
      'the service. What was mailed before keeps what it had.',
    right: 'administer',
    body: object({
      accentColor: maybe(orNull(color('Such as #1f4fd8.'))),
      logo: maybe(
        orNull(
          bytes(
            'A PNG (8 bits a channel, not interlaced) or JPEG (gray or RGB) image, in base64: 16 to 1000 pixels on each ' +
              'side, at most 400,000 in all. Only the picture itself is kept, no metadata.',
            mostBytes,
          ),
        ),
      ),
    }),
    mostBytes: 300_000,
    refuses: ['not_found', 'changed_meanwhile', 'wrong_state'],
    async handle(world, call) {
      const one = await businessBelow(world, call, call.params.businessId);
      const { accentColor, logo } = call.body;
      const changes = { accentColor, logo: logo && (await newLogo(logo)) };
      // Each business lives by its own clock.
      const ahead = { clockAheadMs: one.clockAheadMs - call.business.clockAheadMs };
      await changeBranding(atClockOf(world, ahead), one.id, changes, {
        actor: call.actor,
        match: (before) => call.match(brandingWire(before, call.ownAddress)),
      });
      return { body: brandingWire(await readBranding(world.db, one.id), call.ownAddress) };
    },
  }),
];

async function newLogo(sent: Buffer): Promise<NewLogo> {
  const read = await readImage(sent);
  if (!read.ok) throw new Refusal('wrong_fields', { details: [fieldFault('logo', read)] });
  const { type, width, height, clean } = read.value;
  return { type, width, height, bytes: await clean() };
}
