/** The longest time of a charge: the processor's answer, and 5 seconds to record it. */
export function longestChargeMs({
  processorTimeoutMs,
}: {
  readonly processorTimeoutMs: number;
}): number {
  return processorTimeoutMs + 5000;
}
