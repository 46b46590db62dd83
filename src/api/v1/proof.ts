import { cardBrands } from '../../kernel/card-brand.ts';
import { flaw, parsed } from '../../kernel/parsed.ts';
import { type FieldFault, fieldFault, Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import type { sourceOfNew } from '../../payments/source.ts';
import { type Authentication3ds, walletKinds } from '../../ports/processors/authentication.ts';
import { cardNumber, plain, secret } from '../operations/fields.ts';
import { addExpiryFault } from './card-expiry.ts';
import type { V1Call } from './endpoint.ts';
import { field, integer, maybe, object, type Shape, type TypeOf, word } from './shape.ts';

/* Proofs of the payer's identity, made elsewhere and passed through. */

/** A text of one form that must stay secret. */
function proving(doc: string, form: RegExp, rule: string): Shape<Secret> {
  const wrong = flaw('malformed', rule);
  const schema = { type: 'string', pattern: form.source };
  return field(
    secret(plain(doc, schema, (text) => (form.test(text) ? parsed(new Secret(text)) : wrong))),
  );
}

function exactly(doc: string, form: RegExp, rule: string): Shape<string> {
  const wrong = flaw('malformed', rule);
  const schema = { type: 'string', pattern: form.source };
  return field(plain(doc, schema, (text) => (form.test(text) ? parsed(text) : wrong)));
}

const cryptogram = proving(
  'Good for one charge, and never stored.',
  /^[A-Za-z0-9+/=]{20,100}$/,
  'must be the cryptogram in base64',
);
const eci = exactly(
  'Two digits, by which the card network says who is liable.',
  /^0[0-7]$/,
  'must be two digits, 00 to 07',
);
const transactionId = (doc: string) =>
  exactly(doc, /^[A-Za-z0-9-]{1,64}$/, 'must have at most 64 letters, digits and dashes');

export const threeDSecureShape = object(
  {
    version: exactly('For example 2.2.0.', /^2\.\d\.\d$/, 'must be a version such as 2.2.0'),
    status: word('Attempted: the issuer or its network stood in.', ['authenticated', 'attempted']),
    eci,
    cryptogram,
    dsTransactionId: transactionId('Of the directory server.'),
    serverTransactionId: maybe(transactionId('Of the 3-D Secure server.')),
  },
  { doc: 'The result of a 3-D Secure authentication that was made elsewhere.' },
);

const deviceShape = object(
  {
    number: field(cardNumber('The number of the device.')),
    expiryMonth: integer('From 1 to 12.', 1, 12),
    expiryYear: integer('Four digits.', 2000, 2099),
    cryptogram,
    eci: maybe(eci),
  },
  { doc: 'What you opened of the payload of the wallet.' },
);

const sealedShape = object(
  {
    payload: proving(
      'As the wallet gave it: JSON in a text.',
      /^\{[\s\S]{1,8000}\}$/,
      'must be the JSON of the wallet, in a text',
    ),
    brand: word('As the wallet shows it.', cardBrands),
    last4: exactly('As the wallet shows it.', /^\d{4}$/, 'must be four digits'),
  },
  { doc: 'What only the gateway can open.' },
);

export const walletShape = object(
  {
    kind: word('The wallet of the payer.', walletKinds),
    device: maybe(deviceShape),
    sealed: maybe(sealedShape),
  },
  { doc: 'A card that a wallet of the payer gave: exactly one of device and sealed.' },
);

export function authenticationOf(
  sent: TypeOf<typeof threeDSecureShape> | undefined,
): Authentication3ds | undefined {
  return sent && { ...sent, serverTransactionId: sent.serverTransactionId };
}

export type WalletMethod = Extract<Parameters<typeof sourceOfNew>[1], { readonly kind: 'wallet' }>;
const exactlyOne = flaw('contradictory', 'must have exactly one of device and sealed');

export function walletOf(
  { today }: Pick<V1Call, 'today'>,
  { kind, device, sealed }: TypeOf<typeof walletShape>,
  late: FieldFault[],
): WalletMethod {
  if (device && !sealed) {
    const { number: card, expiryMonth: month, expiryYear: year, ...proof } = device;
    const faults: FieldFault[] = [];
    addExpiryFault({ month, year }, today, 'source.wallet.device.expiryYear', { faults, late });
    if (faults.length > 0) throw new Refusal('wrong_fields', { details: faults });
    const wallet = { kind, form: 'device_number', ...proof, eci: proof.eci } as const;
    return { kind: 'wallet', wallet, card, expiry: { month, year } };
  }
  if (!sealed || device) {
    throw new Refusal('wrong_fields', { details: [fieldFault('source.wallet', exactlyOne)] });
  }
  const { payload, ...shown } = sealed;
  return { kind: 'wallet', wallet: { kind, form: 'sealed', payload }, shown };
}
