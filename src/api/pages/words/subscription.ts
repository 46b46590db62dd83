import type { Interval } from '../../../invoicing/subscriptions/calendar.ts';
import type { PeriodState } from '../../../invoicing/subscriptions/subscription.ts';
import type { Text, Words } from '../../../kernel/language.ts';

/** After an amount. */
export const each = {
  daily: ['every day', 'cada día', 'par jour'],
  weekly: ['every week', 'cada semana', 'par semaine'],
  every_two_weeks: ['every two weeks', 'cada dos semanas', 'toutes les deux semaines'],
  monthly: ['every month', 'cada mes', 'par mois'],
  every_two_months: ['every two months', 'cada dos meses', 'tous les deux mois'],
  quarterly: ['every three months', 'cada tres meses', 'tous les trois mois'],
  every_half_year: ['every six months', 'cada seis meses', 'tous les six mois'],
  yearly: ['every year', 'cada año', 'par an'],
} as const satisfies Readonly<Record<Interval, Text>>;

export const periodStates = {
  open: ['Not paid yet', 'Pendiente de pago', 'En attente de paiement'],
  processing: ['On its way', 'En camino', 'En cours'],
  paid: ['Paid', 'Pagado', 'Payé'],
  unpaid: ['Not paid', 'No pagado', 'Non payé'],
  void: ['Not charged', 'No cobrado', 'Non prélevé'],
} as const satisfies Readonly<Record<PeriodState, Text>>;

/** Words of the page of a subscription, beside those of the card form, which it shares with the pay page. */
export const subscription = {
  title: (name: string): Text => [
    `Your subscription at ${name}`,
    `Su suscripción en ${name}`,
    `Votre abonnement auprès de ${name}`,
  ],

  // What it is by now.
  owed: (amount: string): Text => [
    `${amount} is owed`,
    `Importe pendiente: ${amount}`,
    `Montant dû\u00a0: ${amount}`,
  ],
  againOn: (day: string): Text => [
    `The charge was declined. It is tried again on ${day}.`,
    `El cobro fue rechazado. Se intentará de nuevo el ${day}.`,
    `Le prélèvement a été refusé. Une nouvelle tentative aura lieu le ${day}.`,
  ],
  notAgain: [
    'The charge was declined, and your card or account is not tried again.',
    'El cobro fue rechazado, y no se intentará de nuevo con su tarjeta o cuenta.',
    'Le prélèvement a été refusé, et aucune nouvelle tentative ne sera faite sur votre carte ou votre compte.',
  ],
  soon: [
    'It is being charged now or within the hour.',
    'Se está cobrando ahora o se cobrará en menos de una hora.',
    'Le prélèvement a lieu en ce moment ou aura lieu d’ici une heure.',
  ],
  stopsAfter: (day: string): Text => [
    `If it is not paid by ${day}, no new period begins.`,
    `Si no se paga a más tardar el ${day}, no empezará un nuevo periodo.`,
    `Sans paiement au plus tard le ${day}, aucune nouvelle période ne commencera.`,
  ],
  neverBegins: (day: string): Text => [
    `If it is not paid by ${day}, the subscription ends.`,
    `Si no se paga a más tardar el ${day}, la suscripción terminará.`,
    `Sans paiement au plus tard le ${day}, l’abonnement prendra fin.`,
  ],
  stopped: [
    'No new period begins until it is paid.',
    'No empezará un nuevo periodo hasta que se pague.',
    'Aucune nouvelle période ne commencera avant le paiement.',
  ],
  paused: ['Paused', 'En pausa', 'En pause'],
  pausedText: (name: string): Text => [
    `Nothing is charged while it is paused. ${name} lets it go on.`,
    `Mientras esté en pausa no se cobra nada. ${name} decide cuándo se reanuda.`,
    `Rien n’est prélevé tant qu’il est en pause. ${name} décide de sa reprise.`,
  ],
  runsUntil: (day: string): Text => [
    `It runs until ${day}`,
    `Vigente hasta el ${day}`,
    `En cours jusqu’au ${day}`,
  ],
  runsText: [
    'Then it ends, and nothing more is charged.',
    'Después termina, y ya no se cobra nada más.',
    'Il prend ensuite fin, et plus rien n’est prélevé.',
  ],
  free: (day: string): Text => [
    `Free until ${day}`,
    `Gratis hasta el ${day}`,
    `Gratuit jusqu’au ${day}`,
  ],
  begins: (day: string): Text => [`It begins on ${day}`, `Empieza el ${day}`, `Commence le ${day}`],
  active: ['Active', 'Activa', 'Actif'],
  thenCharged: (amount: string, day: string): Text => [
    `${amount} is charged on ${day}.`,
    `El ${day} se cobrará un importe de ${amount}.`,
    `Un montant de ${amount} sera prélevé le ${day}.`,
  ],
  nothingMore: ['Nothing more is charged.', 'Ya no se cobra nada más.', 'Plus rien n’est prélevé.'],
  onItsWay: (amount: string): Text => [
    `A bank payment of ${amount} is on its way.`,
    `Un pago bancario de ${amount} está en camino.`,
    `Un paiement bancaire de ${amount} est en cours.`,
  ],
  endedOn: (day: string): Text => [
    `It ended on ${day}`,
    `Terminó el ${day}`,
    `A pris fin le ${day}`,
  ],
  neverBegan: ['It never began', 'No llegó a empezar', 'N’a jamais commencé'],
  neverBeganText: [
    'Its first charge was not paid in time. Nothing more is charged.',
    'El primer importe no se pagó a tiempo. Ya no se cobra nada más.',
    'Le premier montant n’a pas été payé à temps. Plus rien n’est prélevé.',
  ],
  beingCharged: (amount: string): Text => [
    `${amount} is being charged`,
    `Se está cobrando ${amount}`,
    `Prélèvement de ${amount} en cours`,
  ],
  beingChargedText: [
    'Please do not pay again: you are not charged twice. This page looks again by itself.',
    'No pague otra vez: no se le cobra dos veces. Esta página se actualiza sola.',
    'Ne payez pas de nouveau\u00a0: vous ne serez pas débité deux fois. Cette page s’actualise d’elle-même.',
  ],
  closed: [
    'Nothing is charged here any more',
    'Aquí ya no se cobra nada',
    'Plus rien n’est prélevé ici',
  ],
  closedText: (name: string): Text => [
    `${name} takes no payments any more.`,
    `${name} ya no acepta pagos.`,
    `${name} n’accepte plus de paiements.`,
  ],

  // Facts.
  price: ['Price', 'Precio', 'Prix'],
  nextOf: (amount: string, day: string): Text => [
    `${amount} on ${day}`,
    `${amount} el ${day}`,
    `${amount} le ${day}`,
  ],
  paidWith: ['Charged to', 'Medio de pago', 'Moyen de paiement'],
  sourceOf: (name: string, expiry: string): Text => [
    `${name}, expires ${expiry}`,
    `${name}, caducidad ${expiry}`,
    `${name}, expiration ${expiry}`,
  ],
  expired: (name: string, expiry: string): Text => [
    `${name}, expired ${expiry}`,
    `${name}, caducada (${expiry})`,
    `${name}, expirée (${expiry})`,
  ],
  since: ['First day', 'Primer día', 'Premier jour'],
  periods: ['Periods', 'Periodos', 'Périodes'],
  periodsOf: (begun: number, all: number): Text => [
    `${begun} of ${all}`,
    `${begun} de ${all}`,
    `${begun} sur ${all}`,
  ],

  // Periods.
  lastPeriods: ['Last periods', 'Últimos periodos', 'Dernières périodes'],
  freePeriod: ['Free', 'Gratis', 'Gratuit'],
  receipt: ['Receipt', 'Recibo', 'Reçu'],
  receiptOf: (days: string): Text => [
    `Receipt for ${days}`,
    `Recibo del periodo ${days}`,
    `Reçu de la période ${days}`,
  ],

  // Another card.
  owedFirst: (amount: string): Text => [
    `What is owed, ${amount}, is charged to the card at once, when you press the button.`,
    `El importe pendiente, ${amount}, se cobra en la tarjeta de inmediato, al pulsar el botón.`,
    `Le montant dû, ${amount}, est prélevé sur la carte immédiatement, lorsque vous appuyez sur le bouton.`,
  ],
  thenEach: (name: string, price: string): Text => [
    `From then on ${name} charges ${price} to it, until the subscription ends.`,
    `A partir de entonces, ${name} cobrará ${price} en esta tarjeta, hasta que termine la suscripción.`,
    `Par la suite, ${name} prélèvera ${price} sur cette carte, jusqu’à la fin de l’abonnement.`,
  ],
  nothingNow: [
    'Nothing is charged now.',
    'Ahora no se cobra nada.',
    'Rien n’est prélevé maintenant.',
  ],
  nowEach: (name: string, price: string): Text => [
    `From the next charge on ${name} charges ${price} to it, until the subscription ends.`,
    `A partir del próximo cobro, ${name} cobrará ${price} en esta tarjeta, hasta que termine la suscripción.`,
    `À partir du prochain prélèvement, ${name} prélèvera ${price} sur cette carte, jusqu’à la fin de l’abonnement.`,
  ],
  payWith: (amount: string): Text => [
    `Pay ${amount} with this card`,
    `Pagar ${amount} con esta tarjeta`,
    `Payer ${amount} avec cette carte`,
  ],
  use: ['Use this card', 'Usar esta tarjeta', 'Utiliser cette carte'],
  using: ['Saving …', 'Guardando …', 'Enregistrement …'],
  noCard: (name: string): Text => [
    `A card cannot be given here at the moment. Please ask ${name}.`,
    `Por el momento no se puede indicar una tarjeta aquí. Consulte a ${name}.`,
    `Pour le moment, aucune carte ne peut être indiquée ici. Communiquez avec ${name}.`,
  ],
  changed: (source: string): Text => [
    `From now on ${source} is charged.`,
    `Medio de pago desde ahora: ${source}.`,
    `Moyen de paiement désormais utilisé\u00a0: ${source}.`,
  ],
  declined: ['The card was declined', 'La tarjeta fue rechazada', 'La carte a été refusée'],
  /** `why`: '' where it is not known. */
  declinedText: (why: string): Text => [
    `${why} Nothing was charged. You can try again, or use another card.`,
    `${why} No se cobró nada. Puede intentarlo de nuevo o usar otra tarjeta.`,
    `${why} Rien n’a été prélevé. Vous pouvez réessayer ou utiliser une autre carte.`,
  ],
  failed: ['The payment did not go through', 'El pago no se realizó', 'Le paiement n’a pas abouti'],
  typedAgain: [
    'We do not send your card number back to you: please type it again.',
    'No le devolvemos el número de tarjeta: escríbalo de nuevo.',
    'Nous ne vous renvoyons pas le numéro de carte\u00a0: saisissez-le de nouveau.',
  ],
  numberTo: (name: string): Text => [
    `Your card number goes to ${name}, who runs this page.`,
    `Su número de tarjeta va a ${name}, que gestiona esta página.`,
    `Votre numéro de carte est transmis à ${name}, qui gère cette page.`,
  ],
  numberToOperator: (operator: string, name: string): Text => [
    `Your card number goes to ${operator}, who takes payments for ${name}. ${name} is told its last four digits.`,
    `Su número de tarjeta va a ${operator}, que cobra los pagos para ${name}. ${name} solo recibe los últimos cuatro dígitos.`,
    `Votre numéro de carte est transmis à ${operator}, qui encaisse les paiements pour ${name}. ${name} n’en reçoit que les quatre derniers chiffres.`,
  ],
  otherCardSince: [
    'Another card was given since this form was shown, and it stays. Type your card again if you want to use it.',
    'Desde que se mostró este formulario se indicó otra tarjeta, que se mantiene. Escriba de nuevo la suya si quiere usarla.',
    'Une autre carte a été indiquée depuis l’affichage de ce formulaire, et elle reste en place. Saisissez de nouveau la vôtre si vous souhaitez l’utiliser.',
  ],
  sentBefore: [
    'This form was sent before. Nothing was charged for it again: please look at what stands here, and type the card again if you want to use another one.',
    'Este formulario ya se había enviado. No se volvió a cobrar nada: revise lo que aparece aquí y escriba de nuevo la tarjeta si quiere usar otra.',
    'Ce formulaire avait déjà été envoyé. Rien n’a été prélevé de nouveau\u00a0: vérifiez ce qui figure ici, et saisissez de nouveau la carte si vous souhaitez en utiliser une autre.',
  ],

  // The end.
  cancel: ['Cancel subscription', 'Cancelar la suscripción', 'Résilier l’abonnement'],
  cancelAsked: [
    'Cancel your subscription?',
    '¿Cancelar su suscripción?',
    'Résilier votre abonnement?',
  ],
  cancelUntil: (day: string): Text => [
    `It runs until ${day}. Until then nothing changes.`,
    `Sigue vigente hasta el ${day}. Hasta entonces no cambia nada.`,
    `Il reste en cours jusqu’au ${day}. D’ici là, rien ne change.`,
  ],
  cancelCharge: (amount: string, day: string): Text => [
    `The charge of ${amount} on ${day} is not made.`,
    `El cobro de ${amount} del ${day} no se hará.`,
    `Le prélèvement de ${amount} du ${day} n’aura pas lieu.`,
  ],
  cancelOwed: (amount: string, day: string): Text => [
    `What is owed, ${amount}, stays to be paid until ${day}.`,
    `El importe pendiente, ${amount}, sigue por pagar hasta el ${day}.`,
    `Le montant dû, ${amount}, reste à payer jusqu’au ${day}.`,
  ],
  cancelNow: (day: string): Text => [
    `Cancel on ${day}`,
    `Cancelar el ${day}`,
    `Résilier le ${day}`,
  ],
  keep: ['Keep my subscription', 'Conservar mi suscripción', 'Conserver mon abonnement'],
  keepText: (day: string): Text => [
    `You canceled it. Until ${day} you can change your mind.`,
    `Usted canceló la suscripción. Puede cambiar de opinión hasta el ${day}.`,
    `Vous avez résilié l’abonnement. Vous pouvez changer d’avis jusqu’au ${day}.`,
  ],
  kept: ['Your subscription goes on.', 'Su suscripción continúa.', 'Votre abonnement se poursuit.'],
  ask: (name: string, ways: string): Text => [
    `To cancel, or for anything else, please ask ${name}${ways && ` (${ways})`}.`,
    `Para cancelarla, o para cualquier otra cosa, consulte a ${name}${ways && ` (${ways})`}.`,
    `Pour le résilier, ou pour toute autre demande, communiquez avec ${name}${ways && ` (${ways})`}.`,
  ],
  askElse: (name: string, ways: string): Text => [
    `For anything else please ask ${name}${ways && ` (${ways})`}.`,
    `Para cualquier otra cosa, consulte a ${name}${ways && ` (${ways})`}.`,
    `Pour toute autre demande, communiquez avec ${name}${ways && ` (${ways})`}.`,
  ],

  secure: ['Secure page', 'Página segura', 'Page sécurisée'],
  plain: ['Page', 'Página', 'Page'],
} as const satisfies Words;
