import type { ChargeAnswer, Unknown } from '../../../../src/ports/processors/processor.ts';
import { unknown, withAnotherAmount, withAnotherReference } from './answers.ts';
import { type BankOptions, malformed, type Reply, simulatedBank } from './bank.ts';
import { isBehaviour } from './behaviours.ts';
import { isReference } from './entry.ts';
import { type Doors, isBatchBehaviour } from './script.ts';
import type { ScriptedBank } from './with-scripts.ts';

export type SimulatorOptions = BankOptions & {
  readonly sleep: (ms: number) => Promise<void>;
  /** Delay before every answer. */
  readonly answerDelayMs?: number;
};

export type Simulator = ScriptedBank & Doors;

/** The simulated bank as a processor within this process. */
export function simulator(options: SimulatorOptions): Simulator {
  const { sleep, answerDelayMs = 0, callTimeoutMs = 20_000 } = options;
  const bank = simulatedBank(options);

  return {
    name: 'simulator',
    can: bank.can,
    charge: (request) => send(request, () => bank.charge(request)),
    followUp: (request) => send(request, () => bank.followUp(request)),
    inquire: (reference) => ask(() => bank.inquire(reference)),
    cancel: (reference) => ask(() => bank.cancel(reference)),
    inquireBatch: ({ reference }) => ask(() => bank.inquireBatch(reference)),
    async closeBatch(request) {
      if (bank.isOut()) return notSent;
      return await tell(await bank.closeBatch(request));
    },
    async findCustomer(code) {
      if (bank.isOut()) return notSent;
      return await tell(await bank.findCustomer(code));
    },
    async obey({ reference, isBatch, does }) {
      if (isBatch && isBatchBehaviour(does)) bank.doors.script({ batch: does, reference });
      if (!isBatch && isBehaviour(does)) bank.doors.script({ reference }, does);
    },
    ...bank.doors,
  };

  async function send(
    { reference }: { readonly reference: string },
    request: () => Promise<Reply<ChargeAnswer>>,
  ): Promise<ChargeAnswer> {
    if (!isReference(reference)) return malformed.truth;
    if (bank.isOut()) return notSent;
    const reply = await request();
    if (reply.answers === 'truth' && answerDelayMs === 0) return reply.truth;
    if (reply.answers === 'no_connection') return notSent;
    const answer = await tell(reply);
    if (reply.answers === 'another_amount') return withAnotherAmount(answer);
    return reply.answers === 'another_reference' ? withAnotherReference(answer) : answer;
  }

  async function ask<Answer>(request: () => Promise<Reply<Answer>>): Promise<Answer | Unknown> {
    if (bank.isOut()) return unknown('connection refused');
    return await tell(await request());
  }

  /** Carries an answer as the network of the behaviour would. */
  async function tell<Answer>({ truth, answers }: Reply<Answer>): Promise<Answer | Unknown> {
    if (answers === 'never' || answers === 'drop_by_drop') {
      await sleep(callTimeoutMs);
      return unknown('no answer in time');
    }
    if (await isTooSlow()) return unknown('no answer in time');
    switch (answers) {
      case 'slowly':
        await sleep(Math.min(3000, callTimeoutMs / 2));
        return truth;
      case 'garbage':
        return unknown('unreadable answer');
      case 'half':
        return unknown('connection lost');
      case 'server_error':
        return unknown('server error');
      case 'truth':
      case 'twice':
      case 'rejection':
      case 'no_connection':
      case 'another_amount':
      case 'another_reference':
        return truth;
    }
  }

  async function isTooSlow(): Promise<boolean> {
    if (answerDelayMs > 0) await sleep(Math.min(answerDelayMs, callTimeoutMs));
    return answerDelayMs >= callTimeoutMs;
  }
}

const notSent = { outcome: 'not_sent', reason: 'connection refused' } as const;
