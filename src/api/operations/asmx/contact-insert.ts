import { flaw } from '../../../kernel/parsed.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { insertContact } from '../../../leads/insert-contact.ts';
import type { Disposition } from '../../../notify/conversations/conversation-store.ts';
import { freeText, optional, phone, required } from '../fields.ts';
import { credentialNames, type Draft, serviceOperation } from '../operation.ts';
import { responseMessageInput } from '../records.ts';

const parameters = {
  AgentPhoneNumber: optional(
    phone(
      'Messaging number of the business that the conversation is held from, 10 digits. When not sent, the ' +
        'number assigned to the business.',
    ),
  ),
  PhoneNumber: required(
    phone(
      'Mobile number of the contact, 10 digits without formatting; the contact is found by it.',
    ),
  ),
  FirstName: optional(freeText("The contact's first name.", 'name')),
  LastName: optional(freeText("The contact's last name.", 'name')),
};

type Values = Draft<typeof parameters>;

const notTenDigits = flaw('malformed', 'must have 10 digits');

export const contactInsert = serviceOperation({
  name: 'ContactInsert',
  interface: 'service',
  doc:
    'Finds or creates the customer with a phone number, opens a conversation, and adds a lead to the list of ' +
    'GetIndividualsForExternalAPI unless one of this customer is waiting.',
  credentials: credentialNames.events,
  needsPayments: false,
  needsServices: ['leads', 'messaging'],
  result: responseMessageInput,
  parameters,
  refuses: ['no_number_to_text_from', 'busy'],
  read(p, _caller, review): Values {
    for (const field of ['PhoneNumber', 'AgentPhoneNumber'] as const) {
      if (p[field] !== undefined && p[field].length < 10) review.note(field, notTenDigits);
    }
    return p;
  },
  async handle(world, { business }, p: Values) {
    const inserted = await insertContact(world, {
      businessId: business.id,
      phone: p.PhoneNumber!,
      firstName: p.FirstName ?? '',
      lastName: p.LastName ?? '',
      ownNumber: p.AgentPhoneNumber,
    });
    if (inserted === 'no_number') throw new Refusal('no_number_to_text_from');
    if (inserted === 'not_its_number') throw notItsNumber();
    const { ownNumber, customerId, leadId, isNew, standing } = inserted;
    return [
      {
        FromPhoneNumber: ownNumber,
        Error: '',
        ErrorStack: '',
        Response: 'Success',
        ResponseMessage: isNew ? 'The contact was added.' : 'The contact is waiting already.',
        IndividualID: String(customerId),
        MessageID: standing.messageId === undefined ? '' : String(standing.messageId),
        LeadID: String(leadId),
        DispositionID: dispositionIds[standing.disposition],
      },
    ];
  },
});

/** DirectionID in the webhook for messages names the last writer. */
const dispositionIds: Readonly<Record<Disposition, string>> = {
  new: '0',
  they_wrote: '1',
  we_wrote: '2',
  opted_out: '3',
};

function notItsNumber(): Refusal {
  const field = 'AgentPhoneNumber';
  const message = 'AgentPhoneNumber is not a messaging number of this business.';
  return new Refusal('wrong_fields', { details: [{ field, code: 'unknown', message }] });
}
