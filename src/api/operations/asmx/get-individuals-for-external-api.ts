import { type Waiting, waitingLeads } from '../../../leads/list.ts';
import { wireDate } from '../dates.ts';
import { credentialNames, serviceOperation } from '../operation.ts';
import { externalList, type Row } from '../records.ts';

export const getIndividualsForExternalApi = serviceOperation({
  name: 'GetIndividualsForExternalAPI',
  interface: 'service',
  doc:
    'Lists the leads from lead forms and ContactInsert that are not yet acknowledged by ExternalAPIResponse, ' +
    'oldest first, at most 500.',
  credentials: credentialNames.events,
  needsPayments: false,
  needsServices: ['leads'],
  result: externalList,
  parameters: {},
  refuses: [],
  read: (p) => p,
  async handle(world, { business }) {
    const waiting = await waitingLeads(world.db, business.id);
    return waiting.map(individual);
  },
});

/** The individual's own data, completed from the customer; unknown values are empty. */
function individual({ lead, customer, form, answers }: Waiting): Row {
  const { details: entered } = lead;
  const { personal = {} } = entered;
  return {
    SurveyAnswers: answers.map(({ question, answer, externalValue, isSelected }) => ({
      Vacation: null,
      Destination: null,
      QuestionText: question,
      AnswerText: answer,
      ExternalAPIValue: externalValue,
      Error: '',
      ErrorStack: '',
      Selected: String(isSelected),
    })),
    ExternalAPIID: String(lead.id),
    IndividualID: String(lead.customerId),
    Salutation: customer.details.Title ?? '',
    FirstName: entered.firstName || customer.firstName,
    LastName: entered.lastName || customer.lastName,
    SpouseFirstName: personal.spouseFirstName ?? '',
    SpouseLastName: personal.spouseLastName ?? '',
    ...addressOf(entered.address1 ? entered : customer),
    CountryCode: (entered.address1 && entered.countryCode) || customer.countryCode,
    Occupation: personal.occupation ?? '',
    DateBirth: personal.birthDate ? wireDate(Temporal.PlainDate.from(personal.birthDate)) : '',
    Gender: personal.gender ?? '',
    Error: '',
    ErrorStack: '',
    PromotionLeadFormID: form ? String(form.id) : '',
    LeadFormName: form?.name ?? '',
    OriginID: form?.originId ?? customer.details.OriginCode ?? '',
    EmailAddress: entered.email || customer.email,
    PhoneNumber: entered.phone || customer.phone,
  };
}

type Address = {
  readonly [K in 'address1' | 'address2' | 'city' | 'stateCode' | 'postalCode']: string;
};

/** The whole address from one source: parts of two are no address. */
function addressOf({ address1, address2, city, stateCode, postalCode }: Address): Row {
  return {
    Address1: address1,
    Address2: address2,
    City: city,
    StateCode: stateCode,
    ZipCode: postalCode,
  };
}
