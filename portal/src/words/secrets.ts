import type { Text } from './language.ts';

export const secrets = {
  once: ['It is not shown again.', 'No se vuelve a mostrar.'],
  onceText: [
    'Keep it where your system keeps its secrets. Who loses it makes another one.',
    'Guárdelo donde su sistema guarda sus secretos. Quien lo pierde crea otro.',
  ],
  copy: ['Copy the secret', 'Copiar el secreto'],
  copied: ['Copied', 'Copiado'],
  kept: ['I have kept it', 'Ya lo guardé'],
  grace: ['The former one stays valid for', 'El anterior sigue válido durante'],
  graceNone: ['It ends at once', 'Termina de inmediato'],
  graceHour: ['1 hour', '1 hora'],
  graceDay: ['1 day', '1 día'],
  graceWeek: ['7 days', '7 días'],
} as const satisfies Record<string, Text>;
