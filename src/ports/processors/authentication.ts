import type { Secret } from '../../kernel/secret.ts';
import type { Capabilities, ChargeRequest, Rejection } from './processor.ts';

/* Proofs for the issuer that the payer is who they claim to be: made elsewhere, and passed through with a charge. */

/** The result of a 3-D Secure authentication, version 2. */
export type Authentication3ds = {
  /** For example 2.2.0. */
  readonly version: string;
  /** `attempted`: the issuer or its network stood in for an authentication that was not available. */
  readonly status: 'authenticated' | 'attempted';
  /** Two digits, by which the card network says who is liable. */
  readonly eci: string;
  /** CAVV or AAV: valid for one charge, and never stored. */
  readonly cryptogram: Secret;
  /** The transaction id of the card network's directory server. */
  readonly dsTransactionId: string;
  /** The transaction id of the 3-D Secure server, if the caller knows it. */
  readonly serverTransactionId: string | undefined;
};

export const walletKinds = ['apple_pay', 'google_pay'] as const;
export type WalletKind = (typeof walletKinds)[number];

/** A card that a wallet of the payer gave. */
export type Wallet = { readonly kind: WalletKind } & (
  | {
      /** The merchant opened the payload: number and expiry of the card are those of the device. */
      readonly form: 'device_number';
      /** Valid for one charge, and never stored. */
      readonly cryptogram: Secret;
      /** Two digits, if the wallet gives them. */
      readonly eci: string | undefined;
    }
  | {
      /** Only the gateway can open the payload: nothing about the card is known. */
      readonly form: 'sealed';
      /** JSON, as the wallet gave it. */
      readonly payload: Secret;
    }
);

type Proof = Pick<ChargeRequest, 'authentication' | 'wallet'>;

/** Refuses a charge with a proof that this processor would drop; nothing is sent. */
export function refusedProof(
  { threeDSecure, wallets }: Pick<Capabilities, 'threeDSecure' | 'wallets'>,
  { authentication, wallet }: Proof,
): Rejection | undefined {
  // Each has a cryptogram, and a charge has room for one.
  if (authentication && wallet) return rejection('both a 3-D Secure result and a wallet');
  if (authentication && !threeDSecure) return rejection('a 3-D Secure result');
  const isRefused = wallet !== undefined && !wallets.includes(wallet.form);
  return isRefused ? rejection(`a ${wallet.form.replace('_', ' ')} of a wallet`) : undefined;
}

function rejection(what: string): Rejection {
  return { outcome: 'rejected', message: `The processor does not take ${what}.` };
}

/** The secrets of a proof, which nobody may see. */
export function secretsOf({ authentication, wallet }: Proof): readonly Secret[] {
  const ofWallet = wallet && (wallet.form === 'sealed' ? wallet.payload : wallet.cryptogram);
  return [authentication?.cryptogram, ofWallet].filter((one) => one !== undefined);
}

/** MMYY; undefined for a sealed payload. */
export function expiryDigits({
  expiryMonth,
  expiryYear,
}: Pick<ChargeRequest['card'], 'expiryMonth' | 'expiryYear'>): string | undefined {
  if (expiryMonth === undefined) return undefined;
  return `${String(expiryMonth).padStart(2, '0')}${String(expiryYear).slice(-2)}`;
}
