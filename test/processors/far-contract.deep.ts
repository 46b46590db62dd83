import { scratchFile } from '../../packages/sandbox/test/bank.ts';
import { farBanks, processorAt, tellBank } from '../../packages/sandbox/test/far-bank.ts';
import type { FollowUpRequest, Processor } from '../../src/ports/processors/processor.ts';
import { nobody } from '../limits.ts';
import { processorContract } from './contract.ts';
import { tried } from './simulated-cards.ts';

const { cards } = tried;
/** Cards of which nothing is heard when they are charged, or when the charge is followed so. */
const silent = new Map<string | undefined, 'charge' | FollowUpRequest['kind']>([
  [cards.timesOutBeforeBooking, 'charge'],
  [cards.timesOutAfterBooking, 'charge'],
  [cards.booksLate, 'charge'],
  [cards.captureTimesOutAfterBooking, 'capture'],
  [cards.voidTimesOutAfterBooking, 'void'],
  [cards.refundTimesOutBeforeBooking, 'refund'],
  [cards.refundTimesOutAfterBooking, 'refund'],
]);

const openFarBank = farBanks();
processorContract('simulator in another process', async (t) => {
  const address = await openFarBank(scratchFile(t));
  return {
    ...tried,
    processor: hearing(processorAt(address), processorAt(address, 800)),
    unreachable: processorAt(nobody),
    passSeconds: async (passSeconds) => await tellBank(address, { passSeconds }),
    written: async () => await (await fetch(`${address}/book`)).text(),
  };
});

/** Where nothing will be heard, it is not waited for long. */
function hearing(patient: Processor, impatient: Processor): Processor {
  const numbers = new Map<string, string | undefined>();
  return {
    ...patient,
    async charge(request) {
      const number = request.card.number?.reveal();
      numbers.set(request.reference, number);
      return await (silent.get(number) === 'charge' ? impatient : patient).charge(request);
    },
    async followUp(request) {
      const number = numbers.get(request.chargeReference);
      return await (silent.get(number) === request.kind ? impatient : patient).followUp(request);
    },
  };
}
