import { refusedProof, type Wallet } from '../../../../src/ports/processors/authentication.ts';
import type { OutgoingCall } from '../../../../src/ports/processors/outgoing-call.ts';
import type {
  BatchRequest,
  ChargedCard,
  ChargeRequest,
  NotSent,
  Unknown,
} from '../../../../src/ports/processors/processor.ts';
import { unknown } from '../processor/answers.ts';
import { capabilities, malformed } from '../processor/bank.ts';
import { isReference } from '../processor/entry.ts';
import type { ScriptedBank } from '../processor/with-scripts.ts';
import { type AnswerNamed, type answers, inPlain, readAnswer, writeJson } from './wire-form.ts';

export type HttpSimulatorOptions = {
  readonly call: OutgoingCall;
  /** The late window with which the bank at the other end was started. */
  readonly lateWindowSeconds: number;
};

type Outcome = keyof typeof answers;

const moved = ['approved', 'declined', 'rejected', 'unknown'] as const;
const learnt = ['approved', 'declined', 'canceled', 'not_found', 'unknown'] as const;

const unfit = ({ reference }: { readonly reference: string }) =>
  isReference(reference) ? undefined : malformed.truth;

/** The simulated bank in another process: the same behaviour, with a real network in between. */
export function httpSimulator({ call, lateWindowSeconds }: HttpSimulatorOptions): ScriptedBank {
  const can = capabilities(lateWindowSeconds);
  return {
    name: 'simulator',
    can,
    async charge(request) {
      const refused = unfit(request) ?? refusedProof(can, request);
      return refused ?? (await send('/charge', plainCharge(request), moved));
    },
    followUp: async (request) => unfit(request) ?? (await send('/follow-up', request, moved)),
    inquire: (reference) => ask('/inquire', { reference }, learnt),
    cancel: (reference) => ask('/cancel', { reference }, ['canceled', 'unknown']),
    closeBatch: (request) =>
      send('/close-batch', plainBatch(request), ['closed', 'rejected', 'unknown']),
    inquireBatch: ({ reference }) =>
      ask('/inquire-batch', { reference }, ['closed', 'not_found', 'unknown']),
    findCustomer: (code) => send('/find-customer', { code }, ['found', 'not_found', 'unknown']),
    async obey({ reference, isBatch, does }) {
      // If the script does not get there, the request does not either.
      await call('/script', writeJson({ reference, [isBatch ? 'batch' : 'does']: does }));
    },
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
  const { card, gateway, authentication, wallet } = request;
  const account = gateway && { ...gateway, passkey: inPlain(gateway.passkey) };
  const proven = authentication && {
    ...authentication,
    cryptogram: inPlain(authentication.cryptogram),
  };
  const plain = { card: plainCard(card), gateway: account, authentication: proven };
  return { ...request, ...plain, wallet: wallet && plainWallet(wallet) };
}

function plainWallet(wallet: Wallet): object {
  if (wallet.form === 'sealed') return { ...wallet, payload: inPlain(wallet.payload) };
  return { ...wallet, cryptogram: inPlain(wallet.cryptogram) };
}

function plainCard(card: ChargedCard): object {
  return { ...card, number: inPlain(card.number), cvv: inPlain(card.cvv) };
}
