import pg from 'pg';

const { builtins } = pg.types;
const int8Array = 1016;
const dateArray = 1182;

const textArray = pg.types.getTypeParser(1009 as never, 'text') as (text: string) => unknown[];

const text = new Map<number, (value: string) => unknown>([
  [builtins.INT8, BigInt],
  [
    int8Array,
    (value) => textArray(value).map((item) => (item === null ? null : BigInt(item as string))),
  ],
  // A date is a day on a calendar: a Date would make it a moment in this machine's time zone.
  [builtins.DATE, String],
  [dateArray, textArray],
]);

/** How values arrive: int8 as bigint, timestamptz as Date, date as 'YYYY-MM-DD', jsonb parsed. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : text.get(oid);
    return own ?? pg.types.getTypeParser(oid as never, (format ?? 'text') as never);
  },
};
