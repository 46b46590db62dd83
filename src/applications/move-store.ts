import { int4, json, rowSet, text, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { heardBy } from '../businesses/heard-by.ts';
import type { Application, ApplicationState } from './application.ts';

/** A move about to be written, with what follows from it. */
export type Stage = {
  /** The version that it leads to. */
  readonly n: number;
  readonly from: ApplicationState;
  readonly to: ApplicationState;
  readonly actor: string;
  readonly reason: string;
  readonly requirements: readonly string[];
  readonly outcomeCodes: readonly string[];
  readonly event: { readonly id: string; readonly data: string };
};

export async function insertDraft(
  tx: Sql,
  { businessId, id, state, version, email, details, createdAt }: Application,
  { actor, reason }: Pick<Stage, 'actor' | 'reason'>,
): Promise<void> {
  await tx.query(
    `with made as (
       insert into applications
         (business_id, id, state, version, email, details, requirements, outcome_codes, created_at)
       values ($1, $2, $3, $4, $5, $6, '{}', '{}', $7)
     )
     insert into application_moves
       (business_id, application_id, n, to_state, actor, reason, moved_at)
     values ($1, $2, $4, $3, $8, $9, $7)`,
    [businessId, id, state, version, email, JSON.stringify(details), createdAt, actor, reason],
  );
}

const stages = rowSet({
  n: int4,
  fromState: text,
  toState: text,
  actor: text,
  reason: text,
  eventId: uuid,
  eventData: json,
});
const first = stages.nextParameter;
const parameter = (at: number) => `$${first + at}`;

/**
 * Takes an application through stages that follow on each other: it, its history and its events, or, when
 * it is not in the state and version that the first stage starts from, nothing. Then false.
 */
export async function writeStages(
  tx: Sql,
  before: Pick<Application, 'businessId' | 'id' | 'state' | 'version'>,
  after: Application,
  path: readonly Stage[],
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `with input as materialized (select * from ${stages.sql}),
     moved as (
       update applications set state = ${parameter(4)}, version = ${parameter(5)},
         details = ${parameter(6)}, requirements = ${parameter(7)}::text[],
         outcome_codes = ${parameter(8)}::text[], expires_at = ${parameter(9)}
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
     happened as (
       select m.business_id, m.id, i.event_id, i.to_state, i.event_data, '{webhook,email}'::text[] as untold
       from moved m cross join input i
     ),
     told as (
       insert into events (business_id, id, kind, object_id, happened_at, data, untold)
       select business_id, event_id, 'application.' || to_state, id, ${parameter(10)}::timestamptz, event_data,
         ${heardBy('happened')}
       from happened
     )
     select id from moved`,
    [
      ...stages.encode(
        path.map(({ n, from, to, actor, reason, event }) => {
          const { id: eventId, data: eventData } = event;
          return { n, fromState: from, toState: to, actor, reason, eventId, eventData };
        }),
      ),
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
    ],
  );
  return rows.length === 1;
}
