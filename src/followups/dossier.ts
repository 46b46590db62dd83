import type { Sql } from '../base/sql.ts';
import type { Payment, PaymentState } from '../payments/payment.ts';
import { type PaymentRecord, toPayment } from '../payments/store.ts';
import type { FollowUpKind, FollowUpState } from './followup.ts';

/* What an operator may see of payments: no number, no name, no fingerprint, no token. */

type Filter = {
  readonly state: PaymentState | undefined;
  /** Those with a greater id. */
  readonly after: bigint | undefined;
  readonly limit: number;
};

/** In the order of their ids. */
export async function listPayments(
  sql: Sql,
  businessId: bigint,
  { state, after = 0n, limit }: Filter,
): Promise<Payment[]> {
  const rows = await sql.query<PaymentRecord>(
    `select * from payments
     where business_id = $1 and id > $2 and ($3::text is null or state = $3) order by id limit $4`,
    [businessId, after, state, limit],
  );
  return rows.map(toPayment);
}

/** Everything that was done about a payment, and said about it. */
export async function readDossier(sql: Sql, businessId: bigint, paymentId: bigint) {
  const read = async <Row>(text: string) => await sql.query<Row>(text, [businessId, paymentId]);
  return {
    charges: await read<ChargeFacts>(
      `select p.processor, p.processor_id as "processorId",
         p.authorization_code as "authorizationCode", p.created_at as "createdAt",
         p.finished_at as "finishedAt", w.look_at as "lookAt", coalesce(w.looks, 0) as looks
       from payments p
       left join lateral (
         select look_at, looks from payment_watches
         where business_id = $1 and case kind
           when 'begun' then p.state = 'processing' and $2 = any (payment_ids) else id = $2 end
         order by kind desc limit 1
       ) w on true
       where p.business_id = $1 and p.id = $2`,
    ),
    followUps: await read<FollowUpFacts>(
      `select id, n, kind, state, amount_cents as "amountCents", reference, actor, reason,
         processor_id as "processorId", outcome_code as "outcomeCode", message,
         created_at as "createdAt", finished_at as "finishedAt", resolve_at as "resolveAt", inquiries
       from followups where business_id = $1 and payment_id = $2 order by n`,
    ),
    entries: await read<EntryFacts>(
      `select id, kind, state, amount_cents as "amountCents", sec_code as "secCode",
         account_kind as "accountKind", last4, presentment, trace_number as "traceNumber",
         effective_on::text as "effectiveOn", next_at as "nextAt", return_code as "returnCode"
       from ach_entries where business_id = $1 and payment_id = $2 order by id`,
    ),
    questions: await read<{ id: bigint; kind: string; state: string }>(
      `select id, kind, state from open_questions
       where business_id = $1 and ((object_kind = 'payment' and object_id = $2)
         or (object_kind = 'followup' and object_id in (
           select id from followups where business_id = $1 and payment_id = $2)))
       order by id`,
    ),
  };
}

type ChargeFacts = {
  readonly processor: string;
  readonly processorId: string | null;
  readonly authorizationCode: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** When somebody looks what became of it. */
  readonly lookAt: Date | null;
  readonly looks: number;
};

type FollowUpFacts = {
  readonly id: bigint;
  readonly n: number;
  readonly kind: FollowUpKind;
  readonly state: FollowUpState;
  readonly amountCents: bigint;
  readonly reference: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly processorId: string | null;
  readonly outcomeCode: string | null;
  readonly message: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly resolveAt: Date | null;
  readonly inquiries: number;
};

type EntryFacts = {
  readonly id: bigint;
  readonly kind: string;
  readonly state: string;
  readonly amountCents: bigint;
  readonly secCode: string;
  readonly accountKind: string;
  readonly last4: string;
  readonly presentment: number;
  readonly traceNumber: string | null;
  readonly effectiveOn: string | null;
  readonly nextAt: Date | null;
  readonly returnCode: string | null;
};
