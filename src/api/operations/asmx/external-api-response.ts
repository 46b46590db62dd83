import { lengths } from '../../../kernel/lengths.ts';
import { longestCardNumber, maskCardNumbers } from '../../../kernel/mask.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { acknowledge } from '../../../leads/acknowledge.ts';
import { boolean, freeText, identifier, optional } from '../fields.ts';
import { credentialNames, type Draft, serviceOperation } from '../operation.ts';
import { externalResponse } from '../records.ts';

const message = freeText(
  'A message of your system, stored with the lead; longer ones are cut.',
  'description',
  { multiline: true },
);

const parameters = {
  IsSuccess: optional(
    boolean('Whether your system took the individual: true takes it off the list.', false),
  ),
  IsSent: optional(
    boolean('Whether the individual was passed on: true takes it off the list as well.', false),
  ),
  IndividualID: optional(
    identifier(
      'The individual, all of whose entries are acknowledged that wait. Required unless ExternalAPIID is ' +
        'sent; both must name the same.',
      'externalId',
    ),
  ),
  ExternalAPIID: optional(
    identifier(
      'The entry to acknowledge, as ExternalAPIID of GetIndividualsForExternalAPI. Required unless ' +
        'IndividualID is sent.',
      'externalId',
    ),
  ),
  ReturnMessage: optional({
    ...message,
    // External systems send everything they have; too much text must not make them repeat an accepted individual.
    isCut: true,
    // Cut to the relevant length, masked, then cut again: part of a card number is not recognized.
    parse: (text) => {
      const start = cut(text, lengths.description + longestCardNumber);
      return message.parse(cut(maskCardNumbers(start), lengths.description));
    },
  }),
};

type Values = Draft<typeof parameters>;

const requiredForEntry = flaw('required', 'is required unless IndividualID is sent');

export const externalApiResponse = serviceOperation({
  name: 'ExternalAPIResponse',
  interface: 'service',
  doc:
    'Acknowledges an individual of GetIndividualsForExternalAPI, so that it is not listed again, or ' +
    'records why it could not be taken.',
  credentials: credentialNames.events,
  needsPayments: false,
  needsServices: ['leads'],
  result: externalResponse,
  parameters,
  refuses: ['unknown_lead'],
  read(p, _caller, review): Values {
    if (!review.sent('ExternalAPIID') && !review.sent('IndividualID')) {
      review.note('ExternalAPIID', requiredForEntry);
    }
    return p;
  },
  async handle(world, { business }, p: Values) {
    const answered = await acknowledge(world, {
      businessId: business.id,
      leadId: numberOf(p.ExternalAPIID),
      customerId: numberOf(p.IndividualID),
      isTaken: Boolean(p.IsSuccess || p.IsSent),
      message: p.ReturnMessage,
    });
    return answered.map(({ id, customerId, returnMessage }) => ({
      ExternalAPIID: String(id),
      IndividualID: String(customerId),
      ReturnMessage: returnMessage ?? '',
      Error: '',
      ErrorStack: '',
    }));
  },
});

/** A text that cannot be one of our numbers matches no object. */
function numberOf(sent: string | undefined): bigint | undefined {
  if (sent === undefined) return undefined;
  return /^[1-9]\d{0,17}$/.test(sent) ? BigInt(sent) : 0n;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('');
}
