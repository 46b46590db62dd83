import type { Text } from './language.ts';

export const events = {
  search: ['Event, object or beginning of its kind', 'Evento, objeto o comienzo del tipo'],
  object: ['Object', 'Objeto'],
  happened: ['Happened', 'Ocurrió'],
  data: ['What was known then', 'Lo que se sabía entonces'],
  deliveries: ['Deliveries', 'Entregas'],
  noDelivery: ['It was posted to no webhook.', 'No se envió a ningún webhook.'],
  empty: ['No event yet', 'Aún no hay eventos'],
  emptyText: [
    'Whatever happens in this business is listed here, the newest first.',
    'Todo lo que ocurre en este negocio aparece aquí, lo más reciente primero.',
  ],
  event: ['Event', 'Evento'],
  webhook: ['Webhook', 'Webhook'],
} as const satisfies Record<string, Text>;
