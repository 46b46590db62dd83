import type { Text } from './language.ts';

/** Names of what waits for its time, by the first word of the timer or its job. */
const names: Readonly<Record<string, Text>> = {
  delivery: ['Delivery is tried again', 'Se reintenta una entrega'],
  payment: ['Payment is looked into', 'Se revisa un pago'],
  notice: ['Notice is sent', 'Se envía un aviso'],
  message: ['Text is sent', 'Se envía un mensaje'],
  mail: ['Mail is sent', 'Se envía un correo'],
  webhook: ['Webhook is looked at', 'Se revisa un webhook'],
  account_validation: ['Account validation moves on', 'Avanza la validación de una cuenta'],
  ach_file: ['Bank file moves on', 'Avanza un archivo bancario'],
  ach_file_part: ['Part of a bank file moves on', 'Avanza una parte de un archivo bancario'],
  application: ['Application falls due', 'Vence una solicitud'],
  followup: [
    'Capture, void or refund is looked into',
    'Se revisa una captura, anulación o reembolso',
  ],
  period: ['Period is charged', 'Se cobra un período'],
  end: ['Period ends', 'Termina un período'],
  subscription: ['Subscription is charged', 'Se cobra una suscripción'],
  ach_entry: ['Bank payment moves on', 'Avanza un pago bancario'],
  pay_link: ['Pay link expires', 'Caduca un enlace de pago'],
  token: ['Saved method is looked at', 'Se revisa un método guardado'],
  dispute: ['Dispute falls due', 'Vence una disputa'],
  invoice: ['Invoice falls due', 'Vence una factura'],
  batch: ['Batch moves on', 'Avanza un lote'],
  'batch.close': ['Batch closes', 'Se cierra el lote'],
  'deposit.make': ['Payout is made', 'Se hace el abono'],
  'sign_in.mail': ['Sign-in mail is sent', 'Se envía un correo de acceso'],
  'account_team.mail': [
    'Mail to the account team is sent',
    'Se envía un correo al equipo de cuentas',
  ],
  'account_team.tell': ['Account team is told', 'Se avisa al equipo de cuentas'],
  'ach.read_inbox': ['Files of the bank are read', 'Se leen los archivos del banco'],
  'batch.watch': ['Batch is looked into', 'Se revisa un lote'],
  'followup.watch': [
    'Capture, void or refund is looked into',
    'Se revisa una captura, anulación o reembolso',
  ],
  'customer.move_late': [
    'Late rows of a merged customer are moved',
    'Se mueven filas tardías de un cliente unido',
  ],
  'declines.forget': ['Old declines are removed', 'Se eliminan rechazos antiguos'],
  'disputes.read': ['Disputes are read', 'Se leen las disputas'],
  'figures.store': ['Figures of the day are stored', 'Se guardan las cifras del día'],
  'gateway_conversations.forget': ['Old evidence is removed', 'Se eliminan pruebas antiguas'],
  'kept_keys.forget': ['Old keys are removed', 'Se eliminan claves antiguas'],
  'keys.change': ['API key ends', 'Termina una clave de API'],
  'number.assign': ['Number for texts is assigned', 'Se asigna un número para mensajes'],
  'numbers.route_calls': ['Calls are routed', 'Se desvían las llamadas'],
  'payment.give_back': ['Payment is reversed', 'Se revierte un pago'],
  'processor_account.check': ['Gateway is checked', 'Se comprueba la pasarela'],
  'processor_account.connect': ['Gateway is connected', 'Se conecta la pasarela'],
  'retention.sweep': ['What is old is removed', 'Se elimina lo antiguo'],
  'settlement.plan': ['Settlement is planned', 'Se planifica la liquidación'],
  'site_requests.forget': ['Old requests are removed', 'Se eliminan peticiones antiguas'],
  'text_counts.forget': ['Old counts of texts are removed', 'Se eliminan recuentos de mensajes'],
  'sessions.forget': ['Old sessions are removed', 'Se eliminan sesiones antiguas'],
  'authorization.expire': ['Authorization expires', 'Caduca una autorización'],
};

/** `subscription 314` and `job batch.close daily` as people read them, with the object behind. */
export function timerOf(name: string): { readonly word: Text; readonly of: string } {
  const parts = name.split(' ');
  const [kind = '', of = ''] = parts[0] === 'job' ? parts.slice(1) : parts;
  const plain = kind.replaceAll(/[._]/g, ' ');
  const word = plain.charAt(0).toUpperCase() + plain.slice(1);
  return { word: names[kind] ?? [word, word], of: /^\d+$/.test(of) ? of : '' };
}
