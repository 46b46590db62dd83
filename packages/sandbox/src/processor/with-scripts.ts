import type { FollowUpRequest, Processor } from '../../../../src/ports/processors/processor.ts';
import { recent } from './recent.ts';
import type { Instruction } from './script.ts';

/** A processor that lacks nothing. */
type Bank = Processor &
  Required<Pick<Processor, 'cancel' | 'closeBatch' | 'inquireBatch' | 'findCustomer'>>;

/** A simulated bank that takes instructions for references. */
export type ScriptedBank = Bank & { obey(instruction: Instruction): Promise<void> };

type Exchange = {
  readonly kind: FollowUpRequest['kind'] | 'charge' | 'batch';
  readonly reference: string;
};

/** Takes the instruction for an exchange; undefined, at once or later: its card or amount decides. */
type TakeScript = (exchange: Exchange) => Promise<string | undefined> | undefined;

const remembered = 10_000;

/** The simulated bank. Before each exchange it is told what was scripted for it, once for each reference. */
export function withScripts(bank: ScriptedBank, take: TakeScript): Bank {
  const told = recent<true>(remembered);
  return {
    ...bank,
    async charge(request) {
      await tell({ kind: 'charge', reference: request.reference });
      return await bank.charge(request);
    },
    async followUp(request) {
      await tell(request);
      return await bank.followUp(request);
    },
    async closeBatch(request) {
      await tell({ kind: 'batch', reference: request.reference });
      return await bank.closeBatch(request);
    },
  };

  function tell({ kind, reference }: Exchange): Promise<void> | undefined {
    if (told.get(reference)) return undefined;
    const taken = take({ kind, reference });
    return taken && obey({ kind, reference }, taken);
  }

  async function obey({ kind, reference }: Exchange, taken: Promise<string | undefined>) {
    const does = await taken;
    if (does === undefined) return;
    told.set(reference, true);
    await bank.obey({ reference, isBatch: kind === 'batch', does });
  }
}
