import type { Text } from '../../../kernel/language.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';
import { type DeclineCode, isDeclineCode } from '../../../ports/processors/declines.ts';

/** Translations of texts that stand in English elsewhere. */
type Translated = readonly [es: string, fr: string];

/** The refusals that a payer can meet. */
const refusals: Partial<Readonly<Record<RefusalCode, Translated>>> = {
  unreadable: ['No se puede leer la solicitud.', 'La demande est illisible.'],
  unsupported_media_type: [
    'Esta página solo acepta su propio formulario.',
    'Cette page n’accepte que son propre formulaire.',
  ],
  too_large: ['Lo que se envió es demasiado largo.', 'Le contenu envoyé est trop long.'],
  method_not_allowed: [
    'Esta dirección no acepta este método.',
    'Cette adresse n’accepte pas cette méthode.',
  ],
  rate_limited: [
    'Hubo demasiados intentos en poco tiempo. Espere unos minutos e inténtelo de nuevo.',
    'Il y a eu trop de tentatives en peu de temps. Réessayez dans quelques minutes.',
  ],
  payments_not_active: [
    'Los pagos no están activados para este negocio.',
    'Les paiements ne sont pas activés pour cette entreprise.',
  ],
  service_not_included: [
    'Este negocio no ofrece esta forma de pago.',
    'Cette entreprise n’offre pas ce mode de paiement.',
  ],
  no_processor: [
    'Este negocio no puede cobrar con tarjeta en este momento, y no se cobró nada.',
    'Cette entreprise ne peut pas accepter de carte pour le moment, et rien n’a été prélevé.',
  ],
  currency_not_debited: [
    'Las cuentas bancarias solo se debitan en dólares estadounidenses; pague con una tarjeta.',
    'Les comptes bancaires ne sont débités qu’en dollars américains; payez par carte.',
  ],
  business_suspended: [
    'Este negocio no puede aceptar pagos en este momento.',
    'Cette entreprise ne peut pas accepter de paiements pour le moment.',
  ],
  invoice_ended: ['Esta factura ya no se puede pagar.', 'Cette facture ne peut plus être payée.'],
  card_declined_too_often: [
    'Esta tarjeta fue rechazada demasiadas veces hoy; use otra.',
    'Cette carte a été refusée trop souvent aujourd’hui; utilisez-en une autre.',
  ],
  too_many_cards_tried: [
    'Se probaron sin éxito demasiadas tarjetas o datos distintos; por ahora no se aceptan más intentos.',
    'Trop de cartes ou de données différentes ont été essayées sans succès; aucune autre n’est acceptée pour le moment.',
  ],
  proof_wanted: [
    'Aún no se cobró nada: su navegador debe hacer antes un pequeño cálculo.',
    'Rien n’a encore été prélevé\u00a0: votre navigateur doit d’abord effectuer un petit calcul.',
  ],
  busy: [
    'El servicio está ocupado y no se cobró nada; inténtelo de nuevo en unos instantes.',
    'Le service est occupé et rien n’a été prélevé; réessayez dans quelques instants.',
  ],
};

const anything: Translated = [
  'Esto no es posible en este momento.',
  'Cela n’est pas possible pour le moment.',
];

/** The sentence of a refusal. */
export function refusalText({
  code,
  message,
}: {
  readonly code: RefusalCode;
  readonly message: string;
}): Text {
  return [message, ...(refusals[code] ?? anything)];
}

const useAnother: Translated = [
  'La tarjeta fue rechazada. Use otra.',
  'La carte a été refusée. Utilisez-en une autre.',
];
const declined: Translated = ['La tarjeta fue rechazada.', 'La carte a été refusée.'];

const declines: Readonly<Record<DeclineCode, Translated>> = {
  card_declined: declined,
  do_not_honor: [
    'La tarjeta fue rechazada. Consulte al banco que la emitió.',
    'La carte a été refusée. Communiquez avec la banque qui l’a émise.',
  ],
  insufficient_funds: [
    'La tarjeta no tiene fondos suficientes.',
    'La provision de la carte est insuffisante.',
  ],
  limit_exceeded: ['La tarjeta alcanzó su límite.', 'La carte a atteint sa limite.'],
  card_velocity_exceeded: [
    'La tarjeta se usó demasiadas veces en poco tiempo.',
    'La carte a été utilisée trop souvent en peu de temps.',
  ],
  lost_card: useAnother,
  stolen_card: useAnother,
  suspected_fraud: useAnother,
  expired_card: ['La tarjeta ha caducado.', 'La carte a expiré.'],
  card_replaced: [
    'El banco emitió otra tarjeta. Use esa.',
    'La banque a émis une autre carte. Utilisez celle-ci.',
  ],
  recurring_stopped: [
    'El titular de la tarjeta detuvo sus cargos periódicos. Use otra tarjeta.',
    'Le titulaire de la carte a fait cesser ses prélèvements récurrents. Utilisez une autre carte.',
  ],
  do_not_try_again: useAnother,
  incorrect_card_data: [
    'Los datos de la tarjeta no son correctos. Escríbalos de nuevo.',
    'Les données de la carte ne sont pas correctes. Saisissez-les de nouveau.',
  ],
  incorrect_number: [
    'El número de la tarjeta no es correcto.',
    'Le numéro de la carte n’est pas correct.',
  ],
  incorrect_cvc: [
    'El código de seguridad de la tarjeta no es correcto.',
    'Le code de sécurité de la carte n’est pas correct.',
  ],
  incorrect_address: [
    'La dirección no corresponde a la tarjeta.',
    'L’adresse ne correspond pas à la carte.',
  ],
  authentication_required: [
    'El banco que emitió la tarjeta pide que el titular confirme el pago.',
    'La banque qui a émis la carte demande une confirmation du titulaire.',
  ],
  authorization_expired: [
    'La autorización terminó; hay que cobrar la tarjeta de nuevo.',
    'L’autorisation a pris fin; la carte doit être débitée de nouveau.',
  ],
  duplicate: [
    'Se cobró a la tarjeta el mismo importe hace poco, y este pago se tomó por una repetición: no se cobró. Inténtelo de nuevo en media hora.',
    'La carte a été débitée du même montant il y a peu, et ce paiement a été pris pour une répétition\u00a0: il n’a pas été prélevé. Réessayez dans une demi-heure.',
  ],
  already_settled: [
    'El pago ya se liquidó; se puede reembolsar.',
    'Le paiement est déjà réglé; il peut être remboursé.',
  ],
  not_settled: [
    'Una parte del pago se puede reembolsar cuando se liquide; hasta entonces se puede anular entero.',
    'Une partie du paiement pourra être remboursée après son règlement; d’ici là, il peut être annulé en entier.',
  ],
  not_released: [
    'No se puede liberar esta autorización; termina sola en unos días.',
    'Cette autorisation ne peut pas être libérée; elle prend fin d’elle-même en quelques jours.',
  ],
  refund_too_large: [
    'Se devolvería más de lo que se cobró.',
    'Le remboursement dépasserait le montant prélevé.',
  ],
  processing_error: [
    'No se pudo procesar la tarjeta. Inténtelo más tarde.',
    'La carte n’a pas pu être traitée. Réessayez plus tard.',
  ],
};
const rejected: Translated = [
  'El pago no se pudo procesar tal como se envió.',
  'Le paiement n’a pas pu être traité tel qu’il a été envoyé.',
];

/** The sentence of a decline; English is that of the payment. */
export function declineText({ outcomeCode = '', message = '' }: Declined): Text {
  const known = isDeclineCode(outcomeCode) ? declines[outcomeCode] : undefined;
  return [message, ...(known ?? (outcomeCode === 'rejected' ? rejected : declined))];
}
type Declined = {
  readonly outcomeCode?: string | undefined;
  readonly message?: string | undefined;
};

/** Sentences about a flaw of a typed text, by its code. */
const flaws: Readonly<Record<string, Translated>> = {
  required: ['Falta este dato.', 'Cet élément est obligatoire.'],
  too_long: ['Este texto es demasiado largo.', 'Ce texte est trop long.'],
  control_character: [
    'Este texto contiene caracteres no permitidos.',
    'Ce texte contient des caractères non permis.',
  ],
  invalid_text: [
    'Este texto contiene caracteres no permitidos.',
    'Ce texte contient des caractères non permis.',
  ],
  contains_card_number: [
    'Aquí no debe escribirse un número de tarjeta.',
    'Aucun numéro de carte ne doit figurer ici.',
  ],
  not_one_of: ['Elija una opción de la lista.', 'Choisissez une option de la liste.'],
};
const wrong: Translated = ['Este dato no es correcto.', 'Cette donnée n’est pas correcte.'];

/** `own`: what to say of this field in place of "not correct". */
export function flawText(
  { code, rule }: { readonly code: string; readonly rule: string },
  own: Translated = wrong,
): Text {
  return [`This ${rule}.`, ...(flaws[code] ?? own)];
}
