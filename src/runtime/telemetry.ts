import {
  type Counter,
  createMetrics,
  type Histogram,
  type Metrics,
  type Sample,
  secondBuckets,
} from './metrics.ts';
import { createTracing, type Tracing } from './tracing.ts';

/** Metrics and traces of a process: docs/operating/metrics.md lists every metric. */
export type Telemetry = {
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** A clock that is never set. */
  elapsedMs(): number;
  /** Starts to measure; the result returns the seconds that have passed. */
  stopwatch(): () => number;
  /** Seconds until the answer, by interface, operation and class of status. */
  readonly requests: Histogram;
  readonly statements: Statements;
  /** Seconds of calls of processors, by processor, call, outcome and account. */
  readonly calls: Histogram;
  /** Seconds until a call had its turn at a gateway with limits, or gave up, by processor, kind, result and account. */
  readonly turns: Histogram;
  /** How often a gateway asked to slow down, by processor and account. */
  readonly slowdowns: Counter;
  /** The label for an account: empty, unless the operator wants labels that grow with the businesses. */
  accountLabel(account: AccountKey): string;
  /** Tries to post a webhook, or to send a text or mail, by channel and outcome. */
  readonly sends: Counter;
  /** Ended jobs, by kind and result. */
  readonly jobs: Counter;
  readonly sweeps: Sweeps;
  /** Lines of the log, by level and event. */
  readonly logLines: Counter;
  readonly circuits: Circuits;
};

type AccountKey = { readonly businessId: bigint; readonly name: string };

/** Gathered statements, by their name. */
export type Statements = {
  readonly rows: Histogram;
  readonly seconds: Histogram;
  /** How long the first row of each waited for its turn. */
  readonly waits: Histogram;
  /** Transactions of several that failed, so that each was then sent by itself. */
  readonly splits: Counter;
  /** `waiting` returns the number of rows that wait for the next statement of this name. */
  watchQueue(statement: string, waiting: () => number): void;
};

/** Rounds of the worker, by sweep. */
export type Sweeps = { readonly rounds: Counter; readonly seconds: Counter };

/** The circuit breakers of this process. */
export type Circuits = {
  /** Another breaker of the same account takes the place of the former one, whose key was replaced. */
  watch(processor: string, account?: AccountKey): (isOpen: boolean) => void;
  /**
   * Accounts with an open circuit breaker; the simulated bank, which belongs to no business, is listed under the
   * platform.
   */
  open(): readonly AccountKey[];
};

const rowBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

type Options = {
  /** A clock that is never set. */
  readonly elapsedMs: () => number;
  readonly namesAccounts?: boolean;
};

export function createTelemetry({ elapsedMs, namesAccounts = false }: Options): Telemetry {
  const metrics = createMetrics();
  const accountLabel = (account: AccountKey) => (namesAccounts ? nameOf(account) : '');
  return {
    metrics,
    tracing: createTracing(),
    elapsedMs,
    stopwatch() {
      const begun = elapsedMs();
      return () => (elapsedMs() - begun) / 1000;
    },
    requests: metrics.histogram(
      'quittance_request_seconds',
      'Time until a request was answered, by interface, operation and class of the status.',
      ['interface', 'operation', 'status'],
      secondBuckets,
    ),
    statements: createStatements(metrics),
    calls: metrics.histogram(
      'quittance_processor_call_seconds',
      'Time of calls of card processors, by outcome.',
      ['processor', 'call', 'outcome', 'account'],
      secondBuckets,
    ),
    turns: metrics.histogram(
      'quittance_processor_turn_seconds',
      'Time that calls waited for their turn within the limits of their gateway; gave_up: nothing was sent.',
      ['processor', 'kind', 'result', 'account'],
      secondBuckets,
    ),
    slowdowns: metrics.counter(
      'quittance_processor_slowdowns_total',
      'Answers of gateways that ask to send less.',
      ['processor', 'account'],
    ),
    accountLabel,
    sends: metrics.counter(
      'quittance_sends_total',
      'Tries to post a webhook, or to send a text or mail, by outcome.',
      ['channel', 'outcome'],
    ),
    jobs: metrics.counter('quittance_jobs_total', 'Jobs that ended, or failed and come back.', [
      'kind',
      'result',
    ]),
    sweeps: {
      rounds: metrics.counter(
        'quittance_sweeps_total',
        'Rounds of the worker, by what they look for and whether they found it.',
        ['sweep', 'result'],
      ),
      seconds: metrics.counter('quittance_sweep_seconds_total', 'Time of rounds of the worker.', [
        'sweep',
      ]),
    },
    logLines: metrics.counter(
      'quittance_log_lines_total',
      'Warnings and errors in the log, by event.',
      ['level', 'event'],
    ),
    circuits: createCircuits(metrics, accountLabel),
  };
}

function nameOf({ businessId, name }: AccountKey): string {
  return `${businessId}/${name}`;
}

function createStatements(metrics: Metrics): Statements {
  const queues = new Map<string, (() => number)[]>();
  metrics.gauge(
    'quittance_statement_queue_rows',
    'Rows that wait for the next shared statement.',
    ['statement'],
    () =>
      [...queues].map(([statement, all]): Sample => {
        return [[statement], all.reduce((sum, waiting) => sum + waiting(), 0)];
      }),
  );
  return {
    rows: metrics.histogram(
      'quittance_statement_rows',
      'Rows of concurrent callers that shared a statement and its commit.',
      ['statement'],
      rowBuckets,
    ),
    seconds: metrics.histogram(
      'quittance_statement_seconds',
      'Time of shared statements until their commit.',
      ['statement'],
      secondBuckets,
    ),
    waits: metrics.histogram(
      'quittance_statement_wait_seconds',
      'Time that the first row of a shared statement waited before it was sent.',
      ['statement'],
      secondBuckets,
    ),
    splits: metrics.counter(
      'quittance_statement_splits_total',
      'Transactions of several shared statements that failed, so that each was then sent by itself.',
    ),
    watchQueue(statement, waiting) {
      queues.set(statement, [...(queues.get(statement) ?? []), waiting]);
    },
  };
}

function createCircuits(metrics: Metrics, accountLabel: (account: AccountKey) => string): Circuits {
  type Circuit = {
    readonly processor: string;
    readonly account: AccountKey;
    readonly label: string;
    isOpen: boolean;
  };
  const accounts = new Map<string, Circuit>();
  const counts = (count: (isOpen: boolean) => number): Sample[] => {
    const found = new Map<string, { labels: readonly string[]; value: number }>();
    for (const { processor, label, isOpen } of accounts.values()) {
      const known = found.get(`${processor} ${label}`);
      if (known) known.value += count(isOpen);
      else found.set(`${processor} ${label}`, { labels: [processor, label], value: count(isOpen) });
    }
    return [...found.values()].map(({ labels, value }): Sample => [labels, value]);
  };
  metrics.gauge(
    'quittance_processor_accounts',
    'Accounts at card processors that this process has used.',
    ['processor', 'account'],
    () => counts(() => 1),
  );
  metrics.gauge(
    'quittance_processor_circuits_open',
    'Accounts whose circuit breaker is open: nothing that moves money is sent there.',
    ['processor', 'account'],
    () => counts((isOpen) => (isOpen ? 1 : 0)),
  );
  return {
    watch(processor, account) {
      const label = account ? accountLabel(account) : '';
      const owner = account ?? { businessId: 0n, name: processor };
      const circuit = { processor, account: owner, label, isOpen: false };
      accounts.set(`${processor} ${account ? nameOf(account) : ''}`, circuit);
      return (isOpen) => {
        circuit.isOpen = isOpen;
      };
    },
    open: () => [...accounts.values()].flatMap(({ isOpen, account }) => (isOpen ? [account] : [])),
  };
}
