import { createHmac, timingSafeEqual } from 'node:crypto';
import type { World } from '../../world.ts';

/** A signed id of one rendered form, with the moment it was rendered. */
export type Stamp = { readonly text: string; readonly givenAt: Date };

type Context = Pick<World, 'vault' | 'randomBytes' | 'now'>;
type Owner = { readonly businessId: bigint; readonly id: bigint };

export function stampForm(world: Context, form: Owner): Stamp {
  const givenAt = world.now();
  const drawn = world.randomBytes(12).toString('base64url');
  const signed = `${drawn}.${givenAt.getTime().toString(36)}`;
  return { text: `${signed}.${signature(world, form, signed)}`, givenAt };
}

/** Undefined: not a stamp of this form. */
export function readStamp(world: Context, form: Owner, text: string): Stamp | undefined {
  const [, signed, time, given] = /^([\w-]{16}\.([0-9a-z]{1,10}))\.([\w-]{22})$/.exec(text) ?? [];
  if (!signed || !time || !given) return undefined;
  const right = Buffer.from(signature(world, form, signed));
  if (!timingSafeEqual(Buffer.from(given), right)) return undefined;
  return { text, givenAt: new Date(Number.parseInt(time, 36)) };
}

function signature({ vault }: Context, { businessId, id }: Owner, signed: string): string {
  const key = vault.stream(businessId, `page of lead_form ${id}`)(32);
  return createHmac('sha256', key).update(signed).digest().subarray(0, 16).toString('base64url');
}
