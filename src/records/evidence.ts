/*
 * The names of a case's evidence for the person who decides it. The portal has a word for each name; the compiler
 * enforces it.
 */

export type EvidenceName =
  // The request, the processor that received it, and its answer.
  | 'processor'
  | 'reference'
  | 'kind'
  | 'wanted'
  | 'sentAt'
  | 'inquiries'
  | 'lastAnswer'
  | 'seenAt'
  | 'cancelSentAt'
  | 'askedCents'
  | 'foundCents'
  | 'currency'
  | 'isBooked'
  // A payment, in its present state.
  | 'paymentId'
  | 'orderNumber'
  | 'paymentState'
  | 'capturedCents'
  | 'refundedCents'
  | 'refundingCents'
  // A batch: our totals and those of the processor.
  | 'decision'
  | 'ourCount'
  | 'ourCents'
  | 'theirCount'
  | 'theirCents'
  // A dispute.
  | 'dispute'
  | 'state'
  | 'disputedCents'
  | 'takenCents'
  | 'answerUntil'
  | 'reasonCode'
  | 'chargeId'
  | 'toldState'
  | 'toldCents'
  // Reports of a processor, and their rows.
  | 'reason'
  | 'readUntil'
  | 'row'
  | 'settledAt'
  | 'more'
  // Card testing.
  | 'suspect'
  | 'group'
  | 'level'
  | 'sign'
  // Numbers that are to be exported.
  | 'fingerprint'
  | 'cards'
  | 'accounts'
  // A bank transfer that came back.
  | 'why'
  | 'code'
  | 'title'
  | 'dateOfDeath'
  | 'alike'
  | 'entry'
  | 'entryId'
  | 'wasState'
  | 'amountCents'
  | 'traceNumber'
  | 'effectiveOn'
  | 'presentment'
  | 'cannotBeFiled'
  // A file from or for the bank.
  | 'file'
  | 'fileId'
  | 'fileName'
  | 'fileOf'
  | 'firstFileId'
  | 'name'
  | 'kept'
  | 'count'
  | 'faults'
  | 'traces'
  | 'writtenEntries'
  | 'writtenDebitCents'
  | 'writtenCreditCents'
  | 'entriesNow'
  | 'putAt'
  | 'says';

export type Evidence = { readonly [name in EvidenceName]?: unknown };
