/** Something that is not as it must be. No finding means that money was neither lost nor doubled. */
export type Finding = {
  /** Which rule was broken, for programs. */
  readonly rule: string;
  readonly businessId?: bigint | undefined;
  readonly paymentId?: bigint | undefined;
  readonly says: string;
};

export function formatFinding({ rule, businessId, paymentId, says }: Finding): string {
  const business = businessId === undefined ? '' : ` business ${businessId}`;
  const payment = paymentId === undefined ? '' : ` payment ${paymentId}`;
  return `${rule}${business}${payment}: ${says}`;
}
