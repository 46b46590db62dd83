import { intervalNames } from '../invoicing/subscriptions/calendar.ts';
import { insertPlans, listPlans, type Plan } from '../invoicing/subscriptions/plan.ts';
import { currencies } from '../kernel/currency.ts';
import { lengths } from '../kernel/lengths.ts';
import { maxCents } from '../kernel/money.ts';
import { optional, ownId, required } from './fields.ts';
import type { Kind } from './import.ts';
import { cents, oneOf, wholeFrom } from './values.ts';

const fields = {
  /** The code of the plan. */
  id: required(ownId(lengths.externalId)),
  amountCents: required(cents),
  currency: optional(oneOf(currencies), undefined),
  interval: required(oneOf(intervalNames)),
  discountBasisPoints: optional(wholeFrom(0, 10_000), 0),
  taxCents: optional(wholeFrom(0, Number(maxCents)), 0),
  trialDays: optional(wholeFrom(0, 730), 0),
  /** None: until it is canceled. */
  periods: optional(wholeFrom(1, 100_000), undefined),
};

export const planKind: Kind<typeof fields> = {
  fields,
  passedOver: ['createdAt', 'updatedAt'],
  async write(world, tx, business, rows) {
    const { id: businessId } = business;
    const known = new Set((await listPlans(tx, businessId)).map(({ code }) => code));
    const isTooMuch = (row: (typeof rows)[number]) => row.amountCents + row.taxCents > maxCents;
    const plans = rows
      .filter((row) => !known.has(row.id) && !isTooMuch(row))
      .map((row): Plan => {
        const { id: code, amountCents, taxCents, discountBasisPoints, currency, ...rest } = row;
        return {
          ...rest,
          businessId,
          code,
          amountCents: BigInt(amountCents),
          taxCents: BigInt(taxCents),
          discount: BigInt(discountBasisPoints),
          currency: currency ?? business.currency,
        };
      });
    await insertPlans(tx, plans, world.now());
    return rows.map((row) => {
      if (known.has(row.id)) return { outcome: 'exists', made: row.id };
      if (isTooMuch(row))
        return {
          outcome: 'refused',
          why: `amountCents and taxCents must be at most ${maxCents} together`,
        };
      return { outcome: 'created', made: row.id };
    });
  },
};
