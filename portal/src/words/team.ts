import { type Text, t } from './language.ts';

export const team = {
  invite: ['Invite a person', 'Invitar a una persona'],
  inviting: ['Inviting', 'Invitando'],
  inviteText: [
    'They get a mail with a link, which lets them in once they have a password of their own.',
    'Recibirá un correo con un enlace y entrará cuando tenga su propia contraseña.',
  ],
  invited: (name: string): Text => [`${name} is invited`, `${name} tiene su invitación`],
  again: ['Mail the invitation again', 'Enviar de nuevo la invitación'],
  invitedUntil: ['Invited until', 'Invitación hasta'],
  expired: ['Expired', 'Vencida'],
  show: ['Show the link', 'Mostrar el enlace'],
  showing: ['Making the link', 'Creando el enlace'],
  showOne: (name: string): Text => [
    `Show the link that invites ${name}`,
    `Mostrar el enlace que invita a ${name}`,
  ],
  showText: [
    'You hand it over yourself, where no mail goes out. The links of former invitations end. Until this person opens a link that was mailed, you two count as one where two persons must decide.',
    'Usted lo entrega, donde no sale correo. Los enlaces anteriores terminan. Hasta que la persona abra un enlace enviado por correo, ambos cuentan como uno donde deben decidir dos.',
  ],
  alsoShow: ['Show me the link, too', 'Mostrarme también el enlace'],
  alsoShowHint: [
    'Where no mail goes out, you hand it over yourself.',
    'Donde no sale correo, usted lo entrega.',
  ],
  linkOf: (name: string): Text => [`Invitation of ${name}`, `Invitación de ${name}`],
  linkText: [
    'It opens the door once, within seven days, to whoever has it.',
    'Abre la puerta una vez, durante siete días, a quien lo tenga.',
  ],
  linkAdvice: [
    'Send it on a way that nobody else reads. Who loses it gets another one.',
    'Envíelo por una vía que nadie más lea. Quien lo pierde recibe otro.',
  ],
  withdraw: ['Withdraw the invitation', 'Retirar la invitación'],
  withdrawing: ['Withdrawing', 'Retirando'],
  withdrawOne: (name: string): Text => [
    `Withdraw the invitation of ${name}`,
    `Retirar la invitación de ${name}`,
  ],
  withdrawText: [
    'Its links open nothing any more. You can invite them again later.',
    'Sus enlaces ya no abren nada. Puede invitar de nuevo después.',
  ],
  withdrawn: (name: string): Text => [
    `The invitation of ${name} is withdrawn`,
    `Invitación de ${name} retirada`,
  ],
  end: ['Sign out everywhere', 'Cerrar sus sesiones'],
  ending: ['Signing out', 'Cerrando'],
  endOne: (name: string): Text => [`Sign ${name} out everywhere`, `Cerrar las sesiones de ${name}`],
  endText: (name: string): Text => [
    `Every browser in which ${name} is signed in is signed out. They can sign in again.`,
    `Se cierran todas las sesiones de ${name}. Puede volver a entrar.`,
  ],
  ended: (n: number): Text => [
    n === 1 ? '1 session ended' : `${n} sessions ended`,
    n === 1 ? '1 sesión cerrada' : `${n} sesiones cerradas`,
  ],
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
  support: ['Support', 'Atención al cliente'],
  approver: ['Approver', 'Aprobador'],
  cashier: ['Cashier', 'Cajero'],
  manager: ['Manager', 'Encargado'],
  administrator: ['Administrator', 'Administrador'],
  operator: ['Operator', 'Operador'],
  of_viewer: ['Sees everything and changes nothing.', 'Ve todo y no cambia nada.'],
  of_support: ['Sees everything, and gives money back.', 'Ve todo y devuelve dinero.'],
  of_approver: [
    'Sees everything, and decides cases and applications.',
    'Ve todo y decide casos y altas.',
  ],
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
