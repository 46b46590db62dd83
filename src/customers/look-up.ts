import { parseEmail } from '../base/email.ts';
import { flawInLength, lengths } from '../base/lengths.ts';
import { maskCardNumbers } from '../base/mask.ts';
import type { Parsed } from '../base/parsed.ts';
import { parsePhone } from '../base/phone.ts';
import { parseCountry, parseState } from '../base/places.ts';
import { Refusal } from '../base/refusal.ts';
import { flawInText } from '../base/text.ts';
import type { FoundCustomer, Processor } from '../processors/processor.ts';
import type { World } from '../world.ts';
import { changeCustomer } from './change.ts';
import type { CustomerChange } from './customer.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

/**
 * Asks a processor what it knows of a customer, and puts that down. What it does not know stays as it is here;
 * so does what it says that no customer of ours could be called, or that another one has.
 */
export async function lookUpCustomer(
  world: World,
  processor: Processor,
  key: Key,
  code: string,
): Promise<void> {
  const answer = await processor.findCustomer(code); // no connection held
  switch (answer.outcome) {
    case 'not_found':
      return;
    case 'not_sent':
    case 'unknown':
      throw new Refusal('busy', { message: notKnown });
    case 'found':
      if (answer.code !== code) {
        world.log.error('customer.answer_mismatch', { customerId: key.id });
        throw new Refusal('busy', { message: notKnown });
      }
      await bringUpToDate(world, key, changeBy(answer));
  }
}

const notKnown =
  'The customer could not be looked up, and nothing was charged; please try again shortly.';

async function bringUpToDate(world: World, key: Key, change: CustomerChange): Promise<void> {
  const outcome = await changeCustomer(world, { ...key, retryKey: undefined, change });
  if (outcome === 'done') return;
  world.log.info('customer.contact_taken', { customerId: key.id });
  const { phone: _, email: __, ...rest } = change;
  await changeCustomer(world, { ...key, retryKey: undefined, change: rest });
}

function changeBy(found: FoundCustomer): CustomerChange {
  return {
    firstName: told(found.firstName, text('name')),
    lastName: told(found.lastName, text('name')),
    email: told(found.email, parseEmail)?.toLowerCase(),
    phone: told(found.phone, parsePhone),
    address1: told(found.address1, text('address')),
    address2: told(found.address2, text('address')),
    city: told(found.city, text('name')),
    stateCode: told(found.stateCode, parseState),
    postalCode: told(found.postalCode, text('postalCode')),
    countryCode: told(found.countryCode, parseCountry),
  };
}

function told(sent: string, read: (text: string) => Parsed<string>): string | undefined {
  const trimmed = sent.trim();
  if (trimmed === '') return undefined;
  const value = read(trimmed);
  return value.ok ? value.value : undefined;
}

function text(length: keyof typeof lengths): (sent: string) => Parsed<string> {
  return (sent) =>
    flawInText(sent, { multiline: false }) ??
    flawInLength(sent, lengths[length]) ?? { ok: true, value: maskCardNumbers(sent) };
}
