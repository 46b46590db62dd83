import type { Text } from './language.ts';

/** API keys, and the rights that keys and roles give. */
export const keys = {
  newOne: ['New API key', 'Nueva clave de API'],
  create: ['Create the key', 'Crear la clave'],
  creating: ['Creating', 'Creando'],
  search: ['Name or first characters', 'Nombre o primeros caracteres'],
  hint: ['Begins with', 'Empieza por'],
  rights: ['Rights', 'Derechos'],
  everything: ['Everything', 'Todo'],
  everythingHint: [
    'Also in the older interfaces, CreatePayment and Service.asmx, which take no other key.',
    'También en las interfaces anteriores, CreatePayment y Service.asmx, que no aceptan otra clave.',
  ],
  lastUsed: ['Last used', 'Último uso'],
  never: ['Never', 'Nunca'],
  ends: ['Ends', 'Termina'],
  createdBy: ['Made by', 'Creada por'],
  unnamed: ['without a name', 'sin nombre'],
  nameHint: ['What it is for, such as “web shop”.', 'Para qué es, por ejemplo «tienda web».'],
  secretOf: (name: string): Text => [
    `Secret of the key “${name}”`,
    `Secreto de la clave «${name}»`,
  ],
  secretText: [
    'Your system sends it as the bearer token of each request.',
    'Su sistema lo envía como token de cada solicitud.',
  ],
  rename: ['Rename', 'Renombrar'],
  renameOne: (name: string): Text => [`Rename the key “${name}”`, `Renombrar la clave «${name}»`],
  renamed: (name: string): Text => [
    `The key is called “${name}” now`,
    `La clave se llama ahora «${name}»`,
  ],
  rotate: ['Rotate', 'Renovar'],
  rotateOne: (name: string): Text => [`Rotate the key “${name}”`, `Renovar la clave «${name}»`],
  rotating: ['Rotating', 'Renovando'],
  rotateText: [
    'A new key with the same name and rights takes its place. Change your system over before the former one ends.',
    'Una clave nueva con el mismo nombre y derechos ocupa su lugar. Cambie su sistema antes de que termine la anterior.',
  ],
  revoke: ['Revoke', 'Revocar'],
  revokeOne: (name: string): Text => [`Revoke the key “${name}”`, `Revocar la clave «${name}»`],
  revoking: ['Revoking', 'Revocando'],
  revokeText: [
    'Requests with it are refused at once and for good. Payments that it began go on.',
    'Las solicitudes con ella se rechazan de inmediato y para siempre. Los pagos que inició siguen.',
  ],
  revoked: (name: string): Text => [`The key “${name}” is revoked`, `Clave «${name}» revocada`],
  empty: ['No API key yet', 'Aún no hay claves de API'],
  emptyText: [
    'A key lets your system charge and read through the interface, with the rights that you give it.',
    'Una clave permite a su sistema cobrar y leer por la interfaz, con los derechos que usted le dé.',
  ],
  right_read: ['Read', 'Leer'],
  right_charge: ['Charge', 'Cobrar'],
  right_refund: ['Refund', 'Reembolsar'],
  right_approve: ['Approve', 'Aprobar'],
  right_administer: ['Administer', 'Administrar'],
  right_operate: ['Operate', 'Operar'],
  does_read: ['See everything of the business.', 'Ver todo lo del negocio.'],
  does_charge: [
    'Take payments, keep customers, send pay links and texts.',
    'Cobrar, llevar clientes, enviar enlaces de pago y mensajes.',
  ],
  does_refund: [
    'Give money back, void, and send receipts once more.',
    'Devolver dinero, anular y reenviar recibos.',
  ],
  does_approve: ['Decide what waits for a second person.', 'Decidir lo que espera a otra persona.'],
  does_administer: [
    'Manage keys, users, webhooks and settings.',
    'Gestionar claves, usuarios, webhooks y ajustes.',
  ],
  does_operate: [
    'Run the service, for all businesses.',
    'Operar el servicio, para todos los negocios.',
  ],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
