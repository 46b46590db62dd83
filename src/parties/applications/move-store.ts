import type { applicationKinds } from '../../runtime/event-kinds.ts';
import { eventFields, eventValues, insertEvents, type NewEvent } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet } from '../../runtime/table.ts';
import {
  type Application,
  type ApplicationMove,
  applicationMoves,
  applicationRows,
} from './application.ts';
import { payoutAccountOf } from './payout-account.ts';

/** A move to be written, with its event. `n` is the version that it leads to. */
export type Stage = Omit<ApplicationMove, 'at'> & {
  readonly from: Application['state'];
  readonly requirements: readonly string[];
  readonly outcomeCodes: readonly string[];
  readonly event: NewEvent<(typeof applicationKinds)[number]>;
};

const drafts = applicationRows.omit('requirements', 'outcomeCodes', 'expiresAt');
const draftRows = drafts.set(3);

export async function insertDraft(
  tx: Sql,
  draft: Application,
  { actor, reason }: Pick<Stage, 'actor' | 'reason'>,
): Promise<void> {
  const row = {
    ...draft,
    ...payoutAccountOf(draft.details),
    details: JSON.stringify(draft.details),
  };
  await tx.query(
    `with input as materialized (select * from ${draftRows.sql}),
     made as (
       insert into applications (${drafts.names}, requirements, outcome_codes)
       select ${drafts.names}, '{}', '{}' from input
     )
     insert into application_moves (business_id, application_id, n, to_state, actor, reason, moved_at)
     select business_id, id, version, state, $1, $2, created_at from input`,
    [actor, reason, ...draftRows.encode([row])],
  );
}

const stages = rowSet({
  ...applicationMoves.pick('n', 'from', 'to', 'actor', 'reason').fields,
  ...eventFields,
});
const first = stages.nextParameter;
const parameter = (at: number) => `$${first + at}`;

/**
 * The one statement that changes the state of an application: the row, its history and its events. False: the
 * application is not in the state and version of `before`, and nothing was written.
 */
export async function writeStages(
  tx: Sql,
  before: Pick<Application, 'businessId' | 'id' | 'state' | 'version'>,
  after: Application,
  path: readonly Stage[],
  at: Date,
): Promise<boolean> {
  const payout = payoutAccountOf(after.details);
  const rows = await tx.query(
    `with input as materialized (select * from ${stages.sql}),
     moved as (
       update applications set state = ${parameter(4)}, version = ${parameter(5)},
         details = ${parameter(6)}, requirements = ${parameter(7)}::text[],
         outcome_codes = ${parameter(8)}::text[], expires_at = ${parameter(9)},
         payout_routing_number = ${parameter(11)}, payout_holder = ${parameter(12)},
         payout_account_kind = ${parameter(13)}
       where business_id = ${parameter(0)} and id = ${parameter(1)} and state = ${parameter(2)}
         and version = ${parameter(3)}
       returning business_id, id
     ),
     remembered as (
       insert into application_moves
         (business_id, application_id, n, from_state, to_state, actor, reason, moved_at)
       select m.business_id, m.id, i.n, i.from_state, i.to_state, i.actor, i.reason,
         ${parameter(10)}::timestamptz
       from moved m cross join input i
     ),
     written as (
       ${insertEvents(`select m.business_id, m.id as object_id, i.event_id, i.event_kind, i.event_data, i.pending,
         ${parameter(10)}::timestamptz as happened_at
       from moved m cross join input i`)}
     )
     select id from moved`,
    [
      ...stages.encode(path.map(({ event, ...move }) => ({ ...move, ...eventValues(event) }))),
      before.businessId,
      before.id,
      before.state,
      before.version,
      after.state,
      after.version,
      JSON.stringify(after.details),
      after.requirements,
      after.outcomeCodes,
      after.expiresAt,
      at,
      payout.payoutRoutingNumber,
      payout.payoutHolder,
      payout.payoutAccountKind,
    ],
  );
  return rows.length === 1;
}
