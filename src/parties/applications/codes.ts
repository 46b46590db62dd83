import { type FieldFault, Refusal } from '../../kernel/refusal.ts';

/** The requirements that an applicant can be asked for. The sentences are for the applicant. */
export const requirements = {
  business_ein: 'The tax identification number of the business, with the letter that assigned it.',
  business_registration: 'A document that shows that the business is registered.',
  business_address: 'A document that shows the address of the business.',
  business_description: 'What the business sells, to whom, and when it delivers.',
  website: 'A working web address that shows what is sold and how to reach the business.',
  owner_identity: 'A copy of an identity document of the owner.',
  owner_ssn: 'The social security number of the owner.',
  owner_address: 'A document that shows the address of the owner.',
  ownership: 'Everybody who owns a quarter of the business or more, or controls it.',
  bank_account: 'A voided check or a letter of the bank for the account that receives the money.',
  bank_statements: 'The bank statements of the last three months.',
  processing_history: 'The statements of the processor of the last three months.',
} as const;

/** Why an application can be declined. */
export const outcomes = {
  business_not_supported: 'Businesses of this kind are not taken.',
  business_not_verified: 'The business could not be verified.',
  owner_not_verified: 'The identity of the owner could not be verified.',
  bank_account_not_verified: 'The bank account could not be verified.',
  credit_risk: 'The risk of the payments is too high.',
  restricted_party: 'The business or its owner may not be served.',
  terminated_before: 'Another provider ended its agreement with the business.',
  duplicate: 'The business has an account already.',
  incomplete: 'What was asked for did not come.',
  untrue: 'What was told is not true.',
} as const;

export type RequirementCode = keyof typeof requirements;
export type OutcomeCode = keyof typeof outcomes;

export function checkRequirements(codes: readonly string[]): void {
  check('requirements', codes, requirements);
}

export function checkOutcomes(codes: readonly string[]): void {
  check('outcomeCodes', codes, outcomes);
}

function check(field: string, codes: readonly string[], known: object): void {
  if (codes.length > 0 && codes.every((code) => Object.hasOwn(known, code))) return;
  const rule = `must be one or more of ${Object.keys(known).join(', ')}`;
  const code = codes.length === 0 ? 'required' : 'unknown';
  const fault: FieldFault = { field, code, message: `${field} ${rule}.` };
  throw new Refusal('wrong_fields', { details: [fault] });
}
