/** How long a charge may take: the processor's answer, and 5 seconds to write down what it says. */
export function longestChargeMs({
  processorTimeoutMs,
}: {
  readonly processorTimeoutMs: number;
}): number {
  return processorTimeoutMs + 5000;
}
