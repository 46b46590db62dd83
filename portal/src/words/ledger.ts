import type { Text } from './language.ts';

export const ledger = {
  accounts: ['Accounts', 'Cuentas'],
  transfers: ['Transfers', 'Asientos'],
  transfer: ['Transfer', 'Asiento'],
  account: ['Account', 'Cuenta'],
  means: ['What it is', 'Qué es'],
  balance: ['Balance', 'Saldo'],
  atEnd: ['At the end of', 'Al final de'],
  now: ['Now', 'Ahora'],
  sum: ['Sum of all accounts', 'Suma de todas las cuentas'],
  balanceText: [
    'Debits less credits: income stands below zero, and all accounts of a currency add up to nothing.',
    'Debe menos haber: los ingresos quedan bajo cero y todas las cuentas de una moneda suman cero.',
  ],
  debit: ['Debit', 'Debe'],
  credit: ['Credit', 'Haber'],
  cause: ['Follows from', 'Se debe a'],
  written: ['Written', 'Escrito'],
  search: [
    'Amount, account, order number, or the number of a payment, batch or dispute',
    'Importe, cuenta, pedido o número de un pago, lote o disputa',
  ],
  empty: ['Nothing was written yet', 'Aún no se escribió nada'],
  emptyText: [
    'Each movement of money is written here by debit and credit, and never changed.',
    'Cada movimiento de dinero se escribe aquí por debe y haber, y nunca se cambia.',
  ],
  payment: ['Payment', 'Pago'],
  refund: ['Refund or capture', 'Reembolso o captura'],
  batch: ['Batch', 'Lote'],
  entry: ['Bank transfer', 'Transferencia bancaria'],
  dispute: ['Dispute', 'Disputa'],
  verify: ['Verify the books', 'Verificar los libros'],
  verifying: ['Verifying', 'Verificando'],
  whole: ['Every cent is explained.', 'Cada centavo está explicado.'],
  wholeText: [
    'Payments, refunds, batches, bank transfers and payouts give the same balances.',
    'Pagos, reembolsos, lotes, transferencias y abonos dan los mismos saldos.',
  ],
  findings: (n: number): Text => [
    n === 1 ? '1 thing is not explained.' : `${n} things are not explained.`,
    n === 1 ? '1 cosa no está explicada.' : `${n} cosas no están explicadas.`,
  ],
  findingsText: [
    'Nothing was changed. Each finding names the rule that does not hold.',
    'No se cambió nada. Cada hallazgo nombra la regla que no se cumple.',
  ],
  both: ['Written at the same moment', 'Escrito en el mismo momento'],
  ofAccount: (account: string): Text => [`Transfers of ${account}`, `Asientos de ${account}`],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;

/** The contents of each account, by the first part of its name. */
export const accountWords: Readonly<Record<string, Text>> = {
  receivable: ['What a processor owes for payments', 'Lo que debe un procesador por pagos'],
  sales: ['Sales', 'Ventas'],
  tax: ['Taxes within payments', 'Impuestos en los pagos'],
  tip: ['Tips within payments', 'Propinas en los pagos'],
  fees: ['Fees that payers pay', 'Comisiones que pagan los pagadores'],
  refunds: ['Refunded to payers', 'Reembolsado a los pagadores'],
  returns: ['Bank payments that came back', 'Pagos bancarios devueltos'],
  disputes: ['Taken back by banks of payers', 'Tomado por bancos de pagadores'],
  held: ['Settled, held until it can no longer come back', 'Liquidado y retenido'],
  clearing: ['Available for the next payout', 'Disponible para el próximo abono'],
  bank: ['Paid to the bank of the business', 'Abonado al banco del negocio'],
  micro_deposits: ['Sent to validate accounts', 'Enviado para validar cuentas'],
  platform_fees: ['Fees of the platform', 'Comisiones de la plataforma'],
  tests: ['Tests at the simulated bank', 'Ensayos en el banco simulado'],
};
