import type { Text } from './language.ts';

/** Words of two customers that become one. */
export const merging = {
  merge: ['Merge with another', 'Unir con otro'],
  title: ['Merge two customers', 'Unir dos clientes'],
  noUndo: [
    'Two customers become one. It cannot be undone.',
    'Dos clientes pasan a ser uno. No se puede deshacer.',
  ],
  consequence: [
    'Payments, invoices, saved cards, subscriptions, pay links, leads and texts of one become those of the other. No amount changes. The one that is merged stays as a pointer: its number and identifiers find the other.',
    'Pagos, facturas, tarjetas, suscripciones, enlaces, interesados y mensajes de uno pasan al otro. Ningún importe cambia. El unido queda como referencia: su número e identificadores llevan al otro.',
  ],
  chooseOther: ['Choose the other customer.', 'Elija el otro cliente.'],
  same: ['This is the same customer.', 'Es el mismo cliente.'],
  sideBySide: ['Both customers', 'Ambos clientes'],
  stays: ['Stays', 'Queda'],
  goes: ['Is merged', 'Se une'],
  keepOther: ['Keep the other one', 'Conservar el otro'],
  lacks: [
    'The one that stays keeps its details and gets those that it lacks. If one of them is not to be contacted, it is not either.',
    'El que queda conserva sus datos y recibe los que le faltan. Si uno de ellos no debe ser contactado, tampoco él.',
  ],
  mergeNow: ['Merge for good', 'Unir para siempre'],
  done: (name: string): Text => [`The customers are one: ${name}`, `Los clientes son uno: ${name}`],
  pointer: (id: string): Text => [
    `It was merged into customer ${id}.`,
    `Se unió al cliente ${id}.`,
  ],
  open: ['Open that customer', 'Abrir ese cliente'],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
