import { validationMethods } from '../../parties/businesses/terms.ts';
import {
  bytea,
  int2,
  int4,
  int8,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/**
 * `pending`: the account is being tried, and its debits wait. `failed`: it is not good, or its payer could not confirm
 * the amounts. `expired`: the amounts were not confirmed in time. `withdrawn`: a later return shows that the account is
 * no longer good, or an operator lets a failed one be tried again.
 */
export const validationMoves = {
  pending: ['validated', 'failed', 'expired', 'withdrawn'],
  validated: ['withdrawn'],
  failed: ['withdrawn'],
  expired: [],
  withdrawn: [],
} as const satisfies Record<string, readonly string[]>;

export type ValidationState = keyof typeof validationMoves;
export const validationStates = Object.keys(validationMoves) as readonly ValidationState[];

/** Validations of payers' bank accounts: is the account open, and does it take entries, as a business knows it. */
export const validations = table('account_validations', {
  businessId: int8,
  id: int8,
  /** `used_before`: a saved account that was debited before validation was asked for. */
  method: oneOf([...validationMethods, 'used_before']),
  state: oneOf(validationStates),
  /** The fingerprint of account and routing number, as tokens have it. */
  fingerprint: bytea,
  /** The owner of the account number in the vault: a token or `payment:ID`. */
  numberOwner: text,
  routingNumber: text,
  last4: text,
  /** The payment that used the account first. */
  paymentId: int8,
  wrongTries: int2,
  /**
   * For a prenote: when it counts as accepted. For micro-deposits: until when they may be confirmed. For a hook: when
   * it is asked again.
   */
  dueAt: optional(timestamptz),
  /** Why it ended. */
  reason: optional(text),
  createdAt: timestamptz,
  validatedAt: optional(timestamptz),
  endedAt: optional(timestamptz),
  /** Fencing token of a hook: counts how often it was asked. */
  asks: int4,
});
export type Validation = RowOf<typeof validations>;
export type ValidationKey = Pick<Validation, 'businessId' | 'id'>;

/** Pending or validated: an account has one such row at most. */
export const live = `('pending', 'validated')`;

export function validationMayBecome(from: ValidationState, to: ValidationState): boolean {
  const next: readonly ValidationState[] = validationMoves[from];
  return next.includes(to);
}

/** Wrong tries to confirm the amounts; the last one ends the validation. */
export const mostWrongTries = 3;

/** Days after they settle in which micro-deposits may be confirmed. */
export const confirmDays = 10;

/** Days for which a hook is asked. */
export const hookDays = 10;

/** Days for which an account is not tried again after it failed: else each payment would give three more tries. */
export const failedDays = 30;
