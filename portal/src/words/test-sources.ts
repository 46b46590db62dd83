import type { Text } from './language.ts';

type Outcome = readonly [title: Text, what: Text];
const outcome = (title: Text, what: Text): Outcome => [title, what];

export const testSources = {
  title: ['Test cards and accounts', 'Tarjetas y cuentas de prueba'],
  note: [
    'Only in the sandbox. The documentation lists all of them.',
    'Solo en el entorno de pruebas. La documentación las enumera todas.',
  ],
  account: ['Account', 'Cuenta'],
  fillIn: (name: string): Text => [`Fill in ${name}`, `Rellenar con ${name}`],
  outcomes: {
    approve: outcome(['Approved', 'Aprobada'], ['The bank pays.', 'El banco paga.']),
    approveAmex: outcome(['Approved', 'Aprobada'], ['American Express.', 'American Express.']),
    insufficientFunds: outcome(
      ['Declined', 'Rechazada'],
      ['Insufficient funds.', 'Fondos insuficientes.'],
    ),
    suspectedFraud: outcome(['Declined', 'Rechazada'], ['Suspected fraud.', 'Sospecha de fraude.']),
    lostAnswer: outcome(
      ['Unknown, then captured', 'Desconocida, luego cobrada'],
      ['The answer of the bank is lost.', 'Se pierde la respuesta del banco.'],
    ),
    lostRequest: outcome(
      ['Unknown, then canceled', 'Desconocida, luego cancelada'],
      [
        'The bank never hears of it; no money moves.',
        'El banco no llega a saber de ella; no se mueve dinero.',
      ],
    ),
    refundDeclined: outcome(
      ['No refund', 'Sin reembolso'],
      ['Approved; its refunds are declined.', 'Aprobada; sus reembolsos se rechazan.'],
    ),
    paid: outcome(
      ['Paid', 'Pagado'],
      ['The money is here in some days.', 'El dinero llega en unos días.'],
    ),
    returned: outcome(
      ['Returned', 'Devuelto'],
      ['R01 on the second banking day.', 'R01 al segundo día hábil.'],
    ),
  },
} as const;
