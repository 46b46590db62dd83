/** One reference in the book of a processor, which reconciliation compares with our payments. */
export type BookedCharge = {
  readonly kind: 'charge' | 'capture' | 'void' | 'refund';
  readonly reference: string;
  /** The reference of the charge that a follow-up belongs to. */
  readonly of: string | undefined;
  readonly standing: 'approved' | 'declined' | 'canceled' | 'pending';
  /**
   * The approved amount; zero for anything declined, canceled or not yet executed. A follow-up has a positive amount of
   * its own, and the amount of the charge stays.
   */
  readonly netCents: bigint;
  /** Undefined if the reference was canceled before anything was booked. */
  readonly processorId: string | undefined;
  /** The card's; empty if there was none. Undefined as `processorId` is. */
  readonly last4: string | undefined;
  /** Undefined for a follow-up. */
  readonly capture: boolean | undefined;
};
