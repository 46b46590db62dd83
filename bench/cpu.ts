import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Seconds of processor time that a process and all its descendants have used, from /proc. */
export function cpuSeconds(rootPid: number): number {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    if (!stat) continue;
    // The name in parentheses may hold anything, so fields are counted behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // With what its ended children used, so that a worker that came and went is counted.
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    processes.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  let total = 0;
  for (const [pid, { ticks }] of processes) if (descends(pid)) total += ticks;
  return total / 100;

  function descends(pid: number): boolean {
    for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === rootPid) return true;
    return false;
  }
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
