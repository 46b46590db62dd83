import type { Text } from './language.ts';

export const audit = {
  search: ['Who, what, or what it was done to', 'Quién, qué o a qué'],
  actor: ['Who', 'Quién'],
  act: ['What', 'Qué'],
  object: ['To what', 'A qué'],
  facts: ['More about it', 'Más datos'],
  when: ['When', 'Cuándo'],
  empty: ['Nothing yet', 'Nada todavía'],
  emptyText: [
    'Who changes keys, users, webhooks or money is noted here.',
    'Aquí se anota quién cambia claves, usuarios, webhooks o dinero.',
  ],
  verify: ['Verify the log', 'Verificar el registro'],
  verifying: ['Verifying', 'Verificando'],
  whole: ['The log is whole.', 'El registro está íntegro.'],
  wholeText: (n: string): Text => [
    `${n} entries were read; none was changed, removed or put in.`,
    `Se leyeron ${n} entradas; ninguna se cambió, quitó ni añadió.`,
  ],
  broken: ['The log is broken.', 'El registro está alterado.'],
  breakOf: (from: string, to: string, kind: string): Text => [
    `Entries ${from} to ${to}: ${kind}`,
    `Entradas ${from} a ${to}: ${kind}`,
  ],
  unreported: (n: string): Text => [`and ${n} further places`, `y ${n} lugares más`],
  changed: ['changed', 'cambiadas'],
  missing: ['missing', 'faltan'],
  put_in: ['put in', 'añadidas'],
  wrong_order: ['in the wrong order', 'en otro orden'],
  without_head: ['without a head', 'sin cabecera'],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
