import type { Told } from '../payments/untold-events.ts';
import type { About } from './bodies.ts';
import type { Form } from './form.ts';

/** A customer that is new to its business. */
export function customerForm(
  { kind, objectId, data }: Told,
  { externalId }: About,
): Form | undefined {
  if (kind !== 'customer.added') return undefined;
  return [
    ['IndividualID', String(objectId)],
    ['ExternalID', data.externalId],
    ['ExternalBusinessID', externalId],
    ['FirstName', data.firstName],
    ['LastName', data.lastName],
    ['EmailAddress', data.email],
    ['Phone', data.phone],
    ['Address1', data.address1],
    ['Address2', data.address2],
    ['City', data.city],
    ['StateCode', data.stateCode],
    ['PostalCode', data.postalCode],
    ['CountryCode', data.countryCode],
  ];
}
