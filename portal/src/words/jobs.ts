import type { Text } from './language.ts';

/** Work of the business that waits. */
export const jobs = {
  search: ['What it is about', 'Sobre qué'],
  work: ['Work', 'Tarea'],
  about: ['About', 'Sobre'],
  due: ['Due', 'Previsto'],
  tries: ['Tries', 'Intentos'],
  lastError: ['Why it failed last', 'Último fallo'],
  empty: ['No work waits', 'Ninguna tarea espera'],
  emptyText: [
    'What the service does later for this business stands here: inquiries, batches, mails.',
    'Lo que el servicio hará después para este negocio: consultas, lotes, correos.',
  ],
} as const satisfies Record<string, Text>;
