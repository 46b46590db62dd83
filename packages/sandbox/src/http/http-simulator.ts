import type { OutgoingCall } from '../../../../src/ports/processors/outgoing-call.ts';
import type {
  BatchRequest,
  Card,
  ChargeRequest,
  NotSent,
  Processor,
  Unknown,
} from '../../../../src/ports/processors/processor.ts';
import { unknown } from '../processor/answers.ts';
import { capabilities } from '../processor/bank.ts';
import { type AnswerNamed, type answers, inPlain, readAnswer, writeJson } from './wire-form.ts';

export type HttpSimulatorOptions = {
  readonly call: OutgoingCall;
  /** The late window with which the bank at the other end was started. */
  readonly lateWindowSeconds: number;
};

type Outcome = keyof typeof answers;

const moved = ['approved', 'declined', 'rejected', 'unknown'] as const;
const learnt = ['approved', 'declined', 'canceled', 'not_found', 'unknown'] as const;

/** The simulated bank in another process: the same behaviour, with a real network in between. */
export function httpSimulator({ call, lateWindowSeconds }: HttpSimulatorOptions): Processor {
  return {
    name: 'simulator',
    can: capabilities(lateWindowSeconds),
    charge: (request) => send('/charge', plainCharge(request), moved),
    followUp: (request) => send('/follow-up', request, moved),
    inquire: (reference) => ask('/inquire', { reference }, learnt),
    cancel: (reference) => ask('/cancel', { reference }, ['canceled', 'unknown']),
    closeBatch: (request) =>
      send('/close-batch', plainBatch(request), ['closed', 'rejected', 'unknown']),
    inquireBatch: ({ reference }) =>
      ask('/inquire-batch', { reference }, ['closed', 'not_found', 'unknown']),
    findCustomer: (code) => send('/find-customer', { code }, ['found', 'not_found', 'unknown']),
  };

  async function send<K extends Outcome>(
    path: string,
    request: object,
    outcomes: readonly K[],
  ): Promise<AnswerNamed<K> | NotSent | Unknown> {
    const result = await call(path, writeJson(request));
    if (result.kind === 'not_sent') return { outcome: 'not_sent', reason: result.reason };
    if (result.kind === 'unknown') return unknown(result.reason);
    if (result.status !== 200) return unknown(`status ${result.status}`);
    return readAnswer(result.body, outcomes) ?? unknown('unreadable answer');
  }

  /** For an inquiry it makes no difference whether it was sent. */
  async function ask<K extends Outcome>(
    path: string,
    request: object,
    outcomes: readonly K[],
  ): Promise<AnswerNamed<K> | Unknown> {
    const answer = await send(path, request, outcomes);
    return 'outcome' in answer && answer.outcome === 'not_sent'
      ? unknown((answer as NotSent).reason)
      : (answer as AnswerNamed<K> | Unknown);
  }
}

/** The simulated bank knows items by their references. */
function plainBatch({ reference, items }: BatchRequest): object {
  return { reference, items: items.map(({ reference, cents }) => ({ reference, cents })) };
}

function plainCharge(request: ChargeRequest): object {
  const { card, gateway } = request;
  const account = gateway && { ...gateway, passkey: inPlain(gateway.passkey) };
  return { ...request, card: plainCard(card), gateway: account };
}

function plainCard(card: Card): object {
  return { ...card, number: inPlain(card.number), cvv: inPlain(card.cvv) };
}
