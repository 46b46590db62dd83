import { formAddress } from '../../leads/make-form.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { visible } from '../webhooks/visible.ts';
import { form, formNamed } from './words.ts';

export const leadFormShow = houseCommand({
  doc: 'Shows a lead form, its address, and what it asks.',
  words: { form },
  async work(world, { form: named }) {
    const found = await formNamed(world.db, named);
    const address = formAddress(world, found);
    const text = sections({
      '': facts({
        form: `${found.businessId}/${found.id}`,
        name: visible(found.name),
        state: found.state,
        origin: visible(found.originId ?? ''),
        intro: visible(found.intro),
        thanks: visible(found.thanks),
        made: found.createdAt,
        address,
      }),
      questions: rowsOf(
        ['question', 'kind', 'needed', 'value', 'options'],
        found.questions,
        (one) => [
          visible(one.text),
          one.kind,
          one.isRequired ? 'yes' : 'no',
          visible(one.externalValue),
          visible(one.options.map(({ text: option }) => option).join(' | ')),
        ],
      ),
    });
    return { data: { ...found, address }, text };
  },
});
