import { flaw } from '../base/parsed.ts';
import { fieldFault, Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import type { Source } from '../payments/order.ts';
import type { World } from '../world.ts';
import type { Call } from './operation.ts';

const holdsNumber = flaw('contains_card_number', 'must not contain the card or account number');
// Fewer digits may be anything.
const shortest = 12;

/**
 * Texts that are kept to the letter must not be the number behind the token that is charged, though only the
 * token was sent. What is sent beside its own number is judged before there is a call.
 */
export function refuseOwnNumber(
  world: Pick<World, 'vault'>,
  call: Call,
  source: Source,
  texts: Readonly<Record<string, string | undefined>>,
): void {
  if (source.token === undefined || source.method === 'bank') return;
  const all = { ...texts, 'Idempotency-Key': call.retryKey?.key };
  for (const [field, text = ''] of Object.entries(all)) {
    const digits = text.replaceAll(/\D/g, '');
    if (digits.length < shortest) continue;
    if (!world.vault.sameFingerprint(source.fingerprint, new Secret(digits))) continue;
    throw new Refusal('wrong_fields', { details: [fieldFault(field, holdsNumber)] });
  }
}
