import { type Confirmed, confirmAmounts } from '../../src/ach/validation/confirm.ts';
import { listValidations } from '../../src/ach/validation/store.ts';
import type { Validation } from '../../src/ach/validation/validation.ts';
import type { Terms } from '../../src/parties/businesses/terms.ts';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import type { Scope } from '../scope.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

/** A shop that validates accounts before their first debit. */
export type ValidatingShop = AchShop & {
  /** In the order in which they were begun. */
  validations(): Promise<Validation[]>;
  switchTo(method: Terms['accountValidation']): Promise<void>;
  /** Tries to confirm the amounts of the latest validation. */
  confirm(one: bigint, other: bigint): Promise<Confirmed>;
};

type Options = NonNullable<Parameters<typeof openAchShop>[1]>;

export async function openValidatingShop(
  scope: Scope,
  method: Terms['accountValidation'],
  options: Options = {},
): Promise<ValidatingShop> {
  const shop = await openAchShop(scope, options);
  const { world, businessId } = shop;
  const validations = async () =>
    (await listValidations(world.db, businessId, { limit: 100 })).toReversed();
  const switchTo = async (to: Terms['accountValidation']) => {
    await changeTerms(world, businessId, { accountValidation: to }, 'operator:ada');
  };
  await switchTo(method);
  return {
    ...shop,
    validations,
    switchTo,
    async confirm(one, other) {
      const latest = (await validations()).at(-1)!;
      return await confirmAmounts(world, latest, [one, other]);
    },
  };
}

/** A payment from a saved account. */
export const fromToken = (token: string, more = {}) => ({
  AccountNumber: undefined,
  RoutingNumber: undefined,
  AccountType: undefined,
  ACHToken: token,
  ...more,
});
