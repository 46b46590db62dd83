import type { Text, Words } from '../../../kernel/language.ts';

/** Words of the mails about a subscription. Those of its texts are in texts.ts. */
export const subscriptions = {
  failed: ['Payment not completed', 'Pago no realizado', 'Paiement non effectué'],
  failedSubject: (name: string): Text => [
    `Your payment to ${name} did not go through`,
    `Su pago a ${name} no se realizó`,
    `Votre paiement à ${name} n’a pas abouti`,
  ],
  failedText: (name: string, amount: string): Text => [
    `We could not charge ${amount} for your subscription at ${name}.`,
    `No pudimos cobrar ${amount} por su suscripción en ${name}.`,
    `Nous n’avons pas pu prélever ${amount} pour votre abonnement auprès de ${name}.`,
  ],
  yourPage: [
    'Your subscription and its card',
    'Su suscripción y su tarjeta',
    'Votre abonnement et sa carte',
  ],
  useAnotherCard: ['Use another card', 'Usar otra tarjeta', 'Utiliser une autre carte'],
  amountDue: ['Amount due', 'Importe pendiente', 'Montant dû'],
  plan: ['Plan', 'Plan', 'Formule'],
  trialEnds: [
    'Your trial ends soon',
    'Su prueba termina pronto',
    'Votre période d’essai se termine bientôt',
  ],
  trialEndsSubject: (name: string): Text => [
    `Your trial at ${name} ends soon`,
    `Su prueba en ${name} termina pronto`,
    `Votre période d’essai auprès de ${name} se termine bientôt`,
  ],
  trialEndsText: (name: string, day: string): Text => [
    `Your trial at ${name} ends, and you will be charged for the first time on ${day}.`,
    `Su prueba en ${name} termina, y el primer cobro será el ${day}.`,
    `Votre période d’essai auprès de ${name} se termine, et le premier prélèvement aura lieu le ${day}.`,
  ],
  firstIs: (amount: string): Text => [
    ` The first charge is ${amount}.`,
    ` El primer cobro es de ${amount}.`,
    ` Le premier prélèvement est de ${amount}.`,
  ],
  firstCharge: ['First charge', 'Primer cobro', 'Premier prélèvement'],
  expires: ['Your card expires', 'Su tarjeta caduca', 'Votre carte expire'],
  expiresSubject: (name: string): Text => [
    `Your card for ${name} expires`,
    `Su tarjeta para ${name} caduca`,
    `Votre carte pour ${name} expire`,
  ],
  expiresText: (name: string, last4: string, day: string): Text => [
    `The card ending ${last4} that pays your subscription at ${name} expires before the next charge on ${day}.`,
    `La tarjeta terminada en ${last4} que paga su suscripción en ${name} caduca antes del próximo cobro, el ${day}.`,
    `La carte se terminant par ${last4} qui paie votre abonnement auprès de ${name} expire avant le prochain prélèvement, le ${day}.`,
  ],
  giveAnother: (name: string): Text => [
    `Please give ${name} another card, so that your subscription goes on.`,
    `Indique otra tarjeta a ${name} para que su suscripción continúe.`,
    `Indiquez une autre carte à ${name} pour que votre abonnement se poursuive.`,
  ],
  nextCharge: ['Next charge', 'Próximo cobro', 'Prochain prélèvement'],
  /** `day`: undefined when it is not known. */
  willRetry: (day: string | undefined): Text => [
    `We will try again${day === undefined ? '' : ` on ${day}`}. You can also pay now, with any card or account.`,
    `Lo intentaremos de nuevo${day === undefined ? '' : ` el ${day}`}. También puede pagar ahora, con cualquier tarjeta o cuenta.`,
    `Nous réessaierons${day === undefined ? '' : ` le ${day}`}. Vous pouvez aussi payer maintenant, avec n’importe quelle carte ou n’importe quel compte.`,
  ],
  newCard: [
    'Your card or account was refused for good. Please pay with another one.',
    'Su tarjeta o cuenta fue rechazada definitivamente. Pague con otra.',
    'Votre carte ou votre compte a été refusé définitivement. Payez avec une autre carte ou un autre compte.',
  ],
  payNow: [
    'It will not be tried again by itself. Please pay, so that your subscription goes on.',
    'No se intentará de nuevo automáticamente. Pague para que su suscripción continúe.',
    'Aucune nouvelle tentative n’aura lieu d’elle-même. Payez pour que votre abonnement se poursuive.',
  ],
  because: (name: string): Text => [
    `You get this because of your subscription at ${name}.`,
    `Recibe este mensaje por su suscripción en ${name}.`,
    `Vous recevez ce message en raison de votre abonnement auprès de ${name}.`,
  ],
} as const satisfies Words;
