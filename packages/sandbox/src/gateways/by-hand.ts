/**
 * Acts like a person in the portal of the gateway, who knows no reference of ours: voids a transaction, or refunds an
 * amount of it. An act that the gateway refuses leaves a row that says so. Returns false if it was refused.
 */
export type ByHand = (act: 'void' | 'refund', transactionId: string, cents?: bigint) => boolean;
