import { formatMoney } from '../../../../../src/kernel/money.ts';
import type { Transaction } from './book.ts';
import type { Fields } from './xml.ts';

/** The facts that a terminal lets searches show. */
export type Shows = {
  /** True if searches show declined transactions. */
  readonly listsDeclines: boolean;
  /** True if declined transactions are shown as open, like approved ones. */
  readonly declinesAreOpen: boolean;
  /** True if searches show the issuer's checks of the address and the security code. */
  readonly rowsShowChecks: boolean;
  /** True if searches show the merchant's transaction id, by which they search. */
  readonly rowsShowReference: boolean;
  /** The currency in all rows and answers; empty: none. */
  readonly tellsCurrency: string;
};

/** A transaction as a search shows it. */
export function rowOf(one: Transaction, at: number, shows: Shows): Fields {
  const checks = { ssl_avs_response: one.avs, ssl_cvv2_response: one.cvv };
  return {
    ssl_txn_id: one.id,
    ssl_user_id: 'quittance',
    ssl_trans_status: statusOf(one, at, shows),
    ssl_card_type: 'CREDITCARD',
    ssl_transaction_type: one.type,
    ssl_txn_time: new Date(one.at).toISOString(),
    ssl_card_number: `41**********${one.last4}`,
    // Written as the gateway is known to write names.
    ssl_first_name: 'A &amp; B',
    ssl_entry_mode: 'K',
    ssl_amount: formatMoney(one.cents),
    ssl_result_message: one.message,
    ssl_approval_code: one.approvalCode,
    ...(shows.rowsShowChecks && checks),
    ssl_is_voidable: String(one.status === 'OPN'),
    ...(shows.rowsShowReference && { ssl_merchant_txn_id: one.reference }),
    ...currencyIn(shows),
  };
}

function statusOf({ heldUntil, status }: Transaction, at: number, shows: Shows): string {
  if (heldUntil > at) return 'REV';
  return status === '' && shows.declinesAreOpen ? 'OPN' : status;
}

export function currencyIn({ tellsCurrency }: Pick<Shows, 'tellsCurrency'>): Fields {
  return tellsCurrency === '' ? {} : { ssl_transaction_currency: tellsCurrency };
}
