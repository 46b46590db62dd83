import { date, notePast } from '../dates.ts';
import { amountToPay, identifier, money, optional, percentage, required } from '../fields.ts';
import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';
import { wordOf } from '../words.ts';

const parameters = {
  CardToken: required(
    identifier('Token of what is charged, as TokenResult of an earlier answer.', 'externalId'),
  ),
  PlanCode: optional(
    identifier(
      'Code of a plan. When the business has no such plan, one is made of Amount, Interval, Discount and Tax.',
      'externalId',
    ),
  ),
  Amount: required(amountToPay('Amount of each period, before Discount and Tax.')),
  Interval: required(
    wordOf(
      'Length of a period: Daily, Weekly, Bi-Weekly (two weeks), Monthly, Bi-Monthly (two months), ' +
        'Quarterly, Semi-Annually (half a year) or Annually.',
      {
        Daily: [],
        Weekly: [],
        'Bi-Weekly': [],
        Monthly: [],
        'Bi-Monthly': [],
        Quarterly: [],
        'Semi-Annually': [],
        Annually: ['Annual', 'Yearly'],
      },
    ),
  ),
  Discount: optional(
    percentage('Percentage taken off Amount, 0 to 100 with at most two decimals.'),
  ),
  Tax: optional(money('Tax added to each period, in dollars.')),
  StartDate: optional(date('Date of the first charge, not in the past. When not sent, today.')),
};

export const createCustomerSubscription = serviceOperation({
  name: 'CreateCustomerSubscription',
  interface: 'service',
  doc: 'Charges a saved card or bank account once in every period, from a date on.',
  credentials: credentialNames.usual,
  needsPayments: true,
  result: 'text',
  parameters,
  refuses: [],
  read(p, caller, review) {
    notePast('StartDate', p.StartDate, caller, review);
    return p;
  },
  handle: notAvailableYet,
});
