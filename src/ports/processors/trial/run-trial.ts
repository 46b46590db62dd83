import { openBench, type Setup } from './bench.ts';
import { contract } from './contract.ts';
import { notObserved, type Observation } from './trial.ts';

export type Finding = Observation & { readonly subject: string; readonly assumed: string };

/** Observes one after the other, and voids in the end what it charged. */
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
    for (const charge of charges.values()) await bench.followUp('void', charge);
  }
  return findings;
}
