import { formatMoney } from '../../../kernel/money.ts';
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
import { type Fields, fitting } from './client.ts';

/** The fields of a charge. The statement descriptor is not sent: most terminals refuse it. */
export function chargeFields(request: ChargeRequest): Fields {
  const { amountCents, capture, allowPartial, card, payer, initiation, processorToken } = request;
  const { authentication, wallet } = request;
  const token = processorToken?.reveal();
  return {
    ssl_transaction_type: capture ? 'ccsale' : 'ccauthonly',
    ssl_amount: formatMoney(amountCents),
    ssl_partial_auth_indicator: allowPartial ? '1' : '0',
    ssl_token: token,
    ssl_card_number: token ? undefined : card.number?.reveal(),
    ...codeFields(card),
    ...personFields(card, payer),
    ...initiationFields(initiation, token !== undefined),
    ...(authentication && authenticationFields(authentication)),
    ...(wallet && walletFields(wallet)),
    // A stored card is charged by the gateway's token of it from then on.
    ssl_get_token: initiation && initiation.use !== 'once' && !token ? 'Y' : undefined,
  };
}

function authenticationFields(proof: Authentication3ds): Fields {
  return {
    ssl_3dsecure_value: proof.cryptogram.reveal(),
    ssl_eci_ind: proof.eci,
    ssl_3ds_message_version: proof.version,
    ssl_3ds_server_trans_id: proof.serverTransactionId,
    ssl_3ds_trans_status: proof.status === 'authenticated' ? 'Y' : 'A',
  };
}

/** The payload contains the card: neither number nor expiry is sent beside it. */
function walletFields(wallet: Wallet): Fields {
  if (wallet.form !== 'sealed') return {};
  return { [walletNames[wallet.kind]]: wallet.payload.reveal() };
}

const walletNames = { apple_pay: 'ssl_applepay_web', google_pay: 'ssl_google_pay' } as const;

function codeFields({ cvv }: Pick<Card, 'cvv'>): Fields {
  return { ssl_cvv2cvc2_indicator: cvv ? '1' : '0', ssl_cvv2cvc2: cvv?.reveal() };
}

function personFields(card: Omit<ChargedCard, 'number'>, payer: Payer | undefined): Fields {
  const { holder, address, postalCode } = card;
  const { first, last } = payerName(holder);
  return {
    ssl_exp_date: expiryDigits(card),
    ssl_first_name: fitting(first, 20),
    ssl_last_name: fitting(last, 30),
    ssl_avs_address: fitting(address, 30),
    ssl_avs_zip: postalCode.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 9),
    ...(payer && {
      ssl_address2: fitting(payer.address2, 30),
      ssl_city: fitting(payer.city, 30),
      ssl_state: fitting(payer.stateCode, 10),
      ssl_country: fitting(payer.countryCode, 50),
      ssl_phone: fitting(payer.phone, 20),
      // A cut address would be somebody else's.
      ssl_email: payer.email.length <= 100 ? fitting(payer.email, 100) : undefined,
      ssl_cardholder_ip: payer.ip,
    }),
  };
}

/** The initiator of a charge, as the networks ask; with a token the gateway knows the first charge itself. */
function initiationFields(initiation: Initiation | undefined, hasToken: boolean): Fields {
  if (!initiation || initiation.use === 'once') return {};
  const { by, use, purpose, networkTransactionId } = initiation;
  // An instalment as such would need its number and their count.
  const isUnscheduled = purpose !== 'recurring';
  const isOnFile = use === 'again' && !hasToken;
  const [oar, ps2000, approval] = isOnFile ? (networkTransactionId ?? '').split('|') : [];
  return {
    ssl_recurring_flag: isUnscheduled ? undefined : '1',
    ssl_merchant_initiated_unscheduled: isUnscheduled && by === 'merchant' ? 'Y' : undefined,
    ssl_entry_mode: isUnscheduled && isOnFile ? '12' : undefined,
    ssl_oar_data: oar,
    ssl_ps2000_data: ps2000,
    ssl_approval_code: approval,
  };
}

const followUpTypes = { capture: 'cccomplete', void: 'ccdelete', refund: 'ccreturn' } as const;

/** Deleting takes a charge out of the open batch, and also asks for the reversal of its authorization. */
export function followUpFields({ kind, amountCents, ...of }: FollowUpRequest): Fields {
  return {
    ssl_transaction_type: followUpTypes[kind],
    ssl_txn_id: targetOf({ kind, ...of }),
    ssl_amount: kind === 'void' ? undefined : formatMoney(amountCents),
  };
}

/** A charge that was captured later is voided and refunded by the id of its capture. */
export function targetOf({
  kind,
  chargeId,
  captureId,
}: Pick<FollowUpRequest, 'kind' | 'chargeId' | 'captureId'>): string {
  return kind === 'capture' ? chargeId : (captureId ?? chargeId);
}

export function tokenFields({ card }: TokenRequest, token: string | undefined): Fields {
  return {
    ssl_transaction_type: token ? 'ccupdatetoken' : 'ccgettoken',
    ssl_token: token,
    ssl_card_number: card.number?.reveal(),
    ...(token ? {} : codeFields(card)),
    ...personFields(card, undefined),
    ssl_add_token: token ? undefined : 'Y',
  };
}
