import { readForm } from '../leads/form-store.ts';
import { answerLines } from '../leads/lead.ts';
import { listLeads, readLead } from '../leads/store.ts';
import { ExpectedError } from './command.ts';
import { show } from './data-command.ts';
import { nameOf, ownedBy, table } from './layout.ts';
import { list } from './list.ts';
import { object, objectOption, ofBusiness } from './names.ts';
import { oneOf } from './values.ts';
import { option } from './words.ts';

const states = ['waiting', 'acknowledged'] as const;
const shownSigns = 60;

export const leadCommands = {
  'lead list': list({
    doc: 'Lists the leads of a business',
    of: 'leads',
    filters: {
      business: ofBusiness,
      state: option(states.join('|'), oneOf(states)),
      form: objectOption,
    },
    async rows({ db }, { business, state, form, before, limit }) {
      const filter = { state, formId: form?.id, before: before?.id, most: limit };
      return ownedBy(business, await listLeads(db, business.id, filter));
    },
    columns: {
      lead: (one) => nameOf(one),
      state: 'state',
      source: 'source',
      form: 'formId',
      customer: 'customerId',
      name: (one) => `${one.details.firstName} ${one.details.lastName}`.trim(),
      made: 'createdAt',
      'last said': (one) => one.returnMessage?.slice(0, shownSigns),
    },
    json: (leads, { business }) => ({ business: business.id, leads }),
  }),
  'lead show': show({
    doc: 'Shows a lead, what the person filled in, and the last message of the system of the business about it.',
    words: { lead: object },
    async read({ db }, { lead: { businessId, id } }) {
      const lead = await readLead(db, businessId, id);
      if (!lead) throw new ExpectedError(`business ${businessId} has no lead ${id}`);
      const form =
        lead.formId === undefined ? undefined : await readForm(db, businessId, lead.formId);
      const answers = answerLines(form?.questions ?? [], lead.details.answers);
      return { lead: { ...lead, answers }, businessId, form };
    },
    json: ({ lead }) => lead,
    parts({ lead, businessId, form }) {
      const { answers: _, personal = {}, ...person } = lead.details;
      return {
        '': {
          lead: `${businessId}/${lead.id}`,
          state: lead.state,
          source: lead.source,
          form: form && `${businessId}/${form.id} ${form.name}`,
          customer: lead.customerId,
          made: lead.createdAt,
          answered: lead.answeredAt,
          'last said': lead.returnMessage,
        },
        told: { ...person, ...personal },
        answers: table(
          {
            question: 'question',
            answer: 'answer',
            value: 'externalValue',
            selected: (one) => (one.isSelected ? 'yes' : 'no'),
          },
          lead.answers,
        ),
      };
    },
  }),
} as const;
