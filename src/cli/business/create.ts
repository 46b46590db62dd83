import { parseEmail } from '../../base/email.ts';
import { lengths } from '../../base/lengths.ts';
import { flaw, type Parsed, parsed } from '../../base/parsed.ts';
import { parsePhone } from '../../base/phone.ts';
import type { Sql } from '../../base/sql.ts';
import type { Business } from '../../businesses/business.ts';
import { mayBeUsername } from '../../businesses/claims.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { createBusiness } from '../../businesses/create-business.ts';
import { otherType, readType, typeFor } from '../../businesses/types.ts';
import { OperatorFault, remark, UsageFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts } from '../layout.ts';
import { flag, id, line, needed, oneOf, option, verbatim, wholeNumber } from '../words.ts';
import { businessNamed, summary } from './named.ts';

export const businessCreate = houseCommand({
  doc: 'Makes a business below another, or a master site, and shows its API key this once.',
  words: {
    name: needed('NAME', line(lengths.name)),
    email: needed('ADDRESS', parseEmail),
    phone: needed('NUMBER', parsePhone),
    businessPhone: option('NUMBER', parsePhone),
    parent: option('ID', id),
    master: flag,
    environment: option('sandbox|live', oneOf(['sandbox', 'live'])),
    type: option('N', wholeNumber(1, 999_999_999)),
    username: option('NAME', username),
    externalId: option('TEXT', verbatim(lengths.externalId)),
  },
  check({ parent, master, environment }) {
    if (master === (parent !== undefined)) {
      throw new UsageFault('give either --parent, or --master for a site that has none');
    }
    if (master !== (environment !== undefined)) {
      throw new UsageFault('--environment belongs to --master; a child has that of its parent');
    }
  },
  async work(world, wish, actor) {
    const { name, email, phone, businessPhone = phone, username: wishedUsername } = wish;
    const parent = wish.parent === undefined ? undefined : await openParent(world.db, wish.parent);
    const own = parent ? atClockOf(world, parent) : world;
    const made = await createBusiness(own, {
      parent,
      environment: parent?.environment ?? wish.environment ?? 'sandbox',
      clockAheadMs: parent?.clockAheadMs ?? 0,
      state: 'messaging_only',
      name,
      typeId: await chooseType(world.db, wish.type, parent),
      email,
      phone,
      businessPhone,
      mobileNumber: undefined,
      wishedUsername,
      externalId: wish.externalId,
      externalKey: undefined,
      webhooks: [],
      details: {},
      secrets: [],
      retryKey: undefined,
      actor,
    });
    if ('duplicateOf' in made) {
      const { id: holder } = made.duplicateOf;
      throw new OperatorFault(`business ${holder} has the external id ${wish.externalId} already`);
    }
    const { business, apiKey, mobileNumber } = made;
    const { id: number, username: given, state } = business;
    if (wishedUsername !== undefined && given !== wishedUsername) {
      remark(`The username ${wishedUsername} is taken; it has its number instead.`);
    }
    const shown = { id: number, username: given, 'API key': apiKey, state };
    const text = facts({ ...shown, 'messaging number': mobileNumber });
    return {
      data: { ...summary(business), mobileNumber, apiKey },
      text: `${text}\n\nThe API key is not shown again.`,
    };
  },
});

const notAUsername = flaw(
  'malformed',
  'must be 1 to 100 letters, digits and signs without a colon, and not digits alone',
);

function username(text: string): Parsed<string> {
  return mayBeUsername(text) ? parsed(text) : notAUsername;
}

async function openParent(sql: Sql, parentId: bigint): Promise<Business> {
  const parent = await businessNamed(sql, parentId);
  const { state } = parent;
  if (state !== 'suspended' && state !== 'closed') return parent;
  throw new OperatorFault(`business ${parentId} is ${state}: nothing is made below it`);
}

async function chooseType(
  sql: Sql,
  wished: number | undefined,
  parent: Business | undefined,
): Promise<number> {
  if (wished !== undefined && !(await readType(sql, wished))) {
    throw new OperatorFault(`there is no business type ${wished}: see business-type list`);
  }
  return parent ? await typeFor(sql, wished, parent) : (wished ?? otherType);
}
