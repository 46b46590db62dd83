import { changed, freeText } from './fields.ts';

const customField = () =>
  changed(freeText('A field of your own, kept with the customer.', 'customField'));

/** What is kept of a customer and never searched, in the order of the wire. */
export const customFields = {
  CustomField1: customField(),
  CustomField2: customField(),
  CustomField3: customField(),
  CustomField4: customField(),
  CustomField5: customField(),
  CustomField6: customField(),
  CustomField7: customField(),
};

export const detailNames = [
  'Title',
  'CompanyName',
  'OriginCode',
  ...(Object.keys(customFields) as (keyof typeof customFields)[]),
] as const;

/** How the wire calls what a customer is. */
export const statusWords = {
  Active: 'active',
  Inactive: 'inactive',
  DoNotContact: 'do_not_contact',
} as const;
