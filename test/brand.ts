import { changeBranding } from '../src/parties/businesses/branding.ts';
import { readImage } from '../src/runtime/images/image.ts';
import type { World } from '../src/world.ts';

type Look = { readonly accentColor?: string | null; readonly logo?: Buffer | null };

/** Sets the color and the logo of a business as it would itself. */
export async function brand(world: World, businessId: bigint, look: Look): Promise<void> {
  const { accentColor, logo } = look;
  const read = logo ? await readImage(logo) : undefined;
  if (read && !read.ok) throw new Error(read.rule);
  const changes = {
    accentColor,
    logo: read ? { ...read.value, bytes: await read.value.clean() } : (logo as null | undefined),
  };
  await changeBranding(world, businessId, changes, { actor: 'test', match: () => {} });
}
