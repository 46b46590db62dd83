import { momentOn } from './calendar.ts';
import { fleetPlan, fleets } from './catalogue.ts';
import type { Person } from './people.ts';
import type { Doing, Shop } from './shop.ts';

/** A bank that exists; nobody asks it in the sandbox. */
const routingNumber = '011000015';

/** Businesses that bring their bikes every month, and are debited; some debits come back. */
export function planFleets(shop: Shop, begins: Temporal.PlainDate, ends: Temporal.PlainDate): void {
  const { people, business } = shop;
  for (const [i, { company, account, onPlan }] of fleets.entries()) {
    const random = shop.randomFor(`fleet ${company}`);
    const person = people.stranger(random);
    const customer = {
      ...person.customer,
      externalId: `FLEET-${String(i + 1).padStart(2, '0')}`,
    };
    const source = {
      bankAccount: {
        accountNumber: account,
        routingNumber,
        holder: 'business',
        holderName: company,
      },
    };
    const first = begins.add({ days: random.between(0, 20) });
    if (onPlan) {
      shop.at(momentOn(first, business.timeZone, 11, random), async ({ ask }) => {
        const { token } = await ask('tokens.create', { body: { source, customer } });
        await ask('subscriptions.create', { body: { token, planCode: fleetPlan.code } });
      });
      continue;
    }
    const kept: Pick<Person, 'token'> = {};
    for (
      let day = first;
      Temporal.PlainDate.compare(day, ends) <= 0;
      day = day.add({ days: random.between(17, 33) })
    ) {
      const bikes = random.between(3, 14);
      const amount = bikes * 8500 + random.between(0, 40) * 500;
      const moment = momentOn(day, business.timeZone, 10 + 6 * random.next(), random);
      shop.at(moment, async (doing) => {
        const { ask } = doing;
        const isGood = kept.token !== undefined && (await isActive(doing, kept.token));
        // The bank of the former account reported it as closed or unknown.
        const other = { bankAccount: { ...source.bankAccount, accountNumber: '880012345' } };
        const { token } = await ask('payments.create', {
          body: {
            amount,
            customer,
            source: isGood ? { token: kept.token } : kept.token ? other : source,
            saveToken: !isGood,
            description: `Fleet service, ${bikes} bikes`,
            lines: [
              { name: `${bikes} × basic service`, amount: bikes * 8500, kind: 'subtotal' },
              ...(amount > bikes * 8500 ? [{ name: 'Parts', amount: amount - bikes * 8500 }] : []),
            ],
            orderNumber: shop.nextOrder(),
          },
        });
        if (token) kept.token = token;
      });
    }
  }
}

async function isActive({ ask }: Doing, token: string): Promise<boolean> {
  const { status } = await ask('tokens.retrieve', { params: { token } });
  return status === 'active';
}
