import { inLanguage, type Language, type Text, type Words } from '../../../kernel/language.ts';

const onceMore = [
  'Enter the same account number once more.',
  'Escriba otra vez el mismo número de cuenta.',
  'Saisissez encore une fois le même numéro de compte.',
] as const satisfies Text;

/** Messages by the name of the field. The page carries them for its script, which checks before anything is sent. */
const faults = {
  'card-number': {
    missing: [
      'Enter the number of the card.',
      'Escriba el número de la tarjeta.',
      'Saisissez le numéro de la carte.',
    ],
    wrong: [
      'This is not a card number. Please check its digits.',
      'No es un número de tarjeta. Revise los dígitos.',
      'Ce n’est pas un numéro de carte. Vérifiez les chiffres.',
    ],
  },
  expiry: {
    missing: [
      'Enter the date when the card expires.',
      'Escriba la fecha de caducidad de la tarjeta.',
      'Saisissez la date d’expiration de la carte.',
    ],
    wrong: [
      'Write the expiry date as MM/YY, for example 09/31.',
      'Escriba la fecha de caducidad como MM/AA, por ejemplo 09/31.',
      'Écrivez la date d’expiration sous la forme MM/AA, par exemple 09/31.',
    ],
    past: [
      'This card has expired. Please use another one.',
      'Esta tarjeta ha caducado. Use otra.',
      'Cette carte a expiré. Utilisez-en une autre.',
    ],
  },
  cvv: {
    missing: [
      'Enter the security code of the card.',
      'Escriba el código de seguridad de la tarjeta.',
      'Saisissez le code de sécurité de la carte.',
    ],
    wrong: [
      'The security code has 3 digits, on American Express 4.',
      'El código de seguridad tiene 3 dígitos; en American Express, 4.',
      'Le code de sécurité comporte 3 chiffres; sur American Express, 4.',
    ],
  },
  name: {
    missing: [
      'Enter the name on the card.',
      'Escriba el nombre que figura en la tarjeta.',
      'Saisissez le nom inscrit sur la carte.',
    ],
  },
  'postal-code': {
    missing: [
      'Enter the ZIP or postal code of the card.',
      'Escriba el código postal de la tarjeta.',
      'Saisissez le code postal de la carte.',
    ],
    wrong: [
      'This is not a ZIP or postal code, such as 10001 or K1A 0B1.',
      'No es un código postal, como 10001 o K1A 0B1.',
      'Ce n’est pas un code postal, comme 10001 ou K1A 0B1.',
    ],
  },
  'account-name': {
    missing: [
      'Enter the name on the account.',
      'Escriba el nombre del titular de la cuenta.',
      'Saisissez le nom du titulaire du compte.',
    ],
  },
  'routing-number': {
    missing: [
      'Enter the routing number of your bank.',
      'Escriba el número de ruta de su banco.',
      'Saisissez le numéro d’acheminement de votre banque.',
    ],
    wrong: [
      'This is not a routing number. Please check its digits.',
      'No es un número de ruta. Revise los dígitos.',
      'Ce n’est pas un numéro d’acheminement. Vérifiez les chiffres.',
    ],
  },
  'account-number': {
    missing: [
      'Enter your account number.',
      'Escriba su número de cuenta.',
      'Saisissez votre numéro de compte.',
    ],
  },
  'account-number-again': { missing: onceMore, wrong: onceMore },
  email: {
    wrong: [
      'Enter an e-mail address such as name@example.com.',
      'Escriba un correo electrónico como nombre@example.com.',
      'Saisissez une adresse de courriel comme nom@example.com.',
    ],
  },
  phone: {
    wrong: [
      'Enter a US mobile number with its area code: ten digits.',
      'Escriba un número móvil de EE. UU. con su código de área: diez dígitos.',
      'Saisissez un numéro de mobile des États-Unis avec son indicatif régional\u00a0: dix chiffres.',
    ],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Text>>>>;

type Said<T> = { readonly [K in keyof T]: string };
export type PayFaults = { readonly [K in keyof typeof faults]: Said<(typeof faults)[K]> };

/** The messages in one language. */
export function payFaultsIn(language: Language): PayFaults {
  const said = Object.entries(faults).map(([field, texts]) => [
    field,
    Object.fromEntries(
      Object.entries(texts).map(([kind, text]) => [kind, inLanguage<string>(language, text)]),
    ),
  ]);
  return Object.fromEntries(said);
}

/** Flaws that only the service finds. */
export const slips = {
  securityCode: (rule: string): Text => [
    `The security code ${rule}.`,
    faults.cvv.wrong[1],
    faults.cvv.wrong[2],
  ],
  year: [
    'Please check the year when the card expires.',
    'Revise el año de caducidad de la tarjeta.',
    'Vérifiez l’année d’expiration de la carte.',
  ],
  nineDigits: [
    'A routing number has 9 digits.',
    'Un número de ruta tiene 9 dígitos.',
    'Un numéro d’acheminement comporte 9 chiffres.',
  ],
  noNumberHere: [
    'A card or account number does not belong here.',
    'Aquí no va un número de tarjeta ni de cuenta.',
    'Aucun numéro de carte ou de compte ne doit figurer ici.',
  ],
  agree: (orByCard: boolean): Text => [
    `Please agree to the debit${orByCard ? ', or pay by card' : ''}.`,
    `Acepte el débito${orByCard ? ' o pague con tarjeta' : ''}.`,
    `Acceptez le débit${orByCard ? ' ou payez par carte' : ''}.`,
  ],
  otherWording: [
    'The wording has changed: please read it again and agree.',
    'El texto ha cambiado: léalo de nuevo y acéptelo.',
    'Le texte a changé\u00a0: relisez-le et acceptez-le.',
  ],
  /** No page contains card or account numbers, so a form that is shown again lacks them. */
  card: [
    'We do not send your card number and security code back to you: please type them again.',
    'No le devolvemos el número de tarjeta ni el código de seguridad: escríbalos de nuevo.',
    'Nous ne vous renvoyons pas le numéro de carte ni le code de sécurité\u00a0: saisissez-les de nouveau.',
  ],
  bank: [
    'We do not send your account numbers back to you: please type them again.',
    'No le devolvemos los números de cuenta: escríbalos de nuevo.',
    'Nous ne vous renvoyons pas les numéros de compte\u00a0: saisissez-les de nouveau.',
  ],
} as const satisfies Words;
