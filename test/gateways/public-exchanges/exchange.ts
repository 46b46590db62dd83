import assert from 'node:assert/strict';
import type { GatewayName } from '../../../src/kernel/gateway-names.ts';
import type { FollowUpRequest } from '../../../src/ports/processors/processor.ts';

/*
 * An exchange with a gateway that somebody recorded or published: one JSON file each. Values are as they were recorded,
 * but for card numbers, keys, and what stands in braces.
 */

export const gatewayNames: readonly GatewayName[] = [
  'nmi',
  'authorize-net',
  'elavon',
  'helcim',
  'stripe',
];

export type Exchange = {
  /** A repository with the path in it, or the address of a page. */
  readonly source: string;
  /** In one sentence: what happened, and why it matters. */
  readonly what: string;
  /** What documentation that a connector was first written from says instead: the record holds. */
  readonly against?: string;
  /** How it was written there, where that was not the form in which it goes over the wire. */
  readonly written?: string;
  readonly operation: Operation;
  /** What matters of our request; the rest is the same in each exchange. */
  readonly asked?: Asked;
  readonly answers: readonly Answer[];
  /** Names that our requests must have, or must not have. */
  readonly sends?: readonly string[];
  readonly sendsNot?: readonly string[];
  /** What the contract must answer: at least this. `null`: it must not be there. */
  readonly must: { readonly outcome: string; readonly [name: string]: unknown };
};

export type Answer = {
  /** A part of the request that it answers: `POST /path` and then the body. All requests, where it is left out. */
  readonly to?: string;
  readonly status?: number;
  readonly type?: string;
  /** Text, lines of one text, or JSON. `{reference}` and `{charge}` are our references. */
  readonly body: unknown;
};

export type Asked = {
  readonly reference?: string;
  /** In minor units; 10.00 if it is left out. */
  readonly amount?: number;
  readonly currency?: string;
  readonly capture?: boolean;
  /** The gateway's own token of the card. */
  readonly token?: string;
  /** Of a charge that is followed up: the gateway's id, and our reference. */
  readonly chargeId?: string;
  readonly chargeReference?: string;
  /** Of an inquiry about what follows a charge. */
  readonly of?: FollowUpRequest['kind'];
  readonly since?: string;
  readonly until?: string;
  /** The gateway's ids and amounts of what is in a batch. */
  readonly items?: readonly { readonly id: string; readonly cents: number }[];
};

const operations = [
  ...(['charge', 'capture', 'void', 'refund', 'inquire', 'cancel', 'check'] as const),
  ...(['tokenize', 'updateToken', 'closeBatch', 'inquireBatch'] as const),
  ...(['settledRows', 'disputes'] as const),
];
export type Operation = (typeof operations)[number];

const names = 'source what against written operation asked answers sends sendsNot must'.split(' ');

export function readExchange(text: string): Exchange {
  const read = JSON.parse(text) as Exchange;
  for (const name of Object.keys(read))
    assert.ok(names.includes(name), `no field is named ${name}`);
  for (const name of ['source', 'what', 'operation'] as const)
    assert.ok(typeof read[name] === 'string' && read[name].length > 3, `it has no ${name}`);
  assert.ok(operations.includes(read.operation), `no operation is named ${read.operation}`);
  assert.ok(Array.isArray(read.answers) && read.answers.length > 0, 'it has no answers');
  for (const answer of read.answers) assert.ok('body' in answer, 'an answer has no body');
  assert.ok(typeof read.must?.outcome === 'string', 'it does not say which outcome it must have');
  return read;
}
