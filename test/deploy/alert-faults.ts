import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { refreshKeys } from '../../src/cli/start.ts';
import { keyProvider } from '../../src/ports/vault/key-provider.ts';
import { rotate } from '../../src/ports/vault/rotate.ts';
import { openCase } from '../../src/records/case-store.ts';
import { enqueue } from '../../src/runtime/jobs.ts';
import { keyText } from '../fixture.ts';
import type { openScraped } from '../monitoring/scraped.ts';

const run = promisify(execFile);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const [unreachableCard, lostCard] = ['4000009990000013', '4000009990000112'];

type Scraped = Awaited<ReturnType<typeof openScraped>>;

export type Fault = {
  readonly name: string;
  readonly fires: readonly string[];
  /** Time of the service does not pass: what was read from the database stays. */
  readonly standsStill?: true;
  /** `isOver`: all its alerts fire. */
  readonly inject: (service: Scraped, isOver: () => boolean) => Promise<unknown>;
  readonly mend?: (service: Scraped) => Promise<unknown>;
};

/** In the order in which they happen to one service: the process ends last. */
export const faults: readonly Fault[] = [
  {
    name: 'the clock of the machine is a minute ahead',
    fires: ['ClockApart'],
    standsStill: true,
    inject: async ({ host }) => {
      host.aheadMs = minuteMs;
    },
    mend: async ({ host }) => {
      host.aheadMs = 0;
    },
  },
  {
    name: 'no backup was made for two days',
    fires: ['BackupOld'],
    inject: async ({ host }) => {
      host.backupAt = new Date(Date.now() - 48 * hourMs);
    },
  },
  {
    name: 'the database takes no writes',
    fires: ['NoWrites'],
    inject: ({ world }) =>
      world.db.query('alter table write_probes add constraint full_disk check (false) not valid'),
    mend: ({ world }) => world.db.query('alter table write_probes drop constraint full_disk'),
  },
  {
    name: 'the database is away',
    fires: ['DatabaseDown'],
    inject: async ({ leave }) => leave(true),
    mend: async ({ leave }) => leave(false),
  },
  {
    name: 'a table that metrics are read from is not there',
    fires: ['ReadingsFailed'],
    inject: ({ fixture }) => fixture.db.query('alter table mails rename to mails_elsewhere'),
    mend: ({ fixture }) => fixture.db.query('alter table mails_elsewhere rename to mails'),
  },
  {
    name: 'payments fail',
    fires: ['ErrorRate'],
    async inject({ fixture, pay }, isOver) {
      await fixture.db.query('alter table payments rename to payments_elsewhere');
      for (let n = 0; !isOver(); n += 1) {
        assert.equal((await pay(`failing ${n}`)).status, 500);
        await delay(500);
      }
    },
    mend: ({ fixture }) => fixture.db.query('alter table payments_elsewhere rename to payments'),
  },
  {
    name: 'a lock holds payments for six seconds',
    fires: ['SlowRequests'],
    async inject({ fixture, pay }, isOver) {
      for (let n = 0; !isOver(); n += 1) {
        const slow = await fixture.db.begin(async (tx) => {
          await tx.query('lock table payments in access exclusive mode');
          const paying = Array.from({ length: 8 }, (_, i) => pay(`slow ${n} ${i}`));
          await delay(6000);
          return { paying };
        });
        await Promise.all(slow.paying);
        await delay(1500);
      }
    },
  },
  {
    name: 'statements hold every connection',
    fires: ['PoolExhausted'],
    standsStill: true,
    async inject({ db }, isOver) {
      while (!isOver()) {
        await Promise.all(Array.from({ length: 40 }, () => db.query('select pg_sleep(1)')));
      }
    },
  },
  {
    name: 'the bank is not reached, ten times in a row',
    fires: ['CircuitOpen'],
    standsStill: true,
    inject: ({ pay }) =>
      Promise.all(
        Array.from({ length: 10 }, (_, n) => pay(`unreached ${n}`, { CCNumber: unreachableCard })),
      ),
  },
  {
    name: 'a process of another version runs as well',
    fires: ['SeveralVersions'],
    inject: async () => {
      other.says = 'quittance_build_info{version="0.0.1"} 1\n';
    },
  },
  {
    name: 'an error is logged for the first time',
    fires: ['ErrorsInLog'],
    inject: async ({ world }) => world.telemetry.logLines.add(['error', 'batch.mismatch']),
  },
  {
    name: 'a payment has no turn at its gateway',
    fires: ['GatewayLimited'],
    inject: async ({ world }) =>
      world.telemetry.turns.observe(['helcim', 'move', 'gave_up', ''], 2),
  },
  {
    name: 'nothing works jobs, for three days, and a transaction stays open',
    fires: [
      'NoWorker',
      'LongTransaction',
      'UnknownOutcomes',
      'OutboxStuck',
      'WebhooksLate',
      'TextsLate',
      'MailsLate',
      'AchFileLate',
      'AchEntriesLate',
      'SubscriptionsLate',
      'JobsLate',
      'JobsFailing',
      'CasesWaiting',
    ],
    async inject({ db, fixture, world, caller, pay }, isOver) {
      const { id: businessId } = caller.business;
      const at = fixture.clock.now();
      await pay('waiting');
      await pay('lost', { CCNumber: lostCard });
      await waitingRows(fixture.db, businessId, at);
      const job = { businessId, kind: 'sessions.forget', payload: null, runAt: at } as const;
      await enqueue(fixture.db, [{ ...job, key: 'late' }]);
      const object = { kind: 'payment', id: 1n } as const;
      await openCase(world, { businessId, kind: 'outcome_unknown', object, evidence: {} });
      await db.begin(async (tx) => {
        await tx.query('select 1');
        fixture.clock.pass(72 * hourMs);
        while (!isOver()) await delay(100);
      });
    },
  },
  {
    name: 'a receiver of webhooks is dead',
    fires: ['WebhookReceiverFailing'],
    inject: ({ fixture, caller }) =>
      fixture.db.query(
        `insert into webhook_endpoints (business_id, kind, url, created_at, state, failures, failing_since, disable_at)
         values ($1, 'payments', 'https://receiver.example/', $2, 'failing', 10, $2, $3)`,
        [
          caller.business.id,
          fixture.clock.now(),
          new Date(fixture.clock.now().getTime() + 100 * hourMs),
        ],
      ),
  },
  {
    name: 'another host rotated the keys, and this one lacks the new one',
    fires: ['VaultShut'],
    async inject({ fixture, world }) {
      const { now } = fixture.clock;
      const text = `new:${randomBytes(32).toString('base64')},${keyText}`;
      const keys = { file: '', text, dataFolder: '', live: false };
      const provider = keyProvider({ ...keys, randomBytes, now, say() {} });
      for (const which of ['kek', 'root'] as const) {
        for (let isFinished = false; !isFinished; ) {
          const options = { sql: fixture.db, provider, randomBytes, now, fingerprinted: [] };
          const { finished, continueAt } = await rotate(options, which);
          isFinished = finished;
          if (continueAt) fixture.clock.setTo(continueAt);
        }
      }
      await refreshKeys(world)();
    },
  },
  {
    name: 'the process ends',
    fires: ['ProcessDown'],
    inject: ({ end }) => end(),
  },
];

/** What another process says to Prometheus. */
export const other = { says: '' };

/** Fails only where the test may not use a file system of its own. */
export const diskFault: Fault = {
  name: 'the disk is nearly full',
  fires: ['DiskNearlyFull'],
  inject: ({ host }) => run('mount', ['-o', 'remount,size=1g', host.dataFolder]),
};

/** What waits for a worker, of each kind that takes many steps to come to. */
async function waitingRows(db: Scraped['db'], businessId: bigint, at: Date): Promise<void> {
  const rows = [
    `insert into deliveries (business_id, id, event_id, kind, object_id, sequence, state, body, due_at, created_at)
     values ($1, 900001, gen_random_uuid(), 'payments', 1, 1, 'pending', '', $2, $2)`,
    `insert into messages (business_id, id, conversation_id, direction, kind, state, body, due_at, created_at)
     values ($1, 900001, 1, 'out', 'chat', 'queued', 'x', $2, $2)`,
    `insert into mails (business_id, id, event_id, kind, recipient, state, due_at, created_at)
     values ($1, 900001, gen_random_uuid(), 'receipt', 'a@example.com', 'queued', $2, $2)`,
    `insert into ach_files (business_id, id, direction, state, name, file_on, number, environment, cutoff_at, resolve_at, created_at)
     values ($1, 900001, 'out', 'written', 'x', $2::timestamptz::date, 1, 'sandbox', $2, $2, $2)`,
    `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind, routing_number,
       last4, holder, number_owner, is_same_day, next_at, created_at)
     values ($1, 900001, 'debit', 'filed', 100, 'WEB', 'checking', '021000021', '1234', 'x', 'x', false, $2, $2)`,
    `insert into subscriptions (business_id, id, customer_id, token, plan_code, state, amount_cents,
       billing_interval, discount, tax_cents, starts_on, first_on, due_at, request_fingerprint, created_at)
     values ($1, 900001, 1, 'token', 'plan', 'active', 100, 'monthly', 0, 0, $2::timestamptz::date, $2::timestamptz::date, $2, '', $2)`,
    `insert into jobs (business_id, kind, key, run_at, tries, last_error)
     values ($1, 'sessions.forget', 'failing', $2, 3, 'it failed')`,
  ];
  for (const row of rows) await db.query(row, [businessId, at]);
}
