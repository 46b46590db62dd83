import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Microseconds of processor time. */
export type Cpu = { readonly user: number; readonly system: number };

export const sum = ({ user, system }: Cpu) => user + system;

export function since(before: Cpu, after: Cpu): Cpu {
  return { user: after.user - before.user, system: after.system - before.system };
}

/** Seconds of processor time that a process and all its descendants have used, from /proc. */
export function cpuSeconds(rootPid: number): number {
  return sum(cpuOfTree(rootPid)) / 1e6;
}

/** The same, without those below another process. */
export function cpuOfTree(rootPid: number, without = 0): Cpu {
  const processes = new Map<number, Cpu & { parent: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statFields(name);
    if (!fields) continue;
    // With what its ended children used, so that a worker that came and went is counted.
    const [user, system, userOfChildren, systemOfChildren] = fields.slice(11, 15).map(Number);
    processes.set(Number(name), {
      parent: Number(fields[1]),
      user: (user! + userOfChildren!) * tickUs,
      system: (system! + systemOfChildren!) * tickUs,
    });
  }
  const total = { user: 0, system: 0 };
  for (const [pid, { user, system }] of processes) {
    if (!descends(pid)) continue;
    total.user += user;
    total.system += system;
  }
  return total;

  function descends(pid: number): boolean {
    for (let at = pid; at > 1 && at !== without; at = processes.get(at)?.parent ?? 0) {
      if (at === rootPid) return true;
    }
    return false;
  }
}

const tickUs = 10_000;

export function parentOf(pid: number): number {
  return Number(statFields(String(pid))?.[1]);
}

function statFields(pid: string): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything, so fields are counted behind it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The memory that the process has resident now, in megabytes. */
export function memoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? '')?.[1]) / 1024;
}

/** The most memory that the process had resident since `countPeakAnew`, or ever, in megabytes. */
export function peakMemoryMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? '')?.[1]) / 1024;
}

/** From now on, the peak is that of what comes. */
export function countPeakAnew(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // It ended just now.
  }
}
