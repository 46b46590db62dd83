import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';
import { externalList } from '../records.ts';

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
  handle: notAvailableYet,
});
