import type { Text, Words } from '../../../kernel/language.ts';

/** Words of an invoice that is paid in parts. */
export const parts = {
  howMuch: [
    'How much would you like to pay?',
    '¿Cuánto desea pagar?',
    'Combien souhaitez-vous payer?',
  ],
  rule: (left: string, least: string, most: string): Text => [
    `You can pay all of ${left}, or a part from ${least} to ${most}.`,
    `Puede pagar los ${left}, o una parte de ${least} a ${most}.`,
    `Vous pouvez payer la totalité de ${left}, ou une partie de ${least} à ${most}.`,
  ],
  amount: ['Amount', 'Importe', 'Montant'],
  payPart: ['Pay this part', 'Pagar esta parte', 'Payer cette partie'],
  payAll: (left: string): Text => [
    `Pay all of ${left}`,
    `Pagar los ${left}`,
    `Payer la totalité de ${left}`,
  ],
  paysPart: (part: string, left: string): Text => [
    `You pay ${part} of ${left}.`,
    `Paga ${part} de ${left}.`,
    `Vous payez ${part} sur ${left}.`,
  ],
  otherAmount: ['Pay another amount', 'Pagar otro importe', 'Payer un autre montant'],
  noAmount: [
    'Type an amount, such as 25.00.',
    'Escriba un importe, como 25.00.',
    'Saisissez un montant, comme 25,00.',
  ],
  tooMuch: (left: string): Text => [
    `That is more than is left: at most ${left}.`,
    `Es más de lo que queda: como máximo ${left}.`,
    `C’est plus que ce qui reste\u00a0: au plus ${left}.`,
  ],
  tooLittle: (least: string): Text => [
    `The smallest part is ${least}.`,
    `La parte más pequeña es ${least}.`,
    `La plus petite partie est de ${least}.`,
  ],
  leavesTooLittle: (least: string, most: string): Text => [
    `What is left afterwards must be at least ${least}: pay at most ${most}, or all of it.`,
    `Lo que quede después debe ser al menos ${least}: pague como máximo ${most}, o todo.`,
    `Ce qui reste ensuite doit être d’au moins ${least}\u00a0: payez au plus ${most}, ou la totalité.`,
  ],
  thanks: (part: string): Text => [
    `Thank you: ${part} was paid.`,
    `Gracias: se pagaron ${part}.`,
    `Merci\u00a0: ${part} ont été payés.`,
  ],
  onItsWay: (part: string): Text => [
    `Thank you: ${part} is on its way from your bank.`,
    `Gracias: ${part} están en camino desde su banco.`,
    `Merci\u00a0: ${part} sont en route depuis votre banque.`,
  ],
  nowLeft: (left: string): Text => [
    `${left} is left to pay.`,
    `Quedan ${left} por pagar.`,
    `Il reste ${left} à payer.`,
  ],
  changed: [
    'Something was paid meanwhile',
    'Mientras tanto se pagó algo',
    'Un paiement a été fait entre-temps',
  ],
  changedText: [
    'This time nothing was charged to you. What was paid stands above; pay only if something is left that you want to pay.',
    'Esta vez no se le cobró nada. Lo que ya se pagó figura arriba; pague solo si queda algo que desee pagar.',
    'Cette fois, rien ne vous a été prélevé. Ce qui a été payé figure plus haut\u00a0; ne payez que s’il reste un montant que vous souhaitez payer.',
  ],
  inParts: [
    'It was paid in parts.',
    'Se pagó en partes.',
    'Elle a été payée en plusieurs parties.',
  ],
  staysPaid: (paid: string): Text => [
    `${paid} of it was paid, and that stays so. Nothing else is charged.`,
    `Se pagaron ${paid} y así queda. No se cobra nada más.`,
    `${paid} ont été payés, et cela reste acquis. Rien d’autre n’est prélevé.`,
  ],
} as const satisfies Words;
