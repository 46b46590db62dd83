import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { mergeCustomers } from '../../../moving/merge/merge-customers.ts';
import { readCustomer } from '../../../parties/customers/store.ts';
import { endpoint } from '../endpoint.ts';
import { id, object } from '../shape.ts';
import { customerShape, customerWire } from './customer-view.ts';

const another = { code: 'contradictory', rule: 'must be another customer' };
const unknown = { code: 'unknown', rule: 'is not a customer of this business' };
const mostNamed = 20;

export const mergeEndpoint = endpoint({
  id: 'customers.merge',
  method: 'POST',
  path: '/v1/customers/{customerId}/merge',
  doc:
    'Makes one customer of two that are one. The customer of the path stays, keeps its own details and gets those that it ' +
    'lacks; payments, invoices, saved cards, subscriptions, pay links, leads and texts of the other become its own. The other ' +
    'one names it from then on. It cannot be undone.',
  right: 'administer',
  params: { customerId: id('The customer that stays.') },
  body: object(
    { from: id('The customer that is merged into it.') },
    { name: 'CustomerMerge', doc: 'Two customers that are one.' },
  ),
  answer: customerShape,
  refuses: ['not_found', 'wrong_state', 'changed_meanwhile'],
  isVersioned: true,
  async handle(world, { business, params, body, actor, match }) {
    const { id: businessId } = business;
    const [stays, from] = [BigInt(params.customerId), BigInt(body.from)];
    const done = await mergeCustomers(world, {
      businessId,
      id: stays,
      from,
      actor,
      judge: (before) => match(customerWire(before)),
    });
    switch (done.outcome) {
      case 'not_there':
        throw done.which === 'id' ? new Refusal('not_found') : wrongFrom(unknown);
      case 'same':
        throw wrongFrom(another);
      case 'elsewhere':
        throw notSo(`Customer ${done.customer} was merged into customer ${done.into}.`);
      case 'forgotten':
        throw notSo(`Customer ${done.customer} is forgotten.`);
      case 'open': {
        const [shown, more] = [done.open.slice(0, mostNamed), done.open.length - mostNamed];
        const rest = more > 0 ? `, and ${more} more` : '';
        throw notSo(`The customers cannot be merged yet: ${shown.join(', ')}${rest}.`);
      }
      case 'merged':
      case 'merged_before':
        return { body: customerWire((await readCustomer(world.db, businessId, stays))!) };
    }
  },
});

function wrongFrom(flaw: { readonly code: string; readonly rule: string }): Refusal {
  return new Refusal('wrong_fields', { details: [fieldFault('from', flaw)] });
}

function notSo(message: string): Refusal {
  return new Refusal('wrong_state', { message });
}
