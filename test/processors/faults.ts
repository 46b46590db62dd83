import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { GatewayFault, ReportFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { approved, chargeRequest } from '../../packages/sandbox/test/subject.ts';
import type {
  ChargeAnswer,
  InquiryAnswer,
  Processor,
} from '../../src/ports/processors/processor.ts';
import { executed } from './executed.ts';
import type { GatewayScene } from './gateway-caller.ts';

/** The fault; what is told of a charge; what an inquiry finds at once, and after both windows; what was executed. */
export type ChargeRow = readonly [
  fault: GatewayFault,
  told: ChargeAnswer['outcome'],
  now: InquiryAnswer['outcome'],
  later: InquiryAnswer['outcome'],
  executed: number,
];

type Scene = GatewayScene & {
  readonly processor: Processor;
  readonly now: () => Date;
  readonly journal: () => string;
};

type Trial<Of extends Scene> = {
  readonly name: string;
  /** A card that is approved. */
  readonly card: string;
  /** For the tests of the file. */
  readonly open: () => Promise<Of>;
  readonly connect: (
    scene: Of,
    connection: { readonly signalAfter: () => AbortSignal },
  ) => Processor;
  /** Beside those that are the same at every gateway. */
  readonly charges: readonly ChargeRow[];
  /** Until both windows are over, and once more as long as something else is asked from then on. */
  readonly windowSeconds: readonly number[];
  /** What an inquiry knows of a charge beyond its answer; undefined if it knows less. */
  readonly inquiryAdds: object | undefined;
};

/** What is the same at every gateway. */
const always: readonly ChargeRow[] = [
  [{}, 'approved', 'approved', 'approved', 1],
  [{ executes: 'never' }, 'unknown', 'not_found', 'not_found', 0],
  [{ executes: { afterSeconds: 119 } }, 'unknown', 'not_found', 'approved', 1],
  ...(['lost', 'garbage', 'half', 'reset', 'html', 'empty', 'twice', 'server_error'] as const).map(
    (answer): ChargeRow => [{ answer }, 'unknown', 'approved', 'approved', 1],
  ),
  // What an answer says of itself is not what it is judged by.
  [{ answer: 'wrong_content_type' }, 'approved', 'approved', 'approved', 1],
  [{ rows: 'duplicated' }, 'approved', 'approved', 'approved', 1],
];

/** What a gateway may do to the answer to an inquiry so that it cannot be read. */
export const unreadable: readonly ReportFault[] = [
  ...(['error_response', 'lost', 'server_error', 'too_many_requests', 'garbage'] as const),
  ...(['half', 'reset', 'html', 'empty', 'twice'] as const),
];

export function testLostAnswers<Of extends Scene>(trial: Trial<Of>): void {
  const { name, card, open, connect, windowSeconds, inquiryAdds } = trial;
  const charges = [...always, ...trial.charges];

  test(`${name}: of a charge is told what is known, whatever becomes of the answer`, async () => {
    const scene = await open();
    const since = scene.now();
    for (const [i, [fault, told, now]] of charges.entries()) {
      const reference = `1-${i}-1`;
      scene.script(reference, fault);
      const answer = await scene.processor.charge(chargeRequest(reference, card));
      assert.equal(answer.outcome, told, JSON.stringify(fault));
      const found = await scene.processor.inquire(reference, undefined, since);
      assert.equal(found.outcome, now, JSON.stringify(fault));
      const areAlike = found.outcome === 'approved' && answer.outcome === 'approved';
      if (areAlike && inquiryAdds) assert.deepEqual(found, { ...answer, ...inquiryAdds });
    }
    for (const seconds of windowSeconds) {
      scene.passSeconds(seconds);
      for (const [i, [fault, , , later, count]] of charges.entries()) {
        const reference = `1-${i}-1`;
        const what = `${JSON.stringify(fault)} after ${seconds} s`;
        const found = await scene.processor.inquire(reference, undefined, since);
        assert.equal(found.outcome, later, what);
        assert.equal(executed(scene.journal(), reference).length, count, what);
      }
    }
  });

  test(`${name}: whoever hears nothing, or a drop at a time, gives up and asks later`, async () => {
    const scene = await open();
    for (const answer of ['silent', 'drop_by_drop'] as const) {
      scene.script(answer, { answer });
      const giveUp = new AbortController();
      const processor = connect(scene, { signalAfter: () => giveUp.signal });
      const told = processor.charge(chargeRequest(answer, card));
      while (executed(scene.journal(), answer).length === 0) await setImmediate();
      giveUp.abort();
      assert.deepEqual(await told, { outcome: 'unknown', reason: 'no answer in time' });
      assert.equal((await scene.processor.inquire(answer)).outcome, 'approved');
    }
  });
}

type Reported = Pick<Trial<Scene>, 'name' | 'card' | 'open' | 'inquiryAdds'>;

export function testUnreadableReports({ name, card, open, inquiryAdds }: Reported): void {
  test(`${name}: a report that cannot be read is unknown, and never nothing`, async () => {
    const scene = await open();
    const charge = await approved(scene.processor, '1-a-1', card);
    for (const reference of ['1-a-1', '1-b-1']) {
      scene.script(reference, { reports: unreadable });
      for (const how of unreadable) {
        assert.equal((await scene.processor.inquire(reference)).outcome, 'unknown', how);
      }
    }
    const found = await scene.processor.inquire('1-a-1');
    if (inquiryAdds) assert.deepEqual(found, { ...charge, ...inquiryAdds });
    assert.equal(found.outcome, 'approved');
    assert.equal((await scene.processor.inquire('1-b-1')).outcome, 'not_found');
  });
}

type Secretive = Pick<Trial<Scene>, 'name' | 'card' | 'open'> & {
  /** The first is a decline; with the others nothing is executed. */
  readonly codes: readonly string[];
  /** With which we come. */
  readonly secret: string;
  /** True where a card alone is kept, too. */
  readonly keepsCards?: true;
};

export function testSecrets(trial: Secretive): void {
  const { name, card, open, codes, secret, keepsCards } = trial;

  test(`${name}: nothing that the gateway writes brings a card, a code or our key into our texts`, async () => {
    const scene = await open();
    const { processor } = scene;
    const text = `No ${card} 4111-1111-1111-1111 739 ${secret}`;
    const told: unknown[] = [];
    for (const [i, code] of codes.entries()) {
      const reference = `1-${i}-1`;
      scene.script(reference, { code, text, ...(i === 0 ? {} : { executes: 'never' as const }) });
      told.push(await processor.charge(chargeRequest(reference, card)));
      told.push(await processor.inquire(reference));
    }
    if (keepsCards) {
      const kept = chargeRequest('1-t-1', card).card;
      told.push(await processor.tokenize!({ reference: '1-t-1', currency: 'USD', card: kept }));
    }
    // Not even where it is sent as a reference.
    await processor.charge(chargeRequest(card, card));
    const texts = JSON.stringify(told, (_, one) => (typeof one === 'bigint' ? `${one}` : one));
    for (const part of [card.slice(0, 8), '4111-1111-1111-1111', '739', secret, 'Canary']) {
      assert.ok(!`${texts}${scene.journal()}`.includes(part), part);
    }
  });
}
