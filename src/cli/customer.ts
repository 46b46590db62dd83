import { forgetCustomer } from '../moving/forget/forget-customer.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { nameOf } from './layout.ts';
import { object, worldOf } from './names.ts';

export const customerCommands = {
  'customer forget': dataCommand({
    doc:
      'Removes a person: names, addresses, phones, mail, texts, stored cards and leads. The books keep the amounts and ' +
      'last four digits. It is refused while something is open, and says what. It cannot be undone.',
    words: { customer: object },
    async work(world, { customer }, actor) {
      const data = await forgetCustomer(await worldOf(world, customer), customer, actor);
      const name = `customer ${nameOf(customer)}`;
      switch (data.outcome) {
        case 'not_there':
          throw new ExpectedError(`there is no ${name}`);
        case 'merged':
          throw new ExpectedError(`${name} was merged into customer ${data.into}: forget that one`);
        case 'open':
          throw new ExpectedError(`${name} cannot be forgotten yet:\n${data.open.join('\n')}`);
        case 'forgotten': {
          const { payments, cards } = data;
          return {
            data,
            text: `The person of ${name} is forgotten: ${cards} stored cards and accounts. The books keep ${payments} payments.`,
          };
        }
      }
    },
  }),
} as const;
