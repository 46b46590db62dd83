import type { ReturnedCode, TransactionCode } from './transaction-codes.ts';

/** A file between a company's bank and the network, in either direction. */
export type AchFile = {
  /** The routing number of who receives the file. */
  readonly immediateDestination: string;
  /** The sender: a routing number, or the ten characters that the bank has given out. */
  readonly immediateOrigin: string;
  readonly destinationName: string;
  readonly originName: string;
  /** To the minute; the time is optional. */
  readonly createdAt: { readonly date: Temporal.PlainDate; readonly time?: Temporal.PlainTime };
  /** A to Z or 0 to 9: distinguishes files of one day. */
  readonly modifier: string;
  readonly referenceCode: string;
  readonly batches: readonly AchBatch[];
};

/** COR is the class of notices of change. */
export type SecCode = 'PPD' | 'CCD' | 'WEB' | 'COR';
/** Debits and credits, credits only, debits only. */
export type ServiceClass = 200 | 220 | 225;

export type AchBatch = {
  readonly serviceClass: ServiceClass;
  readonly companyName: string;
  readonly discretionary: string;
  readonly companyId: string;
  readonly secCode: SecCode;
  /** The text on the receiver's statement, 10 characters. */
  readonly description: string;
  /** For the receiver to read too; `SD1300` and the like ask some banks for the same day. */
  readonly descriptiveDate?: string;
  /** The banking day on which it is to settle. A batch that comes back need not name one. */
  readonly effectiveOn?: Temporal.PlainDate;
  /** The day of the year on which it settled, 001 to 366. The operator writes it, never the sender. */
  readonly settlementDay?: string;
  /** The first eight digits of the routing number of the bank that sends the batch. */
  readonly odfi: string;
  readonly number: number;
  readonly entries: readonly AchEntry[];
};

export type AchEntry = {
  readonly transactionCode: TransactionCode | ReturnedCode;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly amountCents: bigint;
  readonly individualId: string;
  readonly individualName: string;
  readonly discretionary: string;
  /** The bank's eight digits and seven of one's own. */
  readonly traceNumber: string;
  /** A string is information for the receiver, up to 80 characters. */
  readonly addenda?: string | ReturnAddenda | NoticeAddenda | RawAddenda;
};

export type ReturnAddenda = {
  readonly kind: 'return';
  /** R01 and so on. */
  readonly code: string;
  readonly originalTrace: string;
  readonly dateOfDeath?: Temporal.PlainDate;
  /** Eight digits of the bank that the original entry went to. */
  readonly originalRdfi: string;
  readonly information: string;
};

export type NoticeAddenda = {
  readonly kind: 'notice';
  /** C01 and so on: the kind of correction in `correctedData`. */
  readonly code: string;
  readonly originalTrace: string;
  readonly originalRdfi: string;
  readonly correctedData: string;
};

/** A dishonored or contested return, or a refused notice: kept as it came, for a person to read. */
export type RawAddenda = { readonly kind: 'raw'; readonly code: string; readonly record: string };
