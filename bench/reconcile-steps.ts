import { readFileSync } from 'node:fs';
import type { Progress } from '../src/kernel/progress.ts';
import type { Database } from '../src/runtime/sql.ts';
import { cpuSeconds, memoryMb } from './cpu.ts';

/**
 * Prints a line for each step of a command: its seconds, the processor time of all (a machine may be busy with other
 * things), and the most memory of this process and of a session of the database.
 */
export type Steps = {
  command(name: string): Progress;
  found(what: string): void;
  /** Of the command; prints its sums. */
  end(): Promise<void>;
};

type Step = {
  readonly name: string;
  readonly begun: number;
  readonly cpuBegun: number;
  own: number;
  server: number;
};

type Measures = {
  readonly seconds: number;
  readonly cpu: number;
  readonly own: number;
  readonly server: number;
};

const sampleMs = 50;

export function watchSteps(db: Database, payments: number): Steps {
  let command = '';
  let findings = 0;
  let current: Step | undefined;
  let all: Measures[] = [];
  let pids: number[] = [];
  let timer: NodeJS.Timeout | undefined;

  return {
    command(name) {
      [command, findings, all, current] = [name, 0, [], undefined];
      timer = setInterval(sample, sampleMs);
      void readPids();
      console.log(
        `${name.padEnd(28)} seconds     CPU  memory of the process, of its database session (MB)`,
      );
      return {
        step(step) {
          closeStep();
          current = { name: step, begun: performance.now(), cpuBegun: cpu(), own: 0, server: 0 };
          sample();
        },
        did() {},
        part() {},
      };
    },
    found(what) {
      findings += 1;
      if (findings <= 10) console.log(`  found: ${what}`);
    },
    async end() {
      closeStep();
      clearInterval(timer);
      const sum = (pick: 'seconds' | 'cpu') => all.reduce((total, one) => total + one[pick], 0);
      const seconds = sum('seconds');
      const most = (pick: 'own' | 'server') => Math.max(...all.map((one) => one[pick]));
      print(`${command}, in all`, {
        seconds,
        cpu: sum('cpu'),
        own: most('own'),
        server: most('server'),
      });
      const each = ((seconds / payments) * 1e6).toFixed(0);
      const [spilled] = await db.query<{ mb: number }>(
        `select (temp_bytes / 1048576)::float8 as mb from pg_stat_database where datname = current_database()`,
      );
      console.log(
        `  ${findings} findings, ${each} us a payment, ${spilled?.mb.toFixed(0)} MB of temporary files so far\n`,
      );
    },
  };

  /** The server is a child of this process. */
  function cpu(): number {
    return cpuSeconds(process.pid);
  }

  function closeStep(): void {
    if (!current) return;
    sample();
    const { name, begun, cpuBegun, own, server } = current;
    const seconds = (performance.now() - begun) / 1000;
    const measured = { seconds, cpu: cpu() - cpuBegun, own, server };
    all.push(measured);
    print(name, measured);
    void readPids();
  }

  function sample(): void {
    if (!current) return;
    current.own = Math.max(current.own, memoryMb(process.pid));
    current.server = Math.max(current.server, ...pids.map(privateMb));
  }

  /** What serves our statements; connections come and go. */
  async function readPids(): Promise<void> {
    const rows = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
    );
    pids = rows.map(({ pid }) => pid);
  }
}

function print(name: string, { seconds, cpu, own, server }: Measures): void {
  const times = [seconds, cpu].map((one) => one.toFixed(2).padStart(8));
  const memories = [own, server].map((one) => one.toFixed(0).padStart(8));
  console.log(`${name.padEnd(28)}${[...times, ...memories].join('')}`);
}

/** Without the pages that it shares with the rest of the server. */
function privateMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0; // It ended just now.
  }
}
