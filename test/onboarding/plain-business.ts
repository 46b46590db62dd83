import type { NewBusiness } from '../../src/businesses/new-business.ts';

/** What is wished for when nothing particular is. */
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
  wishedUsername: undefined,
  externalId: undefined,
  externalKey: undefined,
  webhooks: [],
  details: {},
  secrets: [],
  retryKey: undefined,
  actor: 'operator:ann',
};
