/**
 * Who must hear of an event that is just being written: no webhook where there is none. A piece of SQL; `event` is the
 * row, with its `business_id` and all who might hear of it in `untold`.
 */
export function heardBy(event: string): string {
  return `coalesce(
    (select ${event}.untold::text[] from webhook_endpoints w where w.business_id = ${event}.business_id limit 1),
    array_remove(${event}.untold::text[], 'webhook'))`;
}
