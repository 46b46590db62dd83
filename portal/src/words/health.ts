import type { Text } from './language.ts';

/** How the service fares, as far as its endpoints tell. */
export const health = {
  process: ['Service', 'Servicio'],
  state: ['State', 'Estado'],
  ready: ['Ready', 'Listo'],
  version: ['Version', 'Versión'],
  notReady: ['It does not take requests.', 'No acepta solicitudes.'],
  waits: ['What waits in this business', 'Lo que espera en este negocio'],
  unknown: ['Payments of unknown outcome', 'Pagos de resultado desconocido'],
  cases: ['Decisions', 'Decisiones'],
  failing: ['Webhooks that fail', 'Webhooks que fallan'],
  overdue: ['Work that is overdue', 'Tareas atrasadas'],
  oldest: ['oldest', 'más antiguo'],
  atLeast: (n: number): Text => [`${n} or more`, `${n} o más`],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
