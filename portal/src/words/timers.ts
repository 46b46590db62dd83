import type { Text } from './language.ts';

/** Names of what waits for its time, by the first word of the timer or its job. */
const names: Readonly<Record<string, Text>> = {
  delivery: ['Delivery is tried again', 'Se reintenta una entrega'],
  payment: ['Payment is looked into', 'Se revisa un pago'],
  notice: ['Notice is sent', 'Se envía un aviso'],
  subscription: ['Subscription is charged', 'Se cobra una suscripción'],
  ach_entry: ['Bank payment moves on', 'Avanza un pago bancario'],
  pay_link: ['Pay link expires', 'Caduca un enlace de pago'],
  token: ['Saved method is looked at', 'Se revisa un método guardado'],
  dispute: ['Dispute falls due', 'Vence una disputa'],
  invoice: ['Invoice falls due', 'Vence una factura'],
  batch: ['Batch moves on', 'Avanza un lote'],
  'batch.close': ['Batch closes', 'Se cierra el lote'],
  'deposit.make': ['Payout is made', 'Se hace el abono'],
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
