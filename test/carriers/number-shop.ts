import { createBusiness } from '../../src/parties/businesses/create-business.ts';
import type { Made, NewBusiness } from '../../src/parties/businesses/new-business.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import { plainBusiness } from '../onboarding/plain-business.ts';
import { type FarTwilio, farTwilio, settingsFor } from './far-twilio.ts';

type Scope = { after(work: () => Promise<void>): void };

/** What a business has of a number, here and at the carrier. */
export type Held = {
  readonly profile: string | null;
  readonly claimed: readonly string[];
  readonly bought: readonly string[];
  readonly jobs: number;
};

/** A fixture whose live businesses are given numbers of the far Twilio. */
export type NumberShop = {
  readonly fixture: Fixture;
  readonly far: FarTwilio;
  make(world: World, changes?: Partial<NewBusiness>): Promise<Made>;
  held(businessId: bigint): Promise<Held>;
  /** Works until every number is assigned. */
  workOff(): Promise<void>;
};

export async function openNumberShop(
  scope: Scope,
  settings: Readonly<Record<string, string>> = {},
): Promise<NumberShop> {
  const far = await farTwilio(scope);
  const fixture = await makeFixture(scope, { settings: { ...settingsFor(far), ...settings } });
  const { business: parent } = await fixture.addBusiness({ environment: 'live' });
  const newBusiness = (changes: Partial<NewBusiness> = {}) => ({
    ...plainBusiness,
    parent,
    environment: 'live' as const,
    ...changes,
  });
  const jobsOf = async (businessId: bigint | undefined) => {
    const [row] = await fixture.db.query<{ count: bigint }>(
      `select count(*) from jobs
       where kind = 'number.assign' and ($1::bigint is null or business_id = $1)`,
      [businessId],
    );
    return Number(row!.count);
  };

  return {
    fixture,
    far,
    async make(world, changes) {
      const made = await createBusiness(world, newBusiness(changes));
      if ('duplicateOf' in made) throw new Error('there is one already');
      return made;
    },
    async held(businessId) {
      const [profile] = await fixture.db.query<{ number: string | null }>(
        'select mobile_number as number from business_profiles where business_id = $1',
        [businessId],
      );
      const claimed = await fixture.db.query<{ number: string }>(
        'select number from mobile_numbers where business_id = $1',
        [businessId],
      );
      const bought = far.bought.filter(({ friendly_name: name }) =>
        name.startsWith(`${businessId} `),
      );
      return {
        profile: profile?.number ?? null,
        claimed: claimed.map(({ number }) => number),
        bought: bought.map(({ phone_number: number }) => number.slice(2)),
        jobs: await jobsOf(businessId),
      };
    },
    async workOff() {
      const world = await fixture.open();
      for (let rounds = 0; (await jobsOf(undefined)) > 0; rounds += 1) {
        if (rounds > 20) throw new Error('it never ends');
        fixture.clock.pass(90_000);
        await workOnce(world);
      }
    },
  };
}
