import {
  type Counter,
  createMetrics,
  type Histogram,
  type Metrics,
  type Sample,
  secondBuckets,
} from './metrics.ts';
import { createTracing, type Tracing } from './tracing.ts';

/** What a process tells those who watch it: docs/operating/metrics.md lists every metric. */
export type Telemetry = {
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Starts to measure; the result tells how many seconds have passed. */
  stopwatch(): () => number;
  /** Seconds until the answer, by operation and class of status. */
  readonly requests: Histogram;
  /** Rows and seconds of gathered statements, by the name of the statement. */
  readonly statementRows: Histogram;
  readonly statementSeconds: Histogram;
  /** Seconds of calls of processors, by processor, call and outcome. */
  readonly calls: Histogram;
  /** Ended jobs, by kind and result. */
  readonly jobs: Counter;
  /** Lines of the log, by level and event. */
  readonly logLines: Counter;
  readonly circuits: Circuits;
};

/** The circuit breakers of this process. */
export type Circuits = {
  /** Another breaker of the same account takes the place of the former one, whose key was replaced. */
  watch(processor: string, account: string): (isOpen: boolean) => void;
};

const rowBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

/** `elapsedMs` is a clock that is never set. */
export function createTelemetry(elapsedMs: () => number): Telemetry {
  const metrics = createMetrics();
  return {
    metrics,
    tracing: createTracing(),
    stopwatch() {
      const begun = elapsedMs();
      return () => (elapsedMs() - begun) / 1000;
    },
    requests: metrics.histogram(
      'quittance_request_seconds',
      'Time until a request was answered, by operation and class of the status.',
      ['operation', 'status'],
      secondBuckets,
    ),
    statementRows: metrics.histogram(
      'quittance_statement_rows',
      'Rows of concurrent callers that shared a statement and its commit.',
      ['statement'],
      rowBuckets,
    ),
    statementSeconds: metrics.histogram(
      'quittance_statement_seconds',
      'Time of shared statements until their commit.',
      ['statement'],
      secondBuckets,
    ),
    calls: metrics.histogram(
      'quittance_processor_call_seconds',
      'Time of calls of card processors, by outcome.',
      ['processor', 'call', 'outcome'],
      secondBuckets,
    ),
    jobs: metrics.counter('quittance_jobs_total', 'Jobs that ended, or failed and come back.', [
      'kind',
      'result',
    ]),
    logLines: metrics.counter(
      'quittance_log_lines_total',
      'Warnings and errors in the log, by event.',
      ['level', 'event'],
    ),
    circuits: createCircuits(metrics),
  };
}

function createCircuits(metrics: Metrics): Circuits {
  const accounts = new Map<string, { readonly processor: string; isOpen: boolean }>();
  const counts = (count: (isOpen: boolean) => number): Sample[] => {
    const found = new Map<string, number>();
    for (const { processor, isOpen } of accounts.values()) {
      found.set(processor, (found.get(processor) ?? 0) + count(isOpen));
    }
    return [...found].map(([processor, value]): Sample => [[processor], value]);
  };
  metrics.gauge(
    'quittance_processor_accounts',
    'Accounts at card processors that this process has used.',
    ['processor'],
    () => counts(() => 1),
  );
  metrics.gauge(
    'quittance_processor_circuits_open',
    'Accounts whose circuit breaker is open: nothing that moves money is sent there.',
    ['processor'],
    () => counts((isOpen) => (isOpen ? 1 : 0)),
  );
  return {
    watch(processor, account) {
      const circuit = { processor, isOpen: false };
      accounts.set(`${processor} ${account}`, circuit);
      return (isOpen) => {
        circuit.isOpen = isOpen;
      };
    },
  };
}
