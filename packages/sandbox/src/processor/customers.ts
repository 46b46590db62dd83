import type { FoundCustomer } from '../../../../src/ports/processors/found-customer.ts';

/** The customers that the bank knows in every sandbox: invented people at invented addresses. */
export const publishedCustomers: readonly FoundCustomer[] = [
  known('C-1001', 'Ada', 'Park', '2125550101', '1 Example Street', '', 'New York', 'NY', '10001'),
  known(
    'C-1002',
    'Ben',
    'Okoye',
    '3125550102',
    '20 Sample Avenue',
    'Apt 4',
    'Chicago',
    'IL',
    '60601',
  ),
  known(
    'C-1003',
    'Carla',
    'Núñez',
    '3055550103',
    '300 Trial Road',
    'Suite 12',
    'Miami',
    'FL',
    '33101',
  ),
  known(
    'C-1004',
    'Dee',
    "O'Neil-Smith",
    '4155550104',
    '4 Test Lane',
    '',
    'San Francisco',
    'CA',
    '94102',
  ),
];

function known(
  code: string,
  firstName: string,
  lastName: string,
  phone: string,
  address1: string,
  address2: string,
  city: string,
  stateCode: string,
  postalCode: string,
): FoundCustomer {
  const email = `${code.toLowerCase()}@example.com`;
  const person = { outcome: 'found', code, firstName, lastName, email, phone } as const;
  return { ...person, address1, address2, city, stateCode, postalCode, countryCode: 'US' };
}
