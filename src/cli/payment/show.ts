import { readDossier } from '../../followups/dossier.ts';
import { listLines } from '../../ledger/balance.ts';
import { firstAttempt, type Payment, referenceOf } from '../../payments/payment.ts';
import type { World } from '../../world.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { dollars } from '../money.ts';
import { checkNaming, naming, paymentNamed, sourceOf, summary, sums } from './named.ts';

const mostLines = 1000;

export const paymentShow = houseCommand({
  doc: 'Shows a payment: its state and sums, what was said with the processor, its bank transfers and its ledger.',
  words: naming,
  check: checkNaming,
  async work(world, { business: name, ...names }) {
    const business = await businessNamed(world.db, name);
    const payment = await paymentNamed(world, business, names);
    const data = await readAll(world, payment);
    return { data, text: textOf(payment, data) };
  },
});

async function readAll(world: World, payment: Payment) {
  const { businessId, id } = payment;
  const dossier = await readDossier(world.db, businessId, id);
  const reference = referenceOf(businessId, id, firstAttempt);
  return {
    ...summary(world, payment),
    ...dossier,
    charges: dossier.charges.map((one) => ({ reference, ...one })),
    ledger: await listLines(world.db, businessId, {
      account: undefined,
      paymentId: id,
      limit: mostLines,
    }),
  };
}

function textOf(payment: Payment, data: Awaited<ReturnType<typeof readAll>>): string {
  const { businessId, id, state, orderNumber, isTest, batchId, message, outcomeCode } = payment;
  return sections({
    '': facts({
      payment: `${businessId}/${id}`,
      invoice: data.invoiceNumber,
      order: orderNumber,
      state,
      'only a test': isTest ? 'yes' : undefined,
      from: sourceOf(payment),
      ...sums(payment),
      batch: batchId,
      says: message,
      code: outcomeCode,
      made: payment.createdAt,
    }),
    'with the processor': rowsOf(
      [
        'processor',
        'reference',
        'its own name',
        'authorization',
        'sent',
        'answered',
        'looks',
        'next look',
      ],
      data.charges,
      (one) => [
        one.processor,
        one.reference,
        one.processorId,
        one.authorizationCode,
        one.createdAt,
        one.finishedAt,
        one.looks,
        one.lookAt,
      ],
    ),
    afterwards: rowsOf(
      ['n', 'what', 'state', 'amount', 'by', 'reason', 'begun', 'ended', 'says'],
      data.followUps,
      (one) => [
        one.n,
        one.kind,
        one.state,
        dollars(one.amountCents),
        one.actor,
        one.reason,
        one.createdAt,
        one.finishedAt,
        one.message,
      ],
    ),
    'bank transfers': rowsOf(
      ['id', 'kind', 'state', 'amount', 'account', 'trace', 'effective', 'due', 'returned'],
      data.entries,
      (one) => [
        one.id,
        one.kind,
        one.state,
        dollars(one.amountCents),
        `${one.accountKind} …${one.last4}`,
        one.traceNumber,
        one.effectiveOn,
        one.nextAt,
        one.returnCode,
      ],
    ),
    ledger: rowsOf(['at', 'debit', 'credit', 'amount'], data.ledger, (one) => [
      one.at,
      one.debit,
      one.credit,
      dollars(one.cents),
    ]),
    questions: rowsOf(['id', 'kind', 'state'], data.questions, (one) => [
      one.id,
      one.kind,
      one.state,
    ]),
  });
}
