import { type Waiting, waitingLeads } from '../../leads/list.ts';
import { credentialNames, serviceOperation } from '../operation.ts';
import { externalList, type Row } from '../records.ts';

export const getIndividualsForExternalApi = serviceOperation({
  name: 'GetIndividualsForExternalAPI',
  interface: 'service',
  doc:
    'Lists the individuals who came in through lead forms or ContactInsert and were not acknowledged ' +
    'with ExternalAPIResponse yet, oldest first, at most 500.',
  credentials: credentialNames.events,
  needsPayments: false,
  result: externalList,
  parameters: {},
  refuses: [],
  read: (p) => p,
  async handle(world, { business }) {
    const waiting = await waitingLeads(world.db, business.id);
    return waiting.map(individual);
  },
});

/** What they told, and of what they did not tell what is known of the customer; the rest is empty. */
function individual({ lead, customer, form, answers }: Waiting): Row {
  const { details: told } = lead;
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
    FirstName: told.firstName || customer.firstName,
    LastName: told.lastName || customer.lastName,
    SpouseFirstName: '',
    SpouseLastName: '',
    ...addressOf(told.address1 ? told : customer),
    CountryCode: customer.countryCode,
    Occupation: '',
    DateBirth: '',
    Gender: '',
    Error: '',
    ErrorStack: '',
    PromotionLeadFormID: form ? String(form.id) : '',
    LeadFormName: form?.name ?? '',
    OriginID: form?.originId ?? customer.details.OriginCode ?? '',
    EmailAddress: told.email || customer.email,
    PhoneNumber: told.phone || customer.phone,
  };
}

type Address = {
  readonly [K in 'address1' | 'address2' | 'city' | 'stateCode' | 'postalCode']: string;
};

/** All of one: parts of two are no address. */
function addressOf({ address1, address2, city, stateCode, postalCode }: Address): Row {
  return {
    Address1: address1,
    Address2: address2,
    City: city,
    StateCode: stateCode,
    ZipCode: postalCode,
  };
}
