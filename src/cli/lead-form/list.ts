import { listForms } from '../../leads/form-store.ts';
import { formAddress } from '../../leads/make-form.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { visible } from '../webhooks/visible.ts';
import { business } from './words.ts';

export const leadFormList = houseCommand({
  doc: 'Lists the lead forms of a business with their addresses, the newest first.',
  words: { business },
  async work(world, { business: name }) {
    const { id: businessId } = await businessNamed(world.db, name);
    const forms = (await listForms(world.db, businessId)).map((form) => ({
      ...form,
      address: formAddress(world, form),
    }));
    const text = rowsOf(['form', 'name', 'state', 'questions', 'made', 'address'], forms, (one) => [
      `${businessId}/${one.id}`,
      visible(one.name),
      one.state,
      one.questions.length,
      one.createdAt,
      one.address,
    ]);
    const none = `Business ${businessId} has no lead forms.`;
    return { data: { business: businessId, forms }, text: text || none };
  },
});
