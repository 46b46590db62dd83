import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import type { Subject } from '../../packages/sandbox/test/subject.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
import type { GatewayScene } from './gateway-caller.ts';

const cards = {
  approves: '4111111111111111',
  declines: '4000000000000002',
  approvesAPart: '4000000000000010',
  timesOutBeforeBooking: '4000000000000028',
  timesOutAfterBooking: '4000000000000036',
  booksLate: '4000000000000044',
  captureDeclines: '4000000000000051',
  captureTimesOutAfterBooking: '4000000000000069',
  voidTimesOutAfterBooking: '4000000000000077',
  refundDeclines: '4000000000000085',
  refundTimesOutBeforeBooking: '4000000000000093',
  refundTimesOutAfterBooking: '4000000000000101',
};

type Kind = 'charge' | 'capture' | 'void' | 'refund';

/** The gateway itself knows no such cards: the double is told what is to become of the next request. */
const behaviours = (decline: string): Readonly<Record<string, readonly [Kind, GatewayFault]>> => ({
  [cards.declines]: ['charge', { code: decline }],
  [cards.approvesAPart]: ['charge', { approvesPart: true }],
  [cards.timesOutBeforeBooking]: ['charge', { executes: 'never' }],
  [cards.timesOutAfterBooking]: ['charge', { answer: 'lost' }],
  [cards.booksLate]: ['charge', { executes: { afterSeconds: 100 } }],
  [cards.captureDeclines]: ['capture', { code: decline }],
  [cards.captureTimesOutAfterBooking]: ['capture', { answer: 'lost' }],
  [cards.voidTimesOutAfterBooking]: ['void', { answer: 'lost' }],
  [cards.refundDeclines]: ['refund', { code: decline }],
  [cards.refundTimesOutBeforeBooking]: ['refund', { executes: 'never' }],
  [cards.refundTimesOutAfterBooking]: ['refund', { answer: 'lost' }],
});

type Scene = GatewayScene & {
  readonly processor: Processor;
  readonly unreachable: Processor;
  readonly journal: () => string;
};

/** The double of a gateway as the contract tries it; `decline` is one of the gateway's codes. */
export function gatewaySubject(scene: Scene, decline: string): Subject {
  const numbers = new Map<string, string>();
  const does = behaviours(decline);
  const prepare = (kind: Kind, reference: string, number: string) => {
    const [of, fault] = does[number] ?? [];
    if (of === kind && fault) scene.script(reference, fault);
  };
  const processor: Processor = {
    ...scene.processor,
    charge(request) {
      const number = request.card.number?.reveal() ?? '';
      numbers.set(request.reference, number);
      prepare('charge', request.reference, number);
      return scene.processor.charge(request);
    },
    followUp(request) {
      const number = numbers.get(request.chargeReference) ?? '';
      prepare(request.kind, request.reference, number);
      return scene.processor.followUp({ ...request, last4: number.slice(-4) });
    },
  };
  return {
    processor,
    unreachable: scene.unreachable,
    cards,
    customer: '',
    comparesVoids: false,
    recordsFollowUps: false,
    refundsSettledOnly: false,
    voidsAuthorizedOnly: false,
    tellsVoided: true,
    passSeconds: scene.passSeconds,
    written: async () => scene.journal(),
  };
}
