import type { EventKind } from '../../../src/runtime/event-kinds.ts';
import type { ShapeName } from '../parts/icon.tsx';
import type { Text } from './language.ts';
import { lookOf, type Tone } from './states.ts';

export type EventLook = {
  readonly tone: Tone;
  readonly shape: ShapeName;
  readonly word: Text;
  readonly why?: Text;
};

const look = (tone: Tone, shape: ShapeName, word: Text, why?: Text): EventLook =>
  why ? { tone, shape, word, why } : { tone, shape, word };

/** Texts beside the name of a state. */
const whys = {
  authorized: [
    'The bank holds the money for you; it is not taken yet',
    'El banco reserva el dinero; aún no se cobra',
  ],
  captured: [
    'Charged once, for the amount that was asked for',
    'Cobrado una vez, por el importe pedido',
  ],
  declined: ['No money moved', 'No se movió dinero'],
  canceled: [
    'The bank was not reached; no money moved',
    'No se llegó al banco; no se movió dinero',
  ],
  unknown: [
    'Nobody may charge this order again until it is known',
    'Nadie debe volver a cobrar este pedido hasta que se sepa',
  ],
  queued: ['Goes with the next file to the bank', 'Sale con el próximo archivo al banco'],
  originated: ['The file went to the bank', 'El archivo salió al banco'],
  settled: [
    'The money is here; it can still be returned',
    'El dinero llegó; aún puede ser devuelto',
  ],
  available: ['The money can be paid out', 'El dinero se puede abonar'],
  returned: ['The payer’s bank took the money back', 'El banco del pagador retiró el dinero'],
  voided: ['Withdrawn before it settled', 'Retirado antes de liquidarse'],
  expired: [
    'Not captured in time; the hold is released',
    'No se capturó a tiempo; se libera la reserva',
  ],
} as const satisfies Record<string, Text>;

/** Said of a capture in the place of its reason, where another amount was taken. */
export const tookAnother = (taken: string, asked: string): Text => [
  `Charged once: ${taken} taken, ${asked} asked for`,
  `Cobrado una vez: ${taken} cobrados, ${asked} pedidos`,
];

type KindOfPayment = Extract<EventKind, `payment.${string}` | `dispute.${string}`>;
type KindOfState = `payment.${keyof typeof whys}`;

/** Events of payments that are no state of one. */
const others: Readonly<Record<Exclude<KindOfPayment, KindOfState>, EventLook>> = {
  'payment.account_validating': look('move', 'processing', [
    'Account is checked',
    'Se comprueba la cuenta',
  ]),
  'payment.account_validated': look('good', 'captured', [
    'Account is checked',
    'Cuenta comprobada',
  ]),
  'payment.represented': look('move', 'moving', ['Presented again', 'Presentado de nuevo']),
  'payment.refunded': look('good', 'returned', ['Refunded', 'Reembolsado']),
  'payment.given_back': look(
    'good',
    'returned',
    ['Given back', 'Devuelto al pagador'],
    ['An approval that was found late was reversed', 'Se revirtió una aprobación hallada tarde'],
  ),
  'payment.capture_failed': look('bad', 'declined', ['Capture failed', 'Captura fallida']),
  'payment.void_failed': look('bad', 'declined', ['Void failed', 'Anulación fallida']),
  'payment.refund_failed': look('bad', 'declined', ['Refund failed', 'Reembolso fallido']),
  'payment.give_back_failed': look('bad', 'declined', ['Giving back failed', 'Devolución fallida']),
  'payment.receipt_requested': look('good', 'captured', [
    'Receipt asked for once more',
    'Recibo pedido otra vez',
  ]),
  'dispute.inquired': look('wait', 'waiting', [
    'The payer’s bank inquires',
    'El banco del pagador consulta',
  ]),
  'dispute.opened': look('bad', 'warn', ['Disputed', 'Disputado']),
  'dispute.changed': look('wait', 'waiting', ['Dispute changed', 'Disputa modificada']),
  'dispute.won': look('good', 'captured', ['Dispute won', 'Disputa ganada']),
  'dispute.lost': look('bad', 'declined', ['Dispute lost', 'Disputa perdida']),
};

/** A newer service may tell of kinds that are unknown here: they show their own word. */
export function eventLook(kind: string): EventLook {
  const other = (others as Readonly<Record<string, EventLook>>)[kind];
  if (other) return other;
  const state = kind.slice(kind.indexOf('.') + 1);
  const why = (whys as Readonly<Record<string, Text>>)[state];
  return { ...lookOf(state), ...(why && kind.startsWith('payment.') && { why }) };
}
