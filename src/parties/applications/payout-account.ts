import { parseAccountType, usualAccountType } from '../../kernel/bank-account.ts';
import type { NewRowOf } from '../../runtime/table.ts';
import { type Details, detailOf } from '../businesses/details.ts';
import type { applicationRows } from './application.ts';

type PayoutColumns = Pick<
  NewRowOf<typeof applicationRows>,
  'payoutRoutingNumber' | 'payoutHolder' | 'payoutAccountKind'
>;

/**
 * The bank account that details name, as columns of an application; its number is in the vault. It is a checking
 * account, unless they say otherwise in the words that every account type may be written in.
 */
export function payoutAccountOf(details: Details): PayoutColumns {
  const payoutRoutingNumber = detailOf(details, 'routingNumber');
  const payoutHolder = detailOf(details, 'accountHolder') ?? detailOf(details, 'publicName');
  if (payoutRoutingNumber === undefined || payoutHolder === undefined) return {};
  const type = parseAccountType(detailOf(details, 'accountType') ?? '');
  const { kind: payoutAccountKind } = type.ok ? type.value : usualAccountType;
  return { payoutRoutingNumber, payoutHolder, payoutAccountKind };
}
