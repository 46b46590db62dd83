import { type Filter, filter, indexed } from './list.ts';
import { moment, type Shape } from './shape.ts';

/* The filters that most lists have. */

/** Rows whose column has the value. */
export function columnIs<T>(column: string, shape: Shape<T>, make = filter): Filter<T> {
  return make<T>(shape, (value, $) => `${column} = ${$(value)}`);
}

/** The same if an index finds them. */
export function indexIs<T>(column: string, shape: Shape<T>): Filter<T> {
  return columnIs(column, shape, indexed);
}

/** Rows of this customer, also under the id of one that was merged into it. */
export function payerIs(column: string, shape: Shape<string>): Filter<string> {
  return { ...indexIs(column, shape), namesCustomer: true };
}

export function createdBetween(column: string, make = filter) {
  return {
    createdFrom: make(
      moment('At this moment or later.'),
      (value, $) => `${column} >= ${$(value)}::timestamptz`,
    ),
    createdTo: make(
      moment('Before this moment.'),
      (value, $) => `${column} < ${$(value)}::timestamptz`,
    ),
  } as const;
}
