import { unsettled } from './state-lists.ts';

/*
 * Of payments `p`: who watches what became of each, by itself (`w`) or among those that began with it (`g`); that is
 * over with the answer, though the row of the watch goes later.
 */
export const withWatches = `
  left join payment_watches w on w.business_id = p.business_id and w.id = p.id
    and (w.kind = 'decided' or w.kind = 'unknown' and p.state in ${unsettled})
  left join (
    select business_id, unnest(payment_ids) as id, look_at from payment_watches where kind = 'begun'
  ) g on g.business_id = p.business_id and g.id = p.id and p.state = 'processing'`;

export const watchedAs = `coalesce(w.kind, case when g.id is not null then 'begun' end)`;
