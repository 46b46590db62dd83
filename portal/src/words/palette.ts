import type { Text } from './language.ts';

/** Words of the palette and of the list of keys. */
export const palette = {
  acts: ['Do', 'Hacer'],
  goTo: ['Go to', 'Ir a'],
  newPayment: ['New payment', 'Nuevo pago'],
  exportHere: ['Export this list as CSV', 'Exportar esta lista como CSV'],
  exportPayments: ['Export payments as CSV', 'Exportar pagos como CSV'],
  refundOf: (amount: string, who: string): Text => [
    who === '' ? `Refund ${amount}` : `Refund ${amount} to ${who}`,
    who === '' ? `Reembolsar ${amount}` : `Reembolsar ${amount} a ${who}`,
  ],
  theme: ['Switch between light and dark', 'Cambiar entre claro y oscuro'],
  language: ['Ver en español', 'Show in English'],
  lettersOff: ['Switch off keys of one letter', 'Desactivar teclas de una letra'],
  lettersOn: ['Switch on keys of one letter', 'Activar teclas de una letra'],
  newTab: ['new tab', 'pestaña nueva'],
  took: (ms: string): Text => [`${ms} ms`, `${ms} ms`],
  onPage: ['On this page', 'En esta página'],
  everywhere: ['Everywhere', 'En todas partes'],
  lettersRest: [
    'Keys of one letter are off: Ctrl K has all that they do.',
    'Las teclas de una letra están desactivadas: Ctrl K tiene todo lo que hacen.',
  ],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
