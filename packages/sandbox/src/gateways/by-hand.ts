/**
 * What a person does in the portal of the gateway, who knows no reference of ours: undoes a transaction, or refunds an
 * amount of it. What the gateway refuses leaves a row that says so. False: it was refused.
 */
export type ByHand = (act: 'void' | 'refund', transactionId: string, cents?: bigint) => boolean;
