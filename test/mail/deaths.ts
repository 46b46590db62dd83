import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueRules } from '../../src/backoffice/reconciliation/due-rules.ts';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { mailRules } from '../../src/backoffice/reconciliation/mail-rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { everyLife } from '../crash-world.ts';
import type { Fixture } from '../fixture.ts';
import type { Size } from '../size.ts';
import { hourMs, openDesk, workOff } from './desk.ts';

export function testDeaths(size?: Size): void {
  test('no receipt is lost and no text comes twice, whenever the process dies; a mail only under its name', async (t) => {
    const desk = await openDesk(t);
    const { fixture } = desk;
    let doubled = 0;
    const { isWhole } = await everyLife(
      { name: 'mail/deaths', size },
      {
        open: ({ atMoment }) => fixture.open({ atMoment }),
        async before() {
          const [mails, texts] = [(await desk.mails()).length, (await desk.texts()).length];
          await desk.pay();
          return { mails, texts };
        },
        act: (crashing) => workOff(crashing),
        async others() {
          // Whoever comes after takes over what was held, once its lease is over.
          for (let hours = 0; hours < 3; hours += 1) {
            await desk.work();
            fixture.clock.pass(hourMs);
          }
        },
        async judge({ mails, texts }) {
          const newMails = (await desk.mails()).slice(mails);
          const newTexts = (await desk.texts()).slice(texts);
          assert.ok(newMails.length >= 1 && newMails.length <= 2, `${newMails.length} mails`);
          assert.equal(new Set(newMails.map(({ reference }) => reference)).size, 1);
          doubled += newMails.length - 1;
          assert.ok(newTexts.length <= 1, 'a text that came twice');
          const [state, code] = await lastText(fixture, desk.id);
          if (state === 'delivered') assert.equal(newTexts.length, 1);
          else assert.deepEqual([state, code], ['failed', 'outcome_unknown']);
          await assertSound(fixture);
        },
      },
    );
    if (isWhole)
      assert.ok(doubled > 0, 'a mail whose sender died before it wrote that down comes again');
  });
}

async function lastText({ db }: Fixture, businessId: bigint): Promise<[string, string | null]> {
  const [row] = await db.query<{ state: string; error_code: string | null }>(
    'select state, error_code from messages where business_id = $1 order by id desc limit 1',
    [businessId],
  );
  return [row!.state, row!.error_code];
}

async function assertSound({ db }: Fixture): Promise<void> {
  for (const rule of [...mailRules, ...dueRules]) {
    const findings = await Array.fromAsync(checkRule(db, rule));
    assert.deepEqual(findings.map(formatFinding), []);
  }
}
