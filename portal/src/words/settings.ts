import type { Text } from './language.ts';

/** The profile of a business, and the agreed terms about its money. */
export const settings = {
  profile: ['What you show', 'Lo que se muestra'],
  profileText: [
    'Receipts and pages show this, and calls to your number are forwarded to the phone.',
    'Los recibos y páginas muestran esto, y las llamadas a su número se desvían al teléfono.',
  ],
  businessPhone: ['Phone', 'Teléfono'],
  businessEmail: ['E-mail', 'Correo'],
  businessAddress1: ['Address', 'Dirección'],
  businessAddress2: ['Second line', 'Segunda línea'],
  businessCity: ['City', 'Ciudad'],
  businessState: ['State', 'Estado'],
  businessPostalCode: ['Postal code', 'Código postal'],
  url: ['Website', 'Sitio web'],
  language: ['Language for payers', 'Idioma para los pagadores'],
  languageHint: [
    'For payers whose own language is not known.',
    'Para pagadores cuyo idioma no se conoce.',
  ],
  languageNone: ['Pages follow the browser', 'Las páginas siguen al navegador'],
  saveProfile: ['Save what you show', 'Guardar lo que se muestra'],
  savedProfile: ['What you show is saved', 'Guardado'],
  nothingChanged: ['Nothing is changed yet.', 'Aún no hay cambios.'],
  terms: ['Terms', 'Condiciones'],
  termsText: [
    'They hold from the next batch on. What was batched before keeps its fees.',
    'Valen desde el próximo lote. Lo ya cerrado conserva sus comisiones.',
  ],
  termsRead: ['Your operator changes these.', 'Su operador cambia estas condiciones.'],
  saveTerms: ['Save terms', 'Guardar condiciones'],
  savedTerms: ['The terms are saved', 'Condiciones guardadas'],
  fees: ['Fees', 'Comisiones'],
  policies: ['Policies', 'Políticas'],
  cardFeeBps: ['Card: percent of what settles', 'Tarjeta: porcentaje de lo liquidado'],
  cardFeeCents: ['Card: for each payment', 'Tarjeta: por pago'],
  achFeeCents: ['Bank: for each payment', 'Banco: por pago'],
  returnFeeCents: ['Bank: for each return', 'Banco: por devolución'],
  holdDays: ['Banking days for which bank payments are held', 'Días bancarios de retención'],
  repeatMinutes: [
    'Minutes in which an equal partial refund counts once',
    'Minutos en que un reembolso parcial igual cuenta una vez',
  ],
  represents: ['Send a debit again that came back for want of funds', 'Reenviar cargos sin fondos'],
  sameDay: ['Send bank payments the same day', 'Enviar pagos bancarios el mismo día'],
  prenotes: [
    'Try a new bank account before it is debited',
    'Probar cuentas nuevas antes de cargar',
  ],
  partialApprovals: ['Let a card pay a part of the amount', 'Permitir pagar una parte con tarjeta'],
  voidsWrongCode: [
    'Decline a charge with a wrong security code',
    'Rechazar un código de seguridad erróneo',
  ],
  payerCancels: [
    'Let payers cancel a subscription at the end of its period, on their page',
    'Dejar que los pagadores cancelen al final del período, en su página',
  ],
  voidsWrongAddress: ['Decline a charge with a wrong address', 'Rechazar una dirección errónea'],
  badNumber: ['Must be a whole number, 0 or more.', 'Debe ser un número entero, 0 o más.'],
  badPercent: ['Must be a percentage, such as 2.9.', 'Debe ser un porcentaje, como 2.9.'],
  badAmount: ['Must be an amount, such as 0.30.', 'Debe ser un importe, como 0.30.'],
  changedMeanwhile: [
    'Somebody else changed this meanwhile.',
    'Otra persona lo cambió mientras tanto.',
  ],
  changedText: [
    'Nothing of yours was saved. Look at what stands now, then enter your change again.',
    'No se guardó nada suyo. Mire lo actual y vuelva a escribir su cambio.',
  ],
  showNow: ['Show what stands now', 'Mostrar lo actual'],
  retryDays: [
    'Declined periods are charged again after days',
    'Periodos rechazados: nuevo cobro tras días',
  ],
} as const satisfies Record<string, Text>;
