import type { Text, Words } from '../../../kernel/language.ts';

/** Words of all pages. */
export const common = {
  optional: ['(optional)', '(opcional)', '(facultatif)'],
  choose: ['Choose …', 'Elegir …', 'Choisir …'],
  checkOne: ['Please check one thing', 'Revise un dato', 'Vérifiez un élément'],
  checkMany: (n: string): Text => [
    `Please check ${n} things`,
    `Revise ${n} datos`,
    `Vérifiez ${n} éléments`,
  ],
  powered: ['Powered by Quittance', 'Con tecnología de Quittance', 'Propulsé par Quittance'],
  language: ['Language', 'Idioma', 'Langue'],
  forYou: ['A page for you', 'Una página para usted', 'Une page pour vous'],
  openIt: [
    'Open it in your browser to see it.',
    'Ábrala en su navegador para verla.',
    'Ouvrez-la dans votre navigateur pour la voir.',
  ],
  fileGone: [
    'This file is not there any more',
    'Este archivo ya no existe',
    'Ce fichier n’existe plus',
  ],
  loadAgain: [
    'Please load the page that you came from once more.',
    'Vuelva a cargar la página de la que viene.',
    'Rechargez la page d’où vous venez.',
  ],
  notThere: ['This page is not there', 'Esta página no existe', 'Cette page n’existe pas'],
  cutOff: [
    'The address may be cut off or mistyped: please open the link from your message once more.',
    'La dirección puede estar incompleta o mal escrita: abra otra vez el enlace de su mensaje.',
    'L’adresse est peut-être incomplète ou mal saisie\u00a0: ouvrez de nouveau le lien de votre message.',
  ],
  askForNew: [
    'If it still does not work, ask the business that sent it to you for a new one.',
    'Si sigue sin funcionar, pida uno nuevo al negocio que se lo envió.',
    'S’il ne fonctionne toujours pas, demandez-en un nouveau à l’entreprise qui vous l’a envoyé.',
  ],
  didNotWork: ['This did not work', 'No se pudo completar', 'Cela n’a pas fonctionné'],
  ourFault: [
    'Something went wrong on our side',
    'Algo falló en nuestro sistema',
    'Une erreur s’est produite de notre côté',
  ],
  openAgain: [
    'Please open the link once more. If you were just paying, it tells you there whether that went through.',
    'Abra el enlace otra vez. Si estaba pagando, allí verá si el pago se realizó.',
    'Ouvrez le lien de nouveau. Si vous étiez en train de payer, il indique si le paiement a abouti.',
  ],
  nameNumber: (id: string): Text => [
    `If you ask somebody about it, name this number: ${id}`,
    `Si consulta a alguien, indique este número: ${id}`,
    `Si vous demandez de l’aide, indiquez ce numéro\u00a0: ${id}`,
  ],
} as const satisfies Words;
