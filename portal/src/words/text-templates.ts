import type { Text } from './language.ts';

export const textTemplates = {
  template: ['Template', 'Plantilla'],
  search: ['Name or words', 'Nombre o palabras'],
  empty: ['No template yet', 'Aún no hay plantillas'],
  emptyText: [
    'A template is a text that you write again and again. You choose it where you write a text, with the name of the payer in it.',
    'Una plantilla es un mensaje que escribe una y otra vez. La elige donde escribe un mensaje, con el nombre del pagador.',
  ],
  makeFirst: ['Make the first template', 'Crear la primera plantilla'],
  newTemplate: ['New template', 'Nueva plantilla'],
  make: ['Make the template', 'Crear la plantilla'],
  made: ['The template is made', 'La plantilla está creada'],
  change: ['Change', 'Cambiar'],
  changeOne: (name: string): Text => [`Change “${name}”`, `Cambiar «${name}»`],
  save: ['Save', 'Guardar'],
  saved: ['The template is saved', 'La plantilla está guardada'],
  remove: ['Delete', 'Eliminar'],
  removeOne: (name: string): Text => [`Delete “${name}”`, `Eliminar «${name}»`],
  removing: ['Deleting', 'Eliminando'],
  removed: ['The template is deleted', 'La plantilla está eliminada'],
  removeText: [
    'It is no longer offered. Texts that were written from it stay.',
    'Ya no se ofrece. Los mensajes escritos con ella se quedan.',
  ],
  text: ['Text', 'Mensaje'],
  changed: ['Changed', 'Cambiada'],
  putIn: ['Put in', 'Insertar'],
  firstName: ['first name', 'nombre'],
  lastName: ['last name', 'apellido'],
  business: ['your business', 'su negocio'],
  payLink: ['pay link', 'enlace de pago'],
  unknown: (name: string): Text => [`${name} cannot be filled in`, `${name} no se puede rellenar`],
  preview: (name: string): Text => [`As ${name} would get it`, `Como lo recibiría ${name}`],
  forLinks: [
    'For texts with a pay link: the amount is asked for when it is chosen.',
    'Para mensajes con enlace de pago: el importe se pide al elegirla.',
  ],
  fillIn: (name: string): Text => [
    `Write something in the place of ${name}`,
    `Escriba algo en lugar de ${name}`,
  ],
  parts: (n: number): Text => [
    `${n} ${n === 1 ? 'part' : 'parts'}`,
    `${n} ${n === 1 ? 'parte' : 'partes'}`,
  ],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
