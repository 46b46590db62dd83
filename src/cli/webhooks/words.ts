import type { WebhookKind } from '../../businesses/new-business.ts';
import { webhookKinds } from '../../notices/endpoint.ts';
import { OperatorFault } from '../command.ts';
import { needed, oneOf, option, verbatim } from '../words.ts';

export const business = needed('ID|USERNAME', verbatim(100));
const kindShape = webhookKinds.join('|');
export const kind = needed(kindShape, oneOf(webhookKinds));
export const anyKind = option(kindShape, oneOf(webhookKinds));

export function noEndpoint(businessId: bigint, of: WebhookKind): OperatorFault {
  return new OperatorFault(`business ${businessId} has no webhook for ${of}: see webhooks set`);
}
