import { readForm } from '../../leads/form-store.ts';
import { answerLines } from '../../leads/lead.ts';
import { readLead } from '../../leads/store.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { visible } from '../webhooks/visible.ts';
import { idWithin, place } from '../words.ts';

export const leadShow = houseCommand({
  doc: 'Shows a lead, what was told, and what the system of the business said of it.',
  words: { lead: place('BUSINESS/LEAD', idWithin) },
  async work({ db }, { lead: { businessId, id } }) {
    const lead = await readLead(db, businessId, id);
    if (!lead) throw new OperatorFault(`business ${businessId} has no lead ${id}`);
    const form =
      lead.formId === undefined ? undefined : await readForm(db, businessId, lead.formId);
    const { answers: given, ...person } = lead.details;
    const answers = answerLines(form?.questions ?? [], given);
    const told = Object.entries(person).map(([name, text]) => [name, visible(text)]);
    const text = sections({
      '': facts({
        lead: `${businessId}/${id}`,
        state: lead.state,
        source: lead.source,
        form: form && `${businessId}/${form.id} ${visible(form.name)}`,
        customer: lead.customerId,
        made: lead.createdAt,
        answered: lead.answeredAt,
        'last said': visible(lead.returnMessage ?? ''),
      }),
      told: facts(Object.fromEntries(told)),
      answers: rowsOf(['question', 'answer', 'value', 'selected'], answers, (one) => [
        visible(one.question),
        visible(one.answer),
        visible(one.externalValue),
        one.isSelected ? 'yes' : 'no',
      ]),
    });
    return { data: { ...lead, answers }, text };
  },
});
