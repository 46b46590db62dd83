import { lengths } from '../../base/lengths.ts';
import { maskCardNumbers } from '../../base/mask.ts';
import { flaw } from '../../base/parsed.ts';
import { acknowledge } from '../../leads/acknowledge.ts';
import { boolean, freeText, identifier, optional } from '../fields.ts';
import { credentialNames, type Draft, serviceOperation } from '../operation.ts';
import { externalResponse } from '../records.ts';

const message = freeText(
  'What your system said of it; recorded with the individual, and cut where it is longer.',
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
    // Systems send all that they have to say: an individual that they took must not come again for that.
    parse: (text) => message.parse(cut(maskCardNumbers(text), lengths.description)),
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

/** What can be no number of ours is nobody's. */
function numberOf(sent: string | undefined): bigint | undefined {
  if (sent === undefined) return undefined;
  return /^[1-9]\d{0,17}$/.test(sent) ? BigInt(sent) : 0n;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('');
}
