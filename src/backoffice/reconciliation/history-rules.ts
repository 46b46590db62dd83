import { moves as subscriptionMoves } from '../../invoicing/subscriptions/subscription.ts';
import { moves as applicationMoves } from '../../parties/applications/application.ts';
import { businessMoves } from '../../parties/businesses/moves.ts';
import { text } from '../../runtime/column.ts';
import { rowSet } from '../../runtime/table.ts';
import type { Rule } from './table-rules.ts';

const legal = rowSet({ what: text, fromState: text, toState: text });
const legalRows = [
  ...Object.values(applicationMoves).flatMap(({ from, to }) =>
    from.map((fromState) => ({ what: 'application', fromState, toState: to })),
  ),
  ...Object.entries(businessMoves).flatMap(([fromState, states]) =>
    states.map((toState) => ({ what: 'business', fromState, toState })),
  ),
  ...Object.entries(subscriptionMoves).flatMap(([fromState, states]) =>
    states.map((toState) => ({ what: 'subscription', fromState, toState })),
  ),
];

/** Every move of every object with a history, under its owner. */
const histories = `
  select 'application' as what, business_id, application_id as id, n, from_state, to_state
  from application_moves
  union all
  select 'business', business_id, 0, n, from_state, to_state from business_moves
  union all
  select 'subscription', business_id, subscription_id, n, from_state, to_state from subscription_moves`;

/** An object with a history is in the state of its last move, and came there by legal moves. */
export const historyRules: readonly Rule[] = [
  {
    name: 'history_differs',
    sql: `
      select o.business_id, null as payment_id, format(
        'its %s is %s in version %s, and its history ends with %s as number %s', o.what, o.state,
        coalesce(o.version::text, 'any'), coalesce(h.to_state, 'nothing'), coalesce(h.n, 0)) as says
      from (
        select 'application' as what, business_id, id, state, version from applications
        union all select 'business', business_id, 0, state, version from businesses
        -- Whose version counts other changes, too.
        union all select 'subscription', business_id, id, state, null from subscriptions
      ) o
      left join (
        select distinct on (what, business_id, id) what, business_id, id, n, to_state
        from (${histories}) m order by what, business_id, id, n desc
      ) h on h.what = o.what and h.business_id = o.business_id and h.id = o.id
      where (h.to_state, h.n) is distinct from (o.state, coalesce(o.version, h.n))
        -- The first business is there before anybody moves anything.
        and not (o.what = 'business' and o.version = 1 and h.n is null)`,
  },
  {
    name: 'history_broken',
    sql: `
      select m.business_id, null as payment_id, format(
        'move %s of its %s comes after %s and starts from %s', m.n, m.what,
        coalesce(m.before, 'nothing'), coalesce(m.from_state, 'nothing')) as says
      from (
        select h.*, lag(to_state) over own as before, lag(n, 1, 0) over own as n_before
        from (${histories}) h
        window own as (partition by what, business_id, id order by n)
      ) m
      where m.from_state is distinct from m.before or m.n <> m.n_before + 1`,
  },
  {
    name: 'move_not_legal',
    sql: `
      select m.business_id, null as payment_id, format(
        'its %s went from %s to %s', m.what, m.from_state, m.to_state) as says
      from (${histories}) m
      where m.from_state is not null and (m.what, m.from_state, m.to_state)
        not in (select what, from_state, to_state from ${legal.sql})`,
    values: legal.encode(legalRows),
  },
  {
    name: 'move_untold',
    sql: `
      select a.business_id, null as payment_id, format(
        'its application %s is in version %s and has %s events', a.id, a.version,
        coalesce(e.count, 0)) as says
      from applications a
      left join (
        select business_id, object_id, count(*) as count from events
        where kind like 'application.%' group by business_id, object_id
      ) e on e.business_id = a.business_id and e.object_id = a.id
      where coalesce(e.count, 0) <> a.version - 1`,
  },
];
