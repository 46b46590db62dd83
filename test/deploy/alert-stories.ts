import type { AlertStory } from './alert-story.ts';

const up = 'up{job="quittance",instance="a"}';
const errors = (event: string, instance: string) =>
  `quittance_log_lines_total{level="error",event="${event}",job="quittance",instance="${instance}"}`;
const requests = (status: string) =>
  `quittance_request_seconds_count{operation="CreatePayment",status="${status}"}`;
const bucket = (le: string) =>
  `quittance_request_seconds_bucket{operation="CreatePayment",status="2xx",le="${le}"}`;
const noWrites = 'quittance_not_ready{because="the database takes no writes",instance="a"}';
const vaultShut = 'quittance_not_ready{because="the keys of the vault do not open",instance="a"}';

const turns =
  'quittance_processor_turn_seconds_count{processor="helcim",kind="move",result="gave_up"}';
const heap = (state: string) => `nodejs_heap_bytes{state="${state}",instance="a"}`;
/** At least one for each rule. */
export const alertStories: readonly AlertStory[] = [
  {
    alert: 'QuittanceProcessDown',
    series: { [up]: '1x20 0x100' },
    silentAt: '6m',
    at: '9m',
    fires: [{ job: 'quittance', instance: 'a' }],
  },
  // The target is gone from the list of targets, and its series with it.
  {
    alert: 'QuittanceProcessDown',
    series: { [up]: '1x20 stale' },
    silentAt: '5m',
    at: '10m',
    fires: [{ job: 'quittance' }],
  },
  { alert: 'QuittanceProcessDown', series: {}, at: '15m', fires: [{ job: 'quittance' }] },
  {
    alert: 'QuittanceDatabaseDown',
    series: { quittance_database_up: '1x20 0x100' },
    silentAt: '5m',
    at: '8m',
    fires: [{}],
  },
  {
    alert: 'QuittanceNoWrites',
    series: { [noWrites]: '0x20 1x100' },
    silentAt: '5m',
    at: '8m',
    fires: [{}],
  },
  {
    alert: 'QuittanceVaultShut',
    series: { [vaultShut]: '0x20 1x100' },
    silentAt: '6m',
    at: '9m',
    fires: [{ instance: 'a' }],
  },
  {
    alert: 'QuittanceDiskNearlyFull',
    series: { quittance_disk_free_bytes: '9e9x20 1e9x200' },
    silentAt: '5m',
    at: '30m',
    fires: [{}],
  },
  // 1 MB goes with each scrape: full in 25 hours, and an hour later within a day.
  {
    alert: 'QuittanceDiskNearlyFull',
    series: { quittance_disk_free_bytes: '6e9-1e6x1000' },
    silentAt: '60m',
    at: '90m',
    fires: [{}],
  },
  {
    alert: 'QuittanceClockApart',
    series: {
      'quittance_clock_seconds{of="machine"}': '0+15x20 360+15x100',
      'quittance_clock_seconds{of="database"}': '0+15x200',
    },
    silentAt: '5m',
    at: '15m',
    fires: [{ of: 'machine' }],
  },
  {
    alert: 'QuittanceBackupOld',
    series: { quittance_last_backup_timestamp_seconds: '-120000x900' },
    silentAt: '2h30m',
    at: '3h',
    fires: [{}],
  },
  {
    alert: 'QuittanceNoWorker',
    series: {
      'quittance_processes{role="work"}': '1x20 0x100',
      'quittance_processes{role="serve"}': '1x200',
    },
    silentAt: '6m',
    at: '12m',
    fires: [{}],
  },
  {
    alert: 'QuittanceErrorRate',
    series: { [requests('2xx')]: '0+90x200', [requests('5xx')]: '0+10x200' },
    at: '15m',
    fires: [{}],
  },
  {
    alert: 'QuittanceSlowRequests',
    series: { [bucket('5')]: '0+1x200', [bucket('10')]: '0+10x200', [bucket('+Inf')]: '0+10x200' },
    at: '20m',
    fires: [{}],
  },
  {
    alert: 'QuittanceUnknownOutcomes',
    series: { 'quittance_unknown_outcomes{kind="payment",age="1h_to_1d"}': '0x20 1x100' },
    silentAt: '6m',
    at: '12m',
    fires: [{ kind: 'payment' }],
  },
  {
    alert: 'QuittanceCircuitOpen',
    series: { 'quittance_processor_circuits_open{processor="nmi",instance="a"}': '0x20 1x100' },
    silentAt: '6m',
    at: '9m',
    fires: [{ processor: 'nmi' }],
  },
  {
    alert: 'QuittanceOutboxStuck',
    series: { 'quittance_outbox_oldest_seconds{channel="webhook"}': '700x100' },
    silentAt: '4m',
    at: '6m',
    fires: [{ channel: 'webhook' }],
  },
  {
    alert: 'QuittanceWebhooksLate',
    series: { 'quittance_webhook_oldest_seconds{state="pending"}': '1000x100' },
    silentAt: '9m',
    at: '11m',
    fires: [{}],
  },
  {
    alert: 'QuittanceWebhookReceiverFailing',
    series: { 'quittance_webhook_endpoints{state="failing"}': '1x2000' },
    silentAt: '5h',
    at: '7h',
    fires: [{}],
  },
  {
    alert: 'QuittanceTextsLate',
    series: { 'quittance_texts_overdue_seconds{state="queued"}': '1000x100' },
    silentAt: '9m',
    at: '11m',
    fires: [{}],
  },
  {
    alert: 'QuittanceMailsLate',
    series: { 'quittance_mails_overdue_seconds{state="queued"}': '1000x100' },
    silentAt: '9m',
    at: '11m',
    fires: [{}],
  },
  {
    alert: 'QuittanceAchFileLate',
    series: { 'quittance_ach_files_overdue_seconds{state="written"}': '2000x100' },
    silentAt: '4m',
    at: '6m',
    fires: [{}],
  },
  {
    alert: 'QuittanceAchEntriesLate',
    series: { 'quittance_ach_entries_overdue_seconds{state="filed"}': '8000x100' },
    silentAt: '14m',
    at: '16m',
    fires: [{}],
  },
  {
    alert: 'QuittanceSubscriptionsLate',
    series: { 'quittance_subscriptions_overdue_seconds{step="charge"}': '4000x100' },
    silentAt: '14m',
    at: '16m',
    fires: [{ step: 'charge' }],
  },
  {
    alert: 'QuittanceJobsLate',
    series: { 'quittance_jobs_overdue_seconds{state="due"}': '1000x100' },
    silentAt: '9m',
    at: '11m',
    fires: [{}],
  },
  {
    alert: 'QuittanceJobsFailing',
    series: { 'quittance_jobs{state="failed"}': '1x1000' },
    silentAt: '1h',
    at: '3h',
    fires: [{}],
  },
  {
    alert: 'QuittanceCasesWaiting',
    series: { 'quittance_cases_oldest_seconds{kind="batch_mismatch"}': '90000x100' },
    silentAt: '4m',
    at: '6m',
    fires: [{ kind: 'batch_mismatch' }],
  },
  {
    alert: 'QuittancePoolExhausted',
    series: { 'quittance_pool_connections{state="waiting"}': '0x20 3x100' },
    silentAt: '6m',
    at: '8m',
    fires: [{}],
  },
  {
    alert: 'QuittanceConnectionsNearLimit',
    series: {
      'quittance_database_connections{state="open"}': '95x100',
      'quittance_database_connections{state="limit"}': '100x100',
    },
    silentAt: '4m',
    at: '6m',
    fires: [{}],
  },
  {
    alert: 'QuittanceLongTransaction',
    series: { 'quittance_database_oldest_transaction_seconds{state="open"}': '4000x100' },
    silentAt: '4m',
    at: '6m',
    fires: [{}],
  },
  // The first error of its kind in a process: the series was not there before.
  {
    alert: 'QuittanceErrorsInLog',
    series: { [errors('batch.mismatch', 'a')]: '_x20 1x100' },
    silentAt: '4m',
    at: '6m',
    fires: [{ event: 'batch.mismatch' }],
  },
  {
    alert: 'QuittanceErrorsInLog',
    series: { [errors('batch.mismatch', 'a')]: '_x20 1x100' },
    at: '12m',
    fires: [{ event: 'batch.mismatch' }],
  },
  {
    alert: 'QuittanceErrorsInLog',
    series: { [errors('batch.mismatch', 'a')]: '_x20 1x200' },
    at: '45m',
    fires: [],
  },
  // Another process had one long ago.
  {
    alert: 'QuittanceErrorsInLog',
    series: {
      [errors('batch.mismatch', 'a')]: '4x300',
      [errors('batch.mismatch', 'b')]: '_x120 1x100',
    },
    silentAt: '29m',
    at: '32m',
    fires: [{ event: 'batch.mismatch' }],
  },
  {
    alert: 'QuittanceErrorsInLog',
    series: { [errors('job.failed', 'a')]: '1x120 2x100' },
    silentAt: '29m',
    at: '32m',
    fires: [{ event: 'job.failed' }],
  },
  {
    alert: 'QuittanceReadingsFailed',
    series: { quittance_database_readings_failed: '1x100' },
    silentAt: '14m',
    at: '16m',
    fires: [{}],
  },
  {
    alert: 'QuittanceSeveralVersions',
    series: {
      'quittance_build_info{version="1"}': '1x500',
      'quittance_build_info{version="2"}': '1x500',
    },
    silentAt: '59m',
    at: '61m',
    fires: [{}],
  },
  // The first of a process, whose series was not there before.
  {
    alert: 'QuittanceGatewayLimited',
    series: { [turns]: '_x80 1x60' },
    silentAt: '19m',
    at: '21m',
    fires: [{ processor: 'helcim' }],
  },
  {
    alert: 'QuittanceGatewayLimited',
    series: { [turns]: '1x160 2x60' },
    at: '41m',
    fires: [{ processor: 'helcim' }],
  },
  {
    alert: 'QuittanceHeapNearlyFull',
    series: { [heap('used')]: '500x20 950x100', [heap('limit')]: '1000x120' },
    silentAt: '14m',
    at: '16m',
    fires: [{ instance: 'a' }],
  },
];
