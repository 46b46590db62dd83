import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rules } from '../../src/backoffice/reconciliation/rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { makeFixture } from '../fixture.ts';
import { apply } from '../onboarding/applicant.ts';

/** What is broken by hand, and what is found of it. $1 is the business; its application is number n = 1 to 6. */
const damages: Readonly<Record<string, { readonly sql?: string; readonly found: string[] }>> = {
  'nothing at all': { found: [] },
  'an application is somewhere else': {
    sql: `update applications set state = 'declined' where business_id = $1`,
    found: ['history_differs'],
  },
  'an application was moved past its history': {
    sql: 'update applications set version = version + 1 where business_id = $1',
    found: ['history_differs', 'move_untold'],
  },
  'the last move of an application is lost': {
    sql: 'delete from application_moves where business_id = $1 and n = 6',
    found: ['history_differs'],
  },
  'a move between is lost': {
    sql: 'delete from application_moves where business_id = $1 and n = 3',
    found: ['history_broken'],
  },
  'an application took a way that there is not': {
    sql: `with a as (update application_moves set to_state = 'active' where business_id = $1 and n = 3)
      update application_moves set from_state = 'active' where business_id = $1 and n = 4`,
    found: ['move_not_legal', 'move_not_legal'],
  },
  'the whole history is lost': {
    sql: 'delete from application_moves where business_id = $1',
    found: ['history_differs'],
  },
  'an event is lost': {
    sql: `delete from events where business_id = $1 and kind = 'application.approved'`,
    found: ['move_untold'],
  },
  'a business is somewhere else': {
    sql: `update businesses set state = 'closed' where business_id = $1`,
    found: ['history_differs'],
  },
  'a business was moved without history': {
    sql: `with m as (delete from business_moves where business_id = $1)
      update businesses set state = 'closed' where business_id = $1`,
    found: ['history_differs'],
  },
  'a business took a way that there is not': {
    sql: `update business_moves set from_state = 'closed' where business_id = $1 and n = 2`,
    found: ['history_broken', 'move_not_legal'],
  },
  'an account number is left behind': {
    sql: `with m as (delete from application_moves where business_id = $1),
        e as (delete from events where business_id = $1)
      delete from applications where business_id = $1`,
    found: ['secret_without_owner'],
  },
};

const fixture = await makeFixture({ after });
const world = await fixture.open();
const master = (await fixture.addBusiness()).business;

for (const [what, { sql, found }] of Object.entries(damages)) {
  test(`the reconciliation finds ${found.join(', ') || 'nothing'}: ${what}`, async () => {
    const { business } = await apply(world, master);
    if (sql) await fixture.db.query(sql, [business.id]);
    const broken: string[] = [];
    for (const rule of rules) {
      for await (const finding of checkRule(fixture.db, rule)) {
        if (finding.businessId === business.id) broken.push(finding.rule);
      }
    }
    assert.deepEqual(broken.sort(), found);
  });
}
