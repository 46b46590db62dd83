import { luhnValid } from '../../src/kernel/digits.ts';
import type { World } from '../../src/world.ts';
import { withBank } from '../payments/counter.ts';

/** The n-th card of a bank, by its BIN. */
export function cardOf(bin: string, n: number): string {
  const start = `${bin}${String(n).padStart(9, '0')}`;
  const last = [...'0123456789'].find((digit) => luhnValid(start + digit));
  return `${start}${last}`;
}

/** A bank that declines some cards, and what it was asked. */
export function withRefusingBank(world: World, refuses: (number: string) => boolean) {
  const asked: string[] = [];
  const refusing = withBank(world, {
    async charge(request, really) {
      const number = request.card.number!.reveal();
      asked.push(number);
      if (!refuses(number)) return await really();
      const { reference } = request;
      const message = 'The card was declined.';
      return {
        outcome: 'declined',
        reference,
        processorId: `T-${reference}`,
        code: 'do_not_honor',
        message,
      };
    },
  });
  return { world: refusing, asked };
}
