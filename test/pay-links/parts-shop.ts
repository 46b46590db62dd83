import assert from 'node:assert/strict';
import type { OpenedLink } from '../../src/invoicing/pay-links/open-link.ts';
import { restOf } from '../../src/invoicing/pay-links/parts.ts';
import { type PayRequest, payLink } from '../../src/invoicing/pay-links/pay-link.ts';
import { linkAddress, sendLink } from '../../src/invoicing/pay-links/send-link.ts';
import { parseAccountNumber, parseRoutingNumber } from '../../src/kernel/bank-account.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import { contactWithPhone } from '../../src/parties/customers/by-phone.ts';
import type { Payment } from '../../src/payments/payment.ts';
import { sourceOfNew } from '../../src/payments/source.ts';
import type { World } from '../../src/world.ts';
import type { Fixture } from '../fixture.ts';
import { payOpened } from './fixture.ts';

const contact = contactWithPhone('2125550100', { firstName: 'Ada', lastName: 'Park' });

type Bill = {
  readonly amountCents?: bigint;
  readonly leastCents?: string;
  readonly taxCents?: bigint;
  readonly expiresAt?: Date;
};

/** The address of an invoice that may be paid in parts. */
export async function billInParts(
  world: World,
  business: Business,
  orderNumber: string,
  { amountCents = 10_000n, leastCents = '1000', taxCents = 700n, expiresAt }: Bill = {},
): Promise<string> {
  const { link } = await sendLink(world, {
    business,
    idempotencyKey: undefined,
    content: new Secret(`${orderNumber} ${amountCents}`),
    orderNumber,
    amountCents,
    lines: [{ name: 'Tax', cents: taxCents, kind: 'tax' }],
    description: undefined,
    bill: { business: {}, statementOn: '2030-01-10', dueOn: '2030-01-20', inParts: { leastCents } },
    contact,
    text: undefined,
    actor: 'api:test',
    sendAt: undefined,
    expiresAt,
  });
  return linkAddress(world, link);
}

/** By somebody who read the page then. */
export async function payPart(
  world: World,
  link: OpenedLink,
  cents: bigint,
  number = '4242424242424242',
): Promise<Payment> {
  return await payOpened(world, link, number, { cents, seenCents: link.invoice.partsCents });
}

export async function debitPart(
  world: World,
  link: OpenedLink,
  cents: bigint,
  account: string,
  more: Partial<PayRequest> = {},
): Promise<Payment> {
  const number = parseAccountNumber(account, 'sandbox');
  const routing = parseRoutingNumber('021000021', 'sandbox');
  assert.ok(number.ok && routing.ok);
  const facts = { name: 'Ada Park', routingNumber: routing.value } as const;
  const method = {
    kind: 'bank',
    number: number.value,
    account: { ...facts, kind: 'checking', holder: 'personal' },
  } as const;
  return await payLink(link, {
    source: sourceOfNew(world, method, contact),
    newToken: undefined,
    contact,
    emailReceipt: false,
    smsReceipt: false,
    agreement: 'I authorize it.',
    tester: { suspects: [] },
    payerIp: '192.0.2.7',
    chosen: { cents, seenCents: link.invoice.partsCents },
    ...more,
  });
}

export function isChanged(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'changed_meanwhile';
}

export type Part = {
  readonly cents: bigint;
  readonly isHeld: boolean;
  readonly state: Payment['state'];
  readonly capturedCents: bigint;
  readonly holdsOrder: boolean;
};
export type Books = {
  readonly amountCents: bigint;
  readonly partsCents: bigint;
  readonly state: string;
  readonly parts: readonly Part[];
};

/** What the rows of an invoice and of its parts say. */
export async function booksOf({ db }: Fixture, { invoice }: OpenedLink): Promise<Books> {
  const { businessId, id } = invoice;
  const [whole] = await db.query<Omit<Books, 'parts'>>(
    `select amount_cents as "amountCents", parts_cents as "partsCents", state from invoices
     where business_id = $1 and id = $2`,
    [businessId, id],
  );
  const parts = await db.query<Part>(
    `select v.amount_cents as cents, v.state = 'held' as "isHeld", p.state, p.captured_cents as "capturedCents",
       p.holds_order as "holdsOrder"
     from invoices v join payments p on p.business_id = v.business_id and p.invoice_id = v.id
     where v.business_id = $1 and v.part_of = $2 order by v.id`,
    [businessId, id],
  );
  return { ...whole!, parts };
}

/** What must hold at every moment at which nobody is in the middle of a statement. */
export function holds({ amountCents, partsCents, state, parts }: Books): void {
  const held = parts.filter(({ isHeld }) => isHeld);
  const sum = held.reduce((all, { cents }) => all + cents, 0n);
  assert.equal(partsCents, sum, 'the invoice does not know its parts');
  assert.equal(sum + restOf({ amountCents, partsCents }), amountCents);
  assert.ok(sum <= amountCents, 'more is paid than is owed');
  assert.equal(state === 'covered', sum === amountCents, state);
  for (const part of parts) {
    const cameToNothing = part.state === 'declined' || part.state === 'canceled';
    const isOver = cameToNothing || (part.state === 'returned' && !part.holdsOrder);
    assert.equal(part.isHeld, !isOver, `a part whose payment is ${part.state}`);
    assert.ok(part.capturedCents === 0n || part.capturedCents === part.cents, 'another amount');
  }
}
