import type { ShapeName } from '../parts/icon.tsx';
import type { Text } from './language.ts';

export type Tone = 'good' | 'move' | 'wait' | 'bad' | 'doubt' | 'still';
export type StateLook = { readonly tone: Tone; readonly shape: ShapeName; readonly word: Text };

const look = (tone: Tone, shape: ShapeName, en: string, es: string): StateLook => ({
  tone,
  shape,
  word: [en, es],
});

/** Every state of every object. One that is not here shows its own word, never nothing. */
const states: Readonly<Record<string, StateLook>> = {
  // Payments.
  processing: look('move', 'processing', 'Processing', 'En proceso'),
  unknown: look('doubt', 'unknown', 'Unknown', 'Desconocido'),
  authorized: look('move', 'half', 'Authorized', 'Autorizado'),
  capturing: look('move', 'processing', 'Capturing', 'Capturando'),
  captured: look('good', 'captured', 'Captured', 'Capturado'),
  voiding: look('move', 'processing', 'Voiding', 'Anulando'),
  voided: look('still', 'still', 'Voided', 'Anulado'),
  expired: look('still', 'still', 'Expired', 'Caducado'),
  settled: look('good', 'settled', 'Settled', 'Liquidado'),
  declined: look('bad', 'declined', 'Declined', 'Rechazado'),
  canceled: look('still', 'still', 'Canceled', 'Cancelado'),
  queued: look('move', 'waiting', 'Queued', 'En cola'),
  originated: look('move', 'moving', 'Originated', 'Enviado al banco'),
  available: look('good', 'settled', 'Available', 'Disponible'),
  returned: look('bad', 'returned', 'Returned', 'Devuelto'),
  // Refunds, deliveries, messages and what else is done or not.
  succeeded: look('good', 'captured', 'Succeeded', 'Hecho'),
  failed: look('bad', 'declined', 'Failed', 'Fallido'),
  delivered: look('good', 'captured', 'Delivered', 'Entregado'),
  sent: look('good', 'captured', 'Sent', 'Enviado'),
  undelivered: look('bad', 'declined', 'Undelivered', 'No entregado'),
  received: look('good', 'captured', 'Received', 'Recibido'),
  sending: look('move', 'processing', 'Sending', 'Enviando'),
  pending: look('move', 'waiting', 'Pending', 'Pendiente'),
  in_flight: look('move', 'processing', 'In flight', 'En camino'),
  scheduled: look('wait', 'waiting', 'Scheduled', 'Programado'),
  exhausted: look('bad', 'declined', 'Given up', 'Abandonado'),
  discarded: look('still', 'still', 'Discarded', 'Descartado'),
  blocked: look('still', 'still', 'Blocked', 'Bloqueado'),
  // Webhook endpoints, keys, users.
  enabled: look('good', 'captured', 'Enabled', 'Activo'),
  failing: look('bad', 'warn', 'Failing', 'Fallando'),
  disabled: look('still', 'still', 'Disabled', 'Desactivado'),
  active: look('good', 'captured', 'Active', 'Activo'),
  revoked: look('still', 'still', 'Revoked', 'Revocado'),
  invited: look('wait', 'waiting', 'Invited', 'Invitado'),
  stopped: look('bad', 'warn', 'Stopped', 'Detenido'),
  inactive: look('still', 'still', 'Inactive', 'Inactivo'),
  // Invoices, links, subscriptions.
  open: look('move', 'waiting', 'Open', 'Abierto'),
  overdue: look('bad', 'warn', 'Overdue', 'Vencida'),
  partially_paid: look('move', 'half', 'Partly paid', 'Pagado en parte'),
  paid: look('good', 'captured', 'Paid', 'Pagado'),
  unpaid: look('bad', 'warn', 'Unpaid', 'Impagado'),
  past_due: look('wait', 'warn', 'Past due', 'Vencido'),
  paused: look('still', 'still', 'Paused', 'En pausa'),
  ended: look('still', 'still', 'Ended', 'Terminado'),
  used: look('good', 'captured', 'Used', 'Usado'),
  completed: look('good', 'captured', 'Completed', 'Completado'),
  paying: look('move', 'processing', 'Paying', 'Pagando'),
  reserved: look('move', 'half', 'Reserved', 'Reservado'),
  void: look('still', 'still', 'Void', 'Anulada'),
  created: look('move', 'waiting', 'Created', 'Creado'),
  opened: look('move', 'half', 'Opened', 'Visto'),
  trialing: look('wait', 'waiting', 'Trial', 'Prueba'),
  incomplete: look('wait', 'warn', 'Incomplete', 'Incompleta'),
  incomplete_expired: look('still', 'still', 'Never begun', 'Nunca empezó'),
  // Customers.
  opted_in: look('good', 'captured', 'Allowed', 'Permitido'),
  opted_out: look('still', 'still', 'Opted out', 'Dado de baja'),
  do_not_contact: look('still', 'still', 'Do not contact', 'No contactar'),
  // Batches and payouts.
  closing: look('move', 'processing', 'Closing', 'Cerrando'),
  closed: look('still', 'still', 'Closed', 'Cerrado'),
  reconciled: look('good', 'settled', 'Reconciled', 'Conciliado'),
  funded: look('good', 'settled', 'Funded', 'Abonado'),
  mismatch: look('bad', 'warn', 'Mismatch', 'No cuadra'),
  filed: look('move', 'moving', 'Filed', 'Presentado'),
  late_returned: look('bad', 'returned', 'Returned late', 'Devuelto tarde'),
  collecting: look('move', 'waiting', 'Collecting', 'Recibiendo'),
  written: look('move', 'half', 'Written', 'Escrito'),
  rejecting: look('bad', 'warn', 'Rejecting', 'En rechazo'),
  read: look('good', 'captured', 'Read', 'Leído'),
  validated: look('good', 'captured', 'Validated', 'Validada'),
  waiting: look('wait', 'waiting', 'Waiting', 'En espera'),
  acknowledged: look('good', 'captured', 'Acknowledged', 'Atendido'),
  // Cases, disputes, applications, businesses.
  proposed: look('wait', 'half', 'Proposed', 'Propuesto'),
  confirmed: look('move', 'processing', 'Confirmed', 'Confirmado'),
  decided: look('good', 'captured', 'Decided', 'Decidido'),
  rejected: look('bad', 'declined', 'Rejected', 'Rechazado'),
  approved: look('good', 'captured', 'Approved', 'Aprobado'),
  won: look('good', 'captured', 'Won', 'Ganado'),
  inquiry: look('wait', 'waiting', 'Inquiry', 'Consulta'),
  lost: look('bad', 'declined', 'Lost', 'Perdido'),
  in_review: look('wait', 'waiting', 'In review', 'En revisión'),
  enhanced_review: look('wait', 'waiting', 'Enhanced review', 'Revisión ampliada'),
  needs_information: look('wait', 'warn', 'Needs information', 'Falta información'),
  provisioning: look('move', 'processing', 'Provisioning', 'En preparación'),
  withdrawn: look('still', 'still', 'Withdrawn', 'Retirado'),
  suspended: look('bad', 'warn', 'Suspended', 'Suspendido'),
  messaging_only: look('wait', 'half', 'Messaging only', 'Solo mensajes'),
  payments_pending: look('wait', 'waiting', 'Payments pending', 'Pagos pendientes'),
  payments_enabled: look('good', 'captured', 'Payments enabled', 'Pagos activos'),
  payouts_enabled: look('good', 'settled', 'Payouts enabled', 'Abonos activos'),
};

export function lookOf(state: string): StateLook {
  const plain = state.replaceAll('_', ' ');
  const word = plain.charAt(0).toUpperCase() + plain.slice(1);
  return states[state] ?? { tone: 'still', shape: 'still', word: [word, word] };
}
