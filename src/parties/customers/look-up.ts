import { parseEmail } from '../../kernel/email.ts';
import { flawInLength, lengths } from '../../kernel/lengths.ts';
import { maskCardNumbers } from '../../kernel/mask.ts';
import type { Parsed } from '../../kernel/parsed.ts';
import { parsePhone } from '../../kernel/phone.ts';
import { parseCountry } from '../../kernel/places.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { flawInText } from '../../kernel/text.ts';
import type { FoundCustomer } from '../../ports/processors/found-customer.ts';
import type { Processor } from '../../ports/processors/processor.ts';
import type { World } from '../../world.ts';
import { changeCustomer } from './change.ts';
import type { CustomerChange } from './customer.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

/**
 * Updates a customer with the data that a processor stores. A value that the processor does not have, that is not valid
 * here, or that belongs to another customer stays as it was.
 */
export async function lookUpCustomer(
  world: World,
  processor: Processor,
  key: Key,
  code: string,
): Promise<void> {
  const found = await processor.findCustomer!(code); // no connection held
  switch (found.outcome) {
    case 'not_found':
      return;
    case 'not_sent':
    case 'unknown':
      throw new Refusal('busy', { message: notKnown });
    case 'found':
      if (found.code !== code) {
        world.log.error('customer.answer_mismatch', { customerId: key.id });
        throw new Refusal('busy', { message: notKnown });
      }
      await update(world, key, changeOf(found));
      return;
  }
}

const notKnown =
  'The customer could not be looked up, and nothing was charged; please try again shortly.';

async function update(world: World, key: Key, change: CustomerChange): Promise<void> {
  const outcome = await changeCustomer(world, { ...key, idempotencyKey: undefined, change });
  if (outcome === 'done') return;
  if (typeof outcome === 'object') {
    const { stateCode: _, countryCode: __, ...rest } = change;
    return await update(world, key, rest);
  }
  world.log.info('customer.contact_taken', { customerId: key.id });
  const { phone: _, email: __, ...rest } = change;
  await update(world, key, rest);
}

function changeOf(found: FoundCustomer): CustomerChange {
  return {
    firstName: parsed(found.firstName, text('name')),
    lastName: parsed(found.lastName, text('name')),
    email: parsed(found.email, parseEmail)?.toLowerCase(),
    phone: parsed(found.phone, parsePhone),
    address1: parsed(found.address1, text('address')),
    address2: parsed(found.address2, text('address')),
    city: parsed(found.city, text('name')),
    stateCode: parsed(found.stateCode, text('region')),
    postalCode: parsed(found.postalCode, text('postalCode')),
    countryCode: parsed(found.countryCode, parseCountry),
  };
}

function parsed(sent: string, read: (text: string) => Parsed<string>): string | undefined {
  const trimmed = sent.trim();
  if (trimmed === '') return undefined;
  const value = read(trimmed);
  return value.ok ? value.value : undefined;
}

function text(length: keyof typeof lengths): (sent: string) => Parsed<string> {
  return (sent) =>
    flawInLength(sent, lengths[length]) ??
    flawInText(sent, { multiline: false }) ?? { ok: true, value: maskCardNumbers(sent) };
}
