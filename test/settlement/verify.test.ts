import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fillBook } from './full-book.ts';
import { findings, makeBank, openTill } from './till.ts';

/** A book with everything in it, to which one thing is done. */
const fixture = await makeBank({ after });
const till = await openTill({ after }, { fixture });
const { id: business } = till.caller.business;
await fillBook(till);

test('a book with everything in it is explained to the last cent', async () => {
  assert.deepEqual(await findings(fixture, business), []);
  assert.deepEqual(await findings(fixture), []);
  const {
    'receivable:simulator': card,
    'receivable:ach': ach,
    held,
    ...more
  } = await till.ledger();
  assert.deepEqual([card, ach, held], [20_000n - 500n, 10_000n, 10_000n]);
  assert.deepEqual(Object.keys(more).sort(), [
    'bank',
    'clearing',
    'platform_fees',
    'refunds',
    'returns',
    'sales',
    'tax',
  ]);
});

type Planted = {
  readonly done: string;
  /** What must be among the findings: the rule, and a part of what it says. */
  readonly found: readonly [rule: string, says: RegExp];
};

const captured = `business_id = $1 and payment_id = (select min(id) from payments where business_id = $1)`;
const ofState = (state: string, method = 'card') =>
  `business_id = $1 and id = (select min(id) from payments where business_id = $1 and state = '${state}'
    and method = '${method}')`;

const tamperings: Readonly<Record<string, Planted>> = {
  'a line that moved a cent less': {
    done: `update transfers set cents = cents - 1 where ${captured} and credit = 'sales'`,
    found: ['ledger_unexplained', /receivable:simulator moved 7999 cents/],
  },
  'a line that is gone': {
    done: `delete from transfers where ${captured}`,
    found: ['ledger_unexplained', /income moved 0 cents/],
  },
  'a line that is there twice': {
    done: `insert into transfers select business_id, id + 1000000, payment_id, debit, credit, cents, made_at
      from transfers where ${captured} and credit = 'sales'`,
    found: ['ledger_unexplained', /receivable:simulator moved/],
  },
  'a line the wrong way round': {
    done: `update transfers set debit = credit, credit = debit where ${captured} and credit = 'sales'`,
    found: ['ledger_unexplained', /receivable:simulator moved -/],
  },
  'a line in another currency': {
    done: `update transfers set currency = 'CAD' where ${captured} and credit = 'sales'`,
    found: ['currency_differs', /moved in CAD by what is in USD/],
  },
  'a batch in another currency': {
    done: `update batches set currency = 'CAD' where business_id = $1`,
    found: ['batch_currency_differs', /it is in USD, and in a batch in CAD/],
  },
  'a line to another account': {
    done: `update transfers set debit = 'clearing' where ${captured} and credit = 'sales'`,
    found: ['ledger_unexplained', /clearing moved \d+ cents for payment/],
  },
  'a line for another payment': {
    done: `update transfers set payment_id = (select max(id) from payments where business_id = $1)
      where ${captured} and credit = 'sales'`,
    found: ['ledger_unexplained', /where 0 are explained/],
  },
  'a line of nobody': {
    done: `insert into transfers values ($1, 999999, null, 'bank', 'clearing', 77, '2030-01-01', null, null, 5)`,
    found: ['ledger_unexplained', /bank moved 77 cents for deposit 5/],
  },
  'more captured than moved': {
    done: `update payments set captured_cents = captured_cents - 1 where ${ofState('captured')}`,
    found: ['ledger_unexplained', /receivable:simulator/],
  },
  'a payment called void that is not': {
    done: `update payments set state = 'voided' where ${ofState('captured')}`,
    found: ['ledger_unexplained', /where 0 are explained/],
  },
  'a payment called captured that was voided': {
    done: `update payments set state = 'captured' where ${ofState('voided')}`,
    found: ['ledger_unexplained', /receivable:simulator moved 0 cents/],
  },
  'a refund that nobody made': {
    done: `update payments set refunded_cents = refunded_cents + 5 where ${ofState('captured')}`,
    found: ['refunds_differ', /cents were refunded/],
  },
  'a refund that is gone': {
    done: `delete from followups where business_id = $1 and kind = 'refund' and batch_id is null`,
    found: ['refunds_differ', /its refunds say 0/],
  },
  'a batch that counts a cent more': {
    done: `update batches set net_cents = net_cents + 1, processor_cents = processor_cents + 1
      where business_id = $1 and state = 'funded'`,
    found: ['batch_items_differ', /counts \d+ items/],
  },
  'a batch that was paid otherwise': {
    done: `update batches set processor_cents = processor_cents + 1 where business_id = $1 and state = 'funded'`,
    found: ['ledger_unexplained', /clearing moved \d+ cents for batch/],
  },
  'a batch of other fees': {
    done: `update batches set fee_cents = fee_cents + 1 where business_id = $1 and state = 'funded'`,
    found: ['ledger_unexplained', /platform_fees moved/],
  },
  'a batch settled in name only': {
    done: `delete from transfers where business_id = $1 and batch_id is not null`,
    found: ['ledger_unexplained', /receivable:simulator moved 0 cents for batch/],
  },
  'a payment taken out of its batch': {
    done: `update payments set batch_id = null where ${ofState('settled')}`,
    found: ['batch_state_differs', /settled in a batch that is not there/],
  },
  'a payment in a batch and still open': {
    done: `update payments set state = 'captured' where ${ofState('settled')}`,
    found: ['batch_state_differs', /captured in a batch that is funded/],
  },
  'a refund in a batch that is not there': {
    done: `update followups set batch_id = 12345678 where business_id = $1 and kind = 'refund' and batch_id is null`,
    found: ['refund_batch_differs', /in batch 12345678/],
  },
  'a mark that is past what is open': {
    done: `update batch_marks set from_payment_id = 900000 where business_id = $1`,
    found: ['left_out_of_batches', /the mark is past it/],
  },
  'a batch funded by no deposit': {
    done: `update batches set deposit_id = null where business_id = $1 and state = 'funded'`,
    found: ['deposit_differs', /its deposit is not made/],
  },
  'a deposit of another amount': {
    done: `update ach_entries set amount_cents = amount_cents + 1
      where business_id = $1 and kind = 'deposit' and state = 'originated'`,
    found: ['ledger_unexplained', /bank moved/],
  },
  'a deposit that nobody can pay': {
    done: `insert into ach_entries select (e).* from (
        select jsonb_populate_record(a, '{"id": 900001, "state": "queued", "amount_cents": 99999999}') as e
        from ach_entries a where business_id = $1 and kind = 'deposit') one`,
    found: ['deposits_too_large', /99999999 cents of deposits/],
  },
  'bank money that is held and called available': {
    done: `update ach_entries set state = 'available' where business_id = $1 and state = 'settled'`,
    found: ['ledger_unexplained', /held moved 10000 cents/],
  },
  'bank money that came back and is still counted': {
    done: `update ach_entries set state = 'returned' where business_id = $1 and state = 'settled'`,
    found: ['ledger_unexplained', /returns moved 0 cents/],
  },
  'a bank payment that is further than its transfer': {
    done: `update payments set state = 'available' where ${ofState('settled', 'bank')}`,
    found: [
      'stage_differs',
      /available with 10000 cents taken, and its last bank transfer is settled/,
    ],
  },
  'a bank payment that brought less than its transfer': {
    done: `update payments set captured_cents = 1 where ${ofState('settled', 'bank')}`,
    found: ['stage_differs', /settled with 1 cents taken/],
  },
  'a fee for a bank transfer taken twice': {
    done: `insert into transfers select business_id, id + 1000000, payment_id, debit, credit, cents, made_at,
        followup_id, batch_id, entry_id
      from transfers where business_id = $1 and debit = 'platform_fees' and entry_id is not null`,
    found: ['fee_without_cause', /2 fees were taken/],
  },
};

for (const [what, { done, found }] of Object.entries(tamperings)) {
  test(`the ledger is not explained with ${what}`, async () => {
    await fixture.db
      .begin(async (tx) => {
        await tx.query(done.replaceAll('$1', String(business)));
        const db = {
          ...fixture.db,
          query: tx.query,
          begin: async <T>(work: (own: typeof tx) => Promise<T>) => await work(tx),
        };
        const inside = { ...fixture, db };
        const all = await findings(inside, business);
        const [rule, says] = found;
        const isFound = all.some((one) => one.rule === rule && says.test(one.says));
        assert.ok(isFound, all.map((one) => `${one.rule}: ${one.says}`).join('\n') || 'nothing');
        assert.ok(all.every(({ businessId }) => businessId === business));
        throw new Undone();
      })
      .catch((error) => {
        if (!(error instanceof Undone)) throw error;
      });
  });
}

class Undone extends Error {}

test('charges that only the bank knows are found by its book', async () => {
  const reference = `${business.toString(36)}-zzz-1`;
  const charge = {
    kind: 'charge',
    reference,
    of: undefined,
    capture: true,
    netCents: 50n,
  } as const;
  const [finding, ...more] = await findings(fixture, business, [charge]);
  assert.deepEqual([finding?.rule, more.length], ['book_differs', 0]);
  assert.match(finding!.says, /receivable:simulator was owed \d+ cents for payments/);
  const refund = { ...charge, kind: 'refund', reference: `${reference}2`, of: reference } as const;
  assert.deepEqual(await findings(fixture, business, [charge, refund]), []);
  const held = { ...charge, capture: false } as const;
  const freed = { ...charge, kind: 'void', reference: `${reference}3`, of: reference } as const;
  assert.deepEqual(await findings(fixture, business, [held, freed]), []);
});

test('a business beside others is looked at alone when it is named', async (t) => {
  const other = await openTill(t, { fixture });
  await other.pay();
  const { id } = other.caller.business;
  await fixture.db.query('delete from transfers where business_id = $1', [id]);
  assert.deepEqual(await findings(fixture, business), []);
  assert.ok((await findings(fixture, id)).length > 0);
  const all = await findings(fixture);
  assert.ok(all.length > 0 && all.every(({ businessId }) => businessId === id));
  await fixture.db.query('delete from payments where business_id = $1', [id]);
});

test('verification leaves out concurrent charges', async (t) => {
  const other = await openTill(t, { fixture });
  fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  await other.pay();
  const { invoice } = await other.pay({ OrderNumber: 'second' });
  fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  await other.refund({ RefundType: 'Partial', Amount: '3.00', PaymentID: invoice });
  assert.deepEqual(await findings(fixture, other.caller.business.id), []);
});
