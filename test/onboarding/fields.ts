/** What CreateNewBusiness asks for at least. */
export const businessFields = {
  FirstName: 'Ann',
  LastName: 'Lee',
  Email: 'ann@example.com',
  Phone: '6175550123',
  BusinessLegalName: 'Park Flowers LLC',
  URL: 'flowers.example.com',
  EIN: '982345671',
} as const;

/** What CreateNewMerchantAccount asks for at least. */
export const merchantFields = {
  ...businessFields,
  DateOfBirth: '02-29-1980',
  SSN: '123121234',
  Address1: '1 Main Street',
  Address2: ' ',
  City: 'Boston',
  State: 'MA',
  PostalCode: '02101',
  DBA: 'Park Flowers',
  BusinessTypeId: '',
  BusinessAddress: '2 Main Street',
  BusinessCity: 'Boston',
  BusinessState: 'MA',
  BusinessPostalCode: '02101',
  AccountName: 'Park Flowers LLC',
  AccountNumber: '9876543',
  BankName: 'First Bank',
  RoutingNumber: '021000021',
} as const;
