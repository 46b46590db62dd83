import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rules } from '../../src/backoffice/reconciliation/rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { makeFixture } from '../fixture.ts';
import { openDesk } from './desk.ts';

/** What is broken by hand, and what is found of it. $1 is the business, which took one payment and told of it. */
const damages: Readonly<Record<string, { readonly sql?: string; readonly found: string[] }>> = {
  'nothing at all': { found: [] },
  'a mail is lost': {
    sql: 'delete from mails where business_id = $1',
    found: ['letter_untold'],
  },
  'a text is lost': {
    sql: 'delete from messages where business_id = $1',
    found: ['letter_untold'],
  },
  'an event is told twice to one mailbox': {
    sql: `insert into mails (business_id, id, kind, event_id, recipient, state, created_at)
      select business_id, 999, kind, event_id, upper(recipient), 'sent', created_at
      from mails where business_id = $1`,
    found: ['mailed_twice'],
  },
  'a mail tells of an event that is still to be told': {
    sql: `update events set untold = '{email}' where business_id = $1 and kind = 'payment.captured'`,
    found: ['mail_without_event'],
  },
  'nobody will send a mail': {
    sql: `update mails set state = 'queued', due_at = null where business_id = $1`,
    found: ['nobody_asks'],
  },
  'a mail that was sent will be sent again': {
    sql: 'update mails set due_at = created_at where business_id = $1',
    found: ['asks_on'],
  },
};

const fixture = await makeFixture({ after });
const world = await fixture.open();

for (const [what, { sql, found }] of Object.entries(damages)) {
  test(`the reconciliation finds ${found.join(', ') || 'nothing'}: ${what}`, async (t) => {
    const desk = await openDesk(t, { fixture, world });
    await desk.pay();
    await desk.work();
    if (sql) await fixture.db.query(sql, [desk.id]);
    const broken: string[] = [];
    for (const rule of rules) {
      for await (const finding of checkRule(fixture.db, rule)) {
        if (finding.businessId === desk.id) broken.push(finding.rule);
      }
    }
    assert.deepEqual(broken.sort(), found);
    await fixture.db.query('update mails set due_at = null where business_id = $1', [desk.id]);
  });
}
