import { acknowledge } from '../leads/acknowledge.ts';
import type { Question } from '../leads/lead-form.ts';
import { makeForm } from '../leads/make-form.ts';
import { submitLead } from '../leads/submit.ts';
import { countOn, minutesLater, openMoment } from './calendar.ts';
import type { Doing, Shop } from './shop.ts';

const usualEnquiries = 0.18;

const questions: readonly Question[] = [
  {
    text: 'What are you interested in?',
    externalValue: 'interest',
    kind: 'choices',
    options: ['A new bike', 'Rentals', 'Fleet service', 'Classes'].map((text) => ({
      text,
      value: '',
    })),
    isRequired: true,
  },
  {
    text: 'When do you need it?',
    externalValue: 'when',
    kind: 'text',
    options: [],
    isRequired: false,
  },
];

const interests = [
  { chosen: [0], text: 'Before the end of the month' },
  { chosen: [1], text: 'Next weekend, for four people' },
  { chosen: [2], text: '12 delivery bikes, monthly' },
  { chosen: [3], text: '' },
  { chosen: [0, 3], text: 'In spring' },
  { chosen: [1, 3], text: 'Summer camp, about 15 kids' },
] as const;

export type EnquiryForm = Awaited<ReturnType<typeof openForm>>;

export async function openForm({ world }: Doing, { business }: Shop) {
  return await makeForm(
    world,
    {
      businessId: business.id,
      name: 'Ask Harbor Street Cycles',
      intro: 'Tell us what you are looking for, and we will get back to you within a day.',
      thanks: 'Thank you! We will be in touch.',
      originId: undefined,
      questions: [...questions],
      topics: [],
    },
    `api:${business.username}`,
  );
}

/** People who fill in the form; most are answered within a day. */
export function planEnquiries(shop: Shop, form: EnquiryForm, day: Temporal.PlainDate): void {
  const { people, business } = shop;
  const random = shop.randomFor(`enquiries ${day}`);
  for (let left = countOn(day, usualEnquiries, random); left > 0; left -= 1) {
    const { state: stateCode, ...person } = people.stranger(random).customer;
    const { chosen, text } = random.pick(interests);
    const answers = [
      { question: 0, chosen: [...chosen] },
      ...(text === '' ? [] : [{ question: 1, text }]),
    ];
    const moment = openMoment(day, business.timeZone, random);
    const page = `demo ${day} ${left}`;
    const isAnswered = random.chance(0.8);
    const answered = minutesLater(moment, random.between(20, 1400));
    shop.at(moment, async ({ world }) => {
      const details = { ...person, address2: '', stateCode, countryCode: 'US', answers };
      const leadId = await submitLead(world, form, details, page);
      if (!isAnswered) return;
      shop.at(answered, async ({ world: later }) => {
        await acknowledge(later, {
          businessId: business.id,
          leadId,
          customerId: undefined,
          isTaken: true,
          message: 'Added to the list of the shop',
        });
      });
    });
  }
}
