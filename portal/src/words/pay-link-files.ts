import type { Text } from './language.ts';
import { parts } from './parts.ts';

const ofMany = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`);

/** Words of pay links that are made of a file. */
export const payLinkFiles = {
  many: ['Many from a file', 'Muchos de un archivo'],
  title: ['Pay links from a CSV file', 'Enlaces de un archivo CSV'],
  about: [
    'One row is one invoice, and the first row names the columns. Nothing is made before you have seen what becomes of each row.',
    'Una fila es una factura, y la primera fila nombra las columnas. Nada se crea antes de que vea qué será de cada fila.',
  ],
  file: ['CSV file', 'Archivo CSV'],
  fileTooLarge: ['The file is over 5 MB.', 'El archivo supera 5 MB.'],
  noRows: [
    'The file has no rows below its first.',
    'El archivo no tiene filas debajo de la primera.',
  ],
  round: ['Name of this round', 'Nombre de esta ronda'],
  roundHint: [
    'For 30 days nobody is asked twice in one round, also by another browser or a mended file. Give the next month another name.',
    'Durante 30 días no se pide dos veces en una ronda, tampoco con otro navegador o un archivo corregido. Dé otro nombre al mes siguiente.',
  ],
  roundMissing: ['A round needs a name.', 'Una ronda necesita un nombre.'],
  columns: ['What the columns hold', 'Qué contienen las columnas'],
  change: ['Change file, name or columns', 'Cambiar archivo, nombre o columnas'],
  leftOut: ['Left out', 'Se omite'],
  amount: ['Amount', 'Importe'],
  description: ['Description', 'Descripción'],
  orderNumber: ['Order number', 'Número de pedido'],
  customerId: ['Customer ID', 'ID del cliente'],
  firstName: ['First name', 'Nombre'],
  lastName: ['Last name', 'Apellido'],
  email: ['Mail address', 'Correo'],
  phone: ['Phone', 'Teléfono'],
  send: ['Send: text or none', 'Enviar: text o none'],
  dueOn: ['Due day', 'Día de vencimiento'],
  reminders: ['Reminders, such as -3 0 7', 'Recordatorios, como -3 0 7'],
  inParts: parts.column,
  sends: ['Text each payer who has a phone', 'Enviar mensaje a quien tenga teléfono'],
  amountMissing: ['Choose the column with the amount.', 'Elija la columna con el importe.'],
  columnTwice: (name: string): Text => [
    `Two columns are chosen for: ${name}.`,
    `Dos columnas elegidas para: ${name}.`,
  ],
  row: ['Row', 'Fila'],
  rowAmount: ['amount: must be over 0, such as 86.00', 'importe: debe ser mayor que 0, como 86.00'],
  rowPayer: [
    'a payer is missing: customer ID, mail address or phone',
    'falta el pagador: ID, correo o teléfono',
  ],
  rowPhone: ['phone: must have ten digits', 'teléfono: debe tener diez dígitos'],
  rowEmail: ['mail address: is none', 'correo: no es un correo'],
  rowSend: ['send: must be text or none', 'enviar: debe ser text o none'],
  rowSendPhone: ['send: a text needs a phone', 'enviar: un mensaje requiere teléfono'],
  rowDueOn: [
    'due day: must be like 2030-01-31 or 1/31/2030',
    'día de vencimiento: debe ser como 2030-01-31 o 1/31/2030',
  ],
  rowReminders: [
    'reminders: must be up to five numbers of days from the due day, such as -3 0 7',
    'recordatorios: hasta cinco números de días desde el vencimiento, como -3 0 7',
  ],
  rowRemindersNeed: [
    'reminders: need a due day and a phone',
    'recordatorios: requieren un día de vencimiento y un teléfono',
  ],
  rowTwice: [
    'order number: stands twice in the file',
    'número de pedido: está dos veces en el archivo',
  ],
  check: (rows: number): Text => [
    `Check ${ofMany(rows, '1 row', 'rows')}`,
    `Comprobar ${ofMany(rows, '1 fila', 'filas')}`,
  ],
  checking: (done: number, all: number): Text => [
    `Checked ${done} of ${all}`,
    `Comprobadas ${done} de ${all}`,
  ],
  makeMany: (rows: number, sum: string): Text => [
    `Make ${ofMany(rows, '1 invoice', 'invoices')} of ${sum}`,
    `Crear ${ofMany(rows, '1 factura', 'facturas')} de ${sum}`,
  ],
  making: (done: number, all: number): Text => [
    `Made ${done} of ${all}`,
    `Creadas ${done} de ${all}`,
  ],
  summary: (rows: number, sum: string, texts: number): Text => [
    `${ofMany(rows, '1 invoice', 'invoices')} of ${sum} together; ${texts} are texted to their payers.`,
    `${ofMany(rows, '1 factura', 'facturas')} de ${sum} en total; ${texts} se envían a sus pagadores.`,
  ],
  madeBefore: (n: number, of: number, day: string): Text => [
    `${n} of ${of} were made before (${day}). They are not made again.`,
    `${n} de ${of} ya se crearon (${day}). No se crean otra vez.`,
  ],
  equal: (n: number, day: string): Text => [
    `${ofMany(n, '1 row', 'rows')} just like these were made in another round (${day}).`,
    `${ofMany(n, '1 fila igual se creó', 'filas iguales se crearon')} en otra ronda (${day}).`,
  ],
  leaveEqual: ['Leave these out', 'Omitirlas'],
  refusedRows: (n: number): Text => [
    `${ofMany(n, '1 row is', 'rows are')} refused and left out.`,
    `${ofMany(n, '1 fila se rechaza y se omite', 'filas se rechazan y se omiten')}.`,
  ],
  onlyRefused: ['Show refused rows only', 'Mostrar solo las filas rechazadas'],
  manyDone: (made: number): Text => [
    `${ofMany(made, '1 invoice is', 'invoices are')} made.`,
    `${ofMany(made, '1 factura creada', 'facturas creadas')}.`,
  ],
  result: ['Result', 'Resultado'],
  possible: ['Can be made', 'Se puede crear'],
  created: ['Made', 'Creada'],
  existsSince: (day: string): Text => [`Made before (${day})`, `Ya creada (${day})`],
  twin: ['Stands twice in the file', 'Está dos veces en el archivo'],
  likeOf: (day: string): Text => [
    `Made in another round (${day})`,
    `Creada en otra ronda (${day})`,
  ],
  saveResults: ['Save results as CSV', 'Guardar resultados como CSV'],
  fromOn: (first: string, last: string): Text => [`${first} to ${last}`, `${first} a ${last}`],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
