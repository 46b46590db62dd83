import type { NewBusiness } from '../../src/parties/businesses/new-business.ts';

/** The fields of a business, where a test needs no others. */
export const plainBusiness: NewBusiness = {
  parent: undefined,
  environment: 'sandbox',
  clockAheadMs: 0,
  state: 'messaging_only',
  name: 'Park Flowers',
  typeId: 1,
  email: 'ann@example.com',
  phone: '6175550123',
  businessPhone: '6175550123',
  mobileNumber: undefined,
  requestedUsername: undefined,
  externalId: undefined,
  externalKey: undefined,
  webhooks: [],
  details: {},
  secrets: [],
  idempotencyKey: undefined,
  actor: 'operator:ann',
};
