import { createNewBusiness } from './create-new-business.ts';
import type { DefaultOperation, Parameters } from './operation.ts';
import { webhookParameters } from './webhook-parameters.ts';

/** Webhooks and keys have resources of their own where this form is sent. */
const elsewhere: ReadonlySet<string> = new Set([
  ...Object.keys(webhookParameters),
  'ExternalAPIKey',
  'CreateBusinessAPIURL',
  'ExternalUsername',
  'ExternalPassword',
]);

/** A new business: the fields and rules of CreateNewBusiness. */
export const businessForm: DefaultOperation = {
  ...createNewBusiness,
  parameters: chosen((name) => !elsewhere.has(name)),
};

const ofProfile: ReadonlySet<string> = new Set([
  'BusinessPhone',
  'BusinessEmail',
  'BusinessAddress1',
  'BusinessAddress2',
  'BusinessCity',
  'BusinessState',
  'URL',
]);

/** The parameters that a business shows of itself and may change. */
export const profileParameters: Parameters = chosen((name) => ofProfile.has(name));

function chosen(isWanted: (name: string) => boolean): Parameters {
  return Object.fromEntries(
    Object.entries(createNewBusiness.parameters).filter(([name]) => isWanted(name)),
  );
}
