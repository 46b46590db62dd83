import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { standingClock } from '../../packages/sandbox/test/bank.ts';
import { approved, chargeRequest } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { Conversation } from '../../src/ports/processors/conversations.ts';
import { createGateways } from '../../src/ports/processors/gateways.ts';
import type { Approval } from '../../src/ports/processors/processor.ts';
import { withoutRepeats } from '../../src/settlement/report-mark.ts';
import { never } from '../limits.ts';
import { executed } from '../processors/executed.ts';
import { type EveryGateway, everyGateway } from './every-gateway.ts';

/* Answers that HTTP allows and nobody asked for, and lists that change while they are read, at each gateway. */

const card = '4111111111111111';
const daySeconds = 24 * 3600;

/** The double of a gateway, our connector before it, and what is kept of their conversations. */
async function open(t: TestContext, { name, key, merchant, open: openDouble }: EveryGateway) {
  const clock = standingClock();
  const double = await openDouble(clock.now);
  t.after(() => double.close());
  const limits = { callTimeoutMs: 60_000, connectTimeoutMs: 60_000, signalAfter: never };
  const gateways = createGateways({ ...limits, now: clock.now, keep: async () => {} });
  const heard: Conversation[] = [];
  const hearing = { next: (_: Conversation) => {} };
  const account = { address: double.url, key: new Secret(key), merchant };
  const processor = gateways.connect(name, account, (one) => {
    heard.push(one);
    hearing.next(one);
  });
  return { ...clock, double, processor, heard, hearing };
}

for (const gateway of everyGateway) {
  test(`${gateway.name}: an answer in another form is unknown, sends nothing again and shows no secret`, async (t) => {
    const { double, processor, heard, now, passSeconds } = await open(t, gateway);
    for (const answer of ['gzip', 'redirect', 'upgrade', 'early_hints'] as const) {
      const isPlain = answer === 'early_hints';
      const reference = `1-${isPlain ? 'early' : answer}-1`;
      double.script(reference, { answer, reports: [answer] });
      const since = now();
      const told = await processor.charge(chargeRequest(reference, card));
      assert.equal(told.outcome, isPlain ? 'approved' : 'unknown', answer);
      passSeconds(10);
      const found = await processor.inquire(reference, undefined, since);
      // Some look in a second place.
      assert.ok(['approved', ...(isPlain ? [] : ['unknown'])].includes(found.outcome), answer);
      const again = await processor.inquire(reference, undefined, since);
      assert.equal(again.outcome, 'approved', answer);
      assert.deepEqual(executed(double.journal(), reference), ['sale 1000'], answer);
    }
    const texts = JSON.stringify(heard);
    for (const secret of [card, gateway.key, 'Canary']) assert.ok(!texts.includes(secret), secret);
  });
}

/** More than any gateway shows on one page. */
const many = 70;

/** An authorization, and many sales after it; a day ends once `turn` was called and one page of a list was read. */
async function openBusyDay(t: TestContext, gateway: EveryGateway) {
  const opened = await open(t, gateway);
  const { processor, now, passSeconds, hearing } = opened;
  const since = now();
  const authorization = await approved(processor, '1-a-1', card, { capture: false });
  const sales: Approval[] = [];
  for (let i = 0; i < many; i += 1) {
    passSeconds(1);
    sales.push(await approved(processor, `1-${i}-1`, card));
  }
  passSeconds(3600);
  const turn = () => {
    hearing.next = () => {
      hearing.next = () => {};
      passSeconds(daySeconds);
    };
  };
  return { ...opened, since, authorization, sales, turn };
}

for (const gateway of everyGateway) {
  test(`${gateway.name}: what moves to another page of a list while it is read is found`, async (t) => {
    for (const isSale of [false, true]) {
      const { processor, since, authorization, sales, turn } = await openBusyDay(t, gateway);
      const { reference, processorId } = isSale ? sales[0]! : authorization;
      turn();
      const found = await processor.inquire(reference, undefined, since);
      assert.equal(found.outcome === 'approved' && found.processorId, processorId, reference);
    }
  });

  test(`${gateway.name}: no row of a report is lost or counted twice where pages move`, async (t) => {
    const { processor, double, since, sales, now, passSeconds, turn } = await openBusyDay(
      t,
      gateway,
    );
    const { settledRows } = processor;
    if (!settledRows) {
      const items = sales.map((sale) => ({ ...sale, cents: sale.amountCents, begunAt: since }));
      const request = { reference: 'b-1', items };
      turn();
      await processor.closeBatch!(request);
      passSeconds(3600);
      const closed = await processor.inquireBatch!(request);
      assert.equal(closed.outcome === 'closed' && closed.count, many);
      return;
    }
    double.script('1-late-1', { visibleAfterSeconds: daySeconds / 2 });
    await processor.charge(chargeRequest('1-late-1', card));
    passSeconds(daySeconds);
    turn();
    const first = await settledRows(since, now());
    passSeconds(daySeconds);
    // Each report is read again for some days, and what comes twice counts once.
    const second = await settledRows(since, now());
    const rows = [first, second].flatMap((one) => (one.outcome === 'settled' ? one.rows : []));
    const told = withoutRepeats(rows).map((row) => row.reference);
    assert.deepEqual(
      told.toSorted(),
      ['1-late-1', ...sales.map((one) => one.reference)].toSorted(),
    );
  });
}
