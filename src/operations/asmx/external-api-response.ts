import { flaw } from '../../base/parsed.ts';
import { boolean, described, freeText, identifier, optional } from '../fields.ts';
import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';
import { payer } from '../payer.ts';
import { externalResponse } from '../records.ts';

const parameters = {
  IsSuccess: optional(
    boolean('Whether your system took the individual: true takes it off the list.', false),
  ),
  IsSent: optional(
    boolean('Whether the individual was passed on: true takes it off the list as well.', false),
  ),
  IndividualID: described(payer.IndividualID, 'Required unless ExternalAPIID is sent.'),
  ExternalAPIID: optional(
    identifier(
      'The entry to acknowledge, as ExternalAPIID of GetIndividualsForExternalAPI. Required unless ' +
        'IndividualID is sent.',
      'externalId',
    ),
  ),
  ReturnMessage: optional(
    freeText('What your system said of it; recorded with the individual.', 'description', {
      multiline: true,
    }),
  ),
};

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
  refuses: [],
  read(p, _caller, review) {
    if (!review.sent('ExternalAPIID') && !review.sent('IndividualID')) {
      review.note('ExternalAPIID', requiredForEntry);
    }
    return p;
  },
  handle: notAvailableYet,
});
