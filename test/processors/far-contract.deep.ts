import { scratchFile } from '../../packages/sandbox/test/bank.ts';
import { farBanks, processorAt, tellBank } from '../../packages/sandbox/test/far-bank.ts';
import { nobody } from '../limits.ts';
import { processorContract } from './contract.ts';
import { tried } from './simulated-cards.ts';

const openFarBank = farBanks();
processorContract('simulator in another process', async (t) => {
  const address = await openFarBank(scratchFile(t));
  return {
    ...tried,
    // Its silence is waited for so long, some times over.
    processor: processorAt(address, 800),
    unreachable: processorAt(nobody),
    passSeconds: async (passSeconds) => await tellBank(address, { passSeconds }),
    written: async () => await (await fetch(`${address}/book`)).text(),
  };
});
