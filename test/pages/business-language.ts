import type { Language } from '../../src/kernel/language.ts';
import { changeProfile } from '../../src/parties/businesses/profile.ts';
import type { Fixture } from '../fixture.ts';

/** The business says which language it speaks to payers. */
export async function setBusinessLanguage(
  { db, clock }: Fixture,
  businessId: bigint,
  language: Language | null,
): Promise<void> {
  const by = { actor: 'operator:ann', match: () => {}, language };
  await changeProfile({ db, now: () => clock.now() }, businessId, {}, by);
}
