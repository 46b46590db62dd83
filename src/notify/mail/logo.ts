import { type Logo, readLogo } from '../../parties/businesses/branding.ts';
import type { Attachment } from '../../ports/carriers/carrier.ts';
import type { Sql } from '../../runtime/sql.ts';

/** What the HTML of a mail calls the logo that comes with it. */
export function logoContentId({ name }: Logo): string {
  return `logo-${name}@quittance`;
}

/** The logo as a part of a mail. */
export function logoPartOf(db: Sql, logo: Logo): Attachment {
  const { type } = logo;
  return {
    name: type === 'image/png' ? 'logo.png' : 'logo.jpg',
    type,
    contentId: logoContentId(logo),
    async content() {
      const bytes = await readLogo(db, logo);
      // The mail is composed again, with the branding that there is then.
      if (!bytes) throw new Error('the logo was replaced just now');
      return bytes;
    },
  };
}

type Size = { readonly width: number; readonly height: number };

/** As large as the box allows, and never larger than it is. */
export function fitted({ width, height }: Size, box: Size): Size {
  const scale = Math.min(1, box.width / width, box.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
