import type { RecordShape } from '../../src/api/operations/records.ts';
import type { Method, MethodParameter, ResultShape } from '../../src/api/soap/method.ts';

const inner: RecordShape = {
  name: 'Leg',
  fields: [
    { name: 'Nobody', type: 'nothing', isNillable: true },
    { name: 'Nowhere', type: 'nothing', isNillable: false },
    { name: 'Distance', type: 'text' },
  ],
};

const trip: RecordShape = {
  name: 'Trip',
  fields: [
    { name: 'Legs', type: 'list', of: inner },
    { name: 'Title', type: 'text' },
    { name: 'Nobody', type: 'nothing', isNillable: true },
  ],
};

/** One operation of every shape, out of order. */
export const smallTable: readonly Method[] = [
  described('amble', ['Where'], 'text'),
  described('Trips', ['Year'], trip),
  described('MoreTrips', ['Year', 'Month'], trip),
  described('Stop', [], 'empty'),
  {
    ...described('Book', ['Name'], 'text'),
    doc: 'Books <b>one & only "one"</b>.',
    parameters: [
      { name: 'Name', type: 'string' },
      { name: 'IsPaid', type: 'boolean' },
    ],
  },
];

/** A method that can be described and never runs. */
export function described(
  name: string,
  parameters: readonly (string | MethodParameter)[],
  result: ResultShape,
): Method {
  return {
    name,
    doc: `Does what ${name} does.`,
    parameters: parameters.map((one) =>
      typeof one === 'string' ? { name: one, type: 'string' } : one,
    ),
    result,
    run: () => {
      throw new Error('a description runs nothing');
    },
  };
}
