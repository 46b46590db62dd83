import { formatMoney } from '../../../kernel/money.ts';
import type { Secret } from '../../../kernel/secret.ts';
import { type Authentication3ds, expiryDigits, type Wallet } from '../authentication.ts';
import { payerName } from '../gateway-text.ts';
import type { Payer } from '../payer.ts';
import type {
  Card,
  ChargedCard,
  ChargeRequest,
  FollowUpRequest,
  Initiation,
  TokenRequest,
} from '../processor.ts';
import type { Fields } from './client.ts';

/* The fields of a charge and of its captures, voids and refunds. */

export function chargeFields(request: ChargeRequest): Fields {
  const { amountCents, currency, capture, card, statementDescriptor } = request;
  const { payer, initiation, authentication, wallet, processorToken } = request;
  return {
    type: capture ? 'sale' : 'auth',
    amount: formatMoney(amountCents, currency),
    currency,
    // Two honest purchases of the same amount are no duplicates; a lost answer is inquired about.
    dup_seconds: '0',
    descriptor: statementDescriptor,
    ...(processorToken ? vaultFields(processorToken, card) : cardFields(card)),
    ...(payer && payerFields(payer)),
    ...(initiation && initiationFields(initiation)),
    ...(authentication && authenticationFields(authentication)),
    ...(wallet && walletFields(wallet)),
  };
}

function cardFields(card: ChargedCard): Fields {
  return {
    payment: 'creditcard',
    ccnumber: card.number?.reveal(),
    ccexp: expiryDigits(card),
    cvv: card.cvv?.reveal(),
    ...holderFields(card),
  };
}

/** The vault has the number and the expiry; the data that the issuer checks comes with the charge. */
function vaultFields(token: Secret, card: ChargedCard): Fields {
  return {
    payment: 'creditcard',
    customer_vault_id: token.reveal(),
    cvv: card.cvv?.reveal(),
    ...holderFields(card),
  };
}

type Holder = Pick<Card, 'holder' | 'address' | 'postalCode'>;

function holderFields({ holder, address, postalCode }: Holder): Fields {
  const { first, last } = payerName(holder);
  return { firstname: first, lastname: last, address1: address, zip: postalCode };
}

/**
 * An id of the vault never gets another card number: another card gets a record of its own. So an update that is
 * executed late, or beside another one, puts no wrong card behind an id.
 */
export function vaultRecordFields({ card }: TokenRequest, before: Secret | undefined): Fields {
  const isSame = before !== undefined && card.number === undefined;
  return {
    customer_vault: isSame ? 'update_customer' : 'add_customer',
    customer_vault_id: isSame ? before.reveal() : undefined,
    ...cardFields({ ...card, cvv: undefined }),
  };
}

function authenticationFields(proof: Authentication3ds): Fields {
  const { version, status, eci, cryptogram, dsTransactionId } = proof;
  return {
    cardholder_auth: status === 'authenticated' ? 'verified' : 'attempted',
    cavv: cryptogram.reveal(),
    eci,
    three_ds_version: version,
    directory_server_id: dsTransactionId,
  };
}

/** The number and the expiry are those of the device. */
function walletFields(wallet: Wallet): Fields {
  if (wallet.form === 'sealed') return {};
  const { kind, cryptogram, eci } = wallet;
  return { [decrypted[kind]]: '1', cavv: cryptogram.reveal(), eci };
}

const decrypted = {
  apple_pay: 'decrypted_applepay_data',
  google_pay: 'decrypted_googlepay_data',
} as const;

/** The data of the payer beside the name and address that come with the card. */
function payerFields({ address2, city, stateCode, countryCode, phone, email, ip }: Payer): Fields {
  const place = { address2, city, state: stateCode, country: countryCode };
  return { ...place, phone, email, ipaddress: ip };
}

/** Only a charge that the business initiates names the first one. */
function initiationFields({ by, use, purpose, networkTransactionId }: Initiation): Fields {
  if (use === 'once') return {};
  return {
    initiated_by: by,
    stored_credential_indicator: use === 'first' ? 'stored' : 'used',
    initial_transaction_id: by === 'merchant' ? networkTransactionId : undefined,
    billing_method: purpose === 'unscheduled' ? undefined : purpose,
  };
}

/** A void undoes the whole charge, and has no amount. */
export function followUpFields({ kind, chargeId, amountCents, currency }: FollowUpRequest): Fields {
  const amount = kind === 'void' ? undefined : formatMoney(amountCents, currency);
  return { type: kind, transactionid: chargeId, amount };
}
