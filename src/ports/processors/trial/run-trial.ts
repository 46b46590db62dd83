import { openBench, type Setup } from './bench.ts';
import { contract } from './contract.ts';
import { notObserved, type Observation } from './trial.ts';

export type Finding = Observation & { readonly subject: string; readonly assumed: string };

/** True if the gateway behaves as only an account of its sandbox does; false if that cannot be seen. */
export async function provesSandbox(setup: Setup): Promise<boolean> {
  const { bench } = openBench({ ...setup, runId: `${setup.runId}p` });
  return (await setup.trial.provesSandbox?.(bench)) ?? false;
}

/** Observes one assumption after the other. At the end it undoes its charges, as far as that works on the same day. */
export async function runTrial(
  setup: Setup,
  tell: (finding: Finding) => void = () => {},
): Promise<Finding[]> {
  const { bench, charges, isOver } = openBench(setup);
  const findings: Finding[] = [];
  try {
    for (const { subject, assumed, observe } of [...contract, ...setup.trial.assumptions]) {
      const seen = isOver() ? notObserved('no time was left') : await observe(bench);
      const finding = { subject, assumed, ...seen };
      findings.push(finding);
      tell(finding);
    }
  } finally {
    for (const charge of [...charges.values()]) {
      const { answer } = await bench.followUp('void', charge);
      // A charge that is settled, or was refunded in part, is not voided.
      if (answer.outcome !== 'approved') await bench.followUp('refund', charge);
    }
  }
  return findings;
}
