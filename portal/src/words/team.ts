import { type Text, t } from './language.ts';

export const team = {
  invite: ['Invite a person', 'Invitar a una persona'],
  inviting: ['Inviting', 'Invitando'],
  inviteText: [
    'They get a mail with a link, which lets them in once they have a password of their own.',
    'Recibirá un correo con un enlace y entrará cuando tenga su propia contraseña.',
  ],
  invited: (name: string): Text => [`${name} is invited`, `${name} tiene su invitación`],
  again: ['Invite again', 'Invitar de nuevo'],
  role: ['Role', 'Rol'],
  roles: ['What the roles may do', 'Qué puede cada rol'],
  change: ['Change', 'Cambiar'],
  changeOne: (name: string): Text => [`Change ${name}`, `Cambiar a ${name}`],
  changed: (name: string): Text => [`${name} is changed`, `${name}: cambios guardados`],
  emailHint: [
    'Another address is invited anew; the former one signs in no more.',
    'Otra dirección recibe una invitación nueva; la anterior ya no entra.',
  ],
  disable: ['Disable', 'Desactivar'],
  disabling: ['Disabling', 'Desactivando'],
  disableOne: (name: string): Text => [`Disable ${name}`, `Desactivar a ${name}`],
  disableText: (name: string): Text => [
    `${name} is signed out at once and cannot sign in. What they did stays in the audit log. You can enable them later.`,
    `${name} sale de inmediato y no puede entrar. Lo que hizo queda en el registro. Puede activarse después.`,
  ],
  disabled: (name: string): Text => [`${name} is disabled`, `${name} sin acceso`],
  enable: ['Enable', 'Activar'],
  search: ['Name or e-mail', 'Nombre o correo'],
  empty: ['Nobody yet', 'Nadie todavía'],
  emptyText: ['Invite those who work with you.', 'Invite a quienes trabajan con usted.'],
  viewer: ['Viewer', 'Observador'],
  cashier: ['Cashier', 'Cajero'],
  manager: ['Manager', 'Encargado'],
  administrator: ['Administrator', 'Administrador'],
  operator: ['Operator', 'Operador'],
  of_viewer: ['Sees everything and changes nothing.', 'Ve todo y no cambia nada.'],
  of_cashier: ['Takes payments.', 'Cobra.'],
  of_manager: [
    'Takes payments, refunds them, and decides cases.',
    'Cobra, reembolsa y decide casos.',
  ],
  of_administrator: [
    'Does everything in the business, and manages its users and keys.',
    'Hace todo en el negocio y gestiona usuarios y claves.',
  ],
  of_operator: [
    'Does everything, and runs the service. Only in the business at the root.',
    'Hace todo y opera el servicio. Solo en el negocio raíz.',
  ],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;

const named: Readonly<Record<string, Text | ((...values: never[]) => Text)>> = team;

/** A role in words; one that this portal does not know shows itself. */
export function roleName(role: string): string {
  const found = named[role];
  return typeof found === 'object' ? t(found) : role;
}
