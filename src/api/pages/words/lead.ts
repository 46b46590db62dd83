import { type Html, html } from '../../../kernel/html.ts';
import type { Text, Words } from '../../../kernel/language.ts';
import type { genders } from '../../../leads/topics.ts';

const named = (name: string): Html => html`<span dir="auto">${name}</span>`;

/** Words of lead forms, beside those that the business wrote itself. */
export const lead = {
  onceMore: [
    'Please look over what you wrote, and send it once more.',
    'Revise lo que escribió y envíelo otra vez.',
    'Relisez ce que vous avez écrit et envoyez-le de nouveau.',
  ],
  later: [
    'Too much was sent from your network just now. Please send it once more in a few minutes.',
    'Se envió demasiado desde su red en este momento. Envíelo otra vez en unos minutos.',
    'Trop de formulaires viennent d’être envoyés depuis votre réseau. Renvoyez-le dans quelques minutes.',
  ],
  leaveEmpty: ['Leave this empty', 'Deje esto vacío', 'Laissez ce champ vide'],
  aboutYou: ['About you', 'Sobre usted', 'À propos de vous'],
  whereYouLive: ['Where you live', 'Dónde vive', 'Où vous habitez'],
  moreAboutYou: ['More about you', 'Más sobre usted', 'En savoir plus sur vous'],
  sending: ['Sending …', 'Enviando …', 'Envoi …'],
  send: ['Send', 'Enviar', 'Envoyer'],
  goesTo: (name: string): Text<Html> => [
    html`This goes to ${named(name)}.`,
    html`Esto se envía a ${named(name)}.`,
    html`Ceci est envoyé à ${named(name)}.`,
  ],
  answer: (question: string): Text => [
    `Please answer: ${question}`,
    `Responda: ${question}`,
    `Répondez\u00a0: ${question}`,
  ],
  sent: ['Sent', 'Enviado', 'Envoyé'],
  closed: ['This form is closed', 'Este formulario está cerrado', 'Ce formulaire est fermé'],
  closedText: (name: string): Text<Html> => [
    html`Nothing more can be sent here. Please ask ${named(name)}.`,
    html`Ya no se puede enviar nada aquí. Pregunte a ${named(name)}.`,
    html`Plus rien ne peut être envoyé ici. Adressez-vous à ${named(name)}.`,
  ],
  firstName: ['First name', 'Nombre', 'Prénom'],
  lastName: ['Last name', 'Apellido', 'Nom'],
  email: ['E-mail', 'Correo electrónico', 'Courriel'],
  phone: ['Mobile phone', 'Teléfono móvil', 'Téléphone mobile'],
  address1: ['Street address', 'Calle y número', 'Numéro et rue'],
  address2: ['Apartment, suite', 'Apartamento, piso', 'Appartement, bureau'],
  city: ['City', 'Ciudad', 'Ville'],
  countryCode: ['Country', 'País', 'Pays'],
  stateCode: ['State', 'Estado', 'État'],
  province: ['Province', 'Provincia', 'Province'],
  region: ['Region', 'Región', 'Région'],
  postalCode: ['ZIP or postal code', 'Código postal', 'Code postal'],
  noFirstName: ['Enter your first name.', 'Escriba su nombre.', 'Saisissez votre prénom.'],
  noLastName: ['Enter your last name.', 'Escriba su apellido.', 'Saisissez votre nom.'],
  noEmail: [
    'Enter your e-mail address.',
    'Escriba su correo electrónico.',
    'Saisissez votre adresse de courriel.',
  ],
  noPhone: [
    'Enter your phone number.',
    'Escriba su número de teléfono.',
    'Saisissez votre numéro de téléphone.',
  ],
  spouseFirstName: [
    'First name of your spouse',
    'Nombre de su cónyuge',
    'Prénom de votre conjoint ou conjointe',
  ],
  spouseLastName: [
    'Last name of your spouse',
    'Apellido de su cónyuge',
    'Nom de votre conjoint ou conjointe',
  ],
  occupation: ['Occupation', 'Ocupación', 'Profession'],
  birthDate: ['Date of birth', 'Fecha de nacimiento', 'Date de naissance'],
  birthDateHint: [
    'Month, day and year, such as 01/31/1980.',
    'Mes, día y año, por ejemplo 01/31/1980.',
    'Mois, jour et année, par exemple 01/31/1980.',
  ],
  gender: ['Gender', 'Género', 'Genre'],
} as const satisfies Words;

type TextForEach<T> = { readonly [at in keyof T]: Text };

/** How the stored genders are called, in their order. */
export const genderWords: TextForEach<typeof genders> = [
  ['Female', 'Mujer', 'Femme'],
  ['Male', 'Hombre', 'Homme'],
  ['Other', 'Otro', 'Autre'],
];

/** Sentences about a field that is filled in wrongly; English says the rule. */
export const wrongWords: Readonly<Record<string, readonly [es: string, fr: string]>> = {
  email: [
    'Escriba un correo electrónico como nombre@example.com.',
    'Saisissez une adresse de courriel comme nom@example.com.',
  ],
  phone: [
    'Escriba un número de teléfono de 10 dígitos, como 617-555-0123.',
    'Saisissez un numéro de téléphone à 10 chiffres, comme 617-555-0123.',
  ],
  birthDate: [
    'Escriba una fecha pasada, como 01/31/1980.',
    'Saisissez une date passée, comme 01/31/1980.',
  ],
  stateCode: ['Elija una opción de la lista.', 'Choisissez une option de la liste.'],
  province: ['Elija una opción de la lista.', 'Choisissez une option de la liste.'],
  countryCode: ['Elija una opción de la lista.', 'Choisissez une option de la liste.'],
};
