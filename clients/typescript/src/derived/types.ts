/* Written by tools/client-files.ts from the table of /v1: change that, then `npm run generate`. */

export interface AccountValidation {
  /** The validation. */
  readonly id: string;
  /** How the account is validated. */
  readonly method: 'prenote' | 'micro_deposits' | 'hook' | 'used_before';
  /** What it is by now. */
  readonly status: 'pending' | 'validated' | 'failed' | 'expired' | 'withdrawn';
  /** The first payment that waits for it. */
  readonly paymentId: string;
  /** Of the bank. */
  readonly routingNumber: string;
  /** The last digits of the account. */
  readonly last4: string;
  /** Why it failed. */
  readonly reason: string | null;
  /** When it was begun. */
  readonly createdAt: string;
  /** When it was found open. */
  readonly validatedAt: string | null;
  /** When it failed, expired or was withdrawn. */
  readonly endedAt: string | null;
}

export interface AchEntry {
  /** The bank transfer. */
  readonly id: string;
  /** A payout is a deposit; a prenote tries an account. */
  readonly kind: 'debit' | 'credit' | 'deposit' | 'prenote' | 'micro_credit' | 'micro_debit';
  /** What it is by now. */
  readonly status: 'queued' | 'filed' | 'originated' | 'settled' | 'available' | 'returned' | 'late_returned' | 'canceled';
  /** In US dollars; null for micro-deposits, which their payer must find. In the smallest unit of the currency, such as cents. */
  readonly amount: number | null;
  /** The payment. */
  readonly paymentId: string | null;
  readonly payment?: Payment | null | undefined;
  /** The refund that a credit carries out. */
  readonly refundId: string | null;
  /** The class of the network. */
  readonly secCode: string;
  /** Of the account. */
  readonly accountKind: 'checking' | 'savings';
  /** Of its bank. */
  readonly routingNumber: string;
  /** The last digits of the account. */
  readonly last4: string;
  /** Whether it settles on the day of its file. */
  readonly isSameDay: boolean;
  /** The first time is 1. */
  readonly presentment: number;
  /** The file to the bank. */
  readonly fileId: string | null;
  /** Its number in the file. */
  readonly traceNumber: string | null;
  /** When the bank books it. */
  readonly effectiveOn: string | null;
  /** When it settled. */
  readonly settledAt: string | null;
  /** Why it came back. */
  readonly returnCode: string | null;
  /** The same in words. */
  readonly returnReason: string | null;
  /** When it came back. */
  readonly returnedAt: string | null;
  /** When it was made. */
  readonly createdAt: string;
}

export interface AchFile {
  /** The file. */
  readonly id: string;
  /** Out to the bank, or in from it. */
  readonly direction: 'out' | 'in';
  /** What it is by now. */
  readonly status: 'collecting' | 'written' | 'delivered' | 'rejecting' | 'rejected' | 'read';
  /** Its name. */
  readonly name: string;
  /** Its day. */
  readonly fileOn: string;
  /** Whether it settles on its day. */
  readonly isSameDay: boolean;
  /** Bank transfers in it. */
  readonly entryCount: number;
  /** Of all debits, in US dollars. In the smallest unit of the currency, such as cents. */
  readonly debits: number;
  /** Of all credits, in US dollars. In the smallest unit of the currency, such as cents. */
  readonly credits: number;
  /** Of its bytes. */
  readonly sha256: string | null;
  /** Until when it takes bank transfers. */
  readonly cutoffAt: string;
  /** When it was begun. */
  readonly createdAt: string;
  /** When the bank had it. */
  readonly deliveredAt: string | null;
}

/** What a bank answered to a bank transfer: a return or a correction. */
export interface AchReturn {
  /** The answer of the bank. */
  readonly id: string;
  /** A correction says that an accepted transfer needs other data the next time. */
  readonly kind: 'return' | 'correction';
  /** As in R01 or C01. */
  readonly code: string;
  /** The same in words. */
  readonly title: string;
  /** False: it was kept and changed nothing. */
  readonly isApplied: boolean;
  /** The bank transfer that it answers. */
  readonly entryId: string;
  /** The payment. */
  readonly paymentId: string | null;
  readonly payment?: Payment | null | undefined;
  /** Of the transfer, in US dollars; null for micro-deposits. In the smallest unit of the currency, such as cents. */
  readonly amount: number | null;
  /** The last digits of the account. */
  readonly last4: string;
  /** Of the transfer in its file to the bank. */
  readonly traceNumber: string | null;
  /** The file from the bank. Null: a person told of it, or it is older than this list. */
  readonly fileId: string | null;
  /** When it was read. */
  readonly receivedAt: string;
}

export interface ApiKey {
  /** The key, for those who rotate or revoke it. */
  readonly id: string;
  /** What its owner calls it. */
  readonly name: string | null;
  /** What it may do. Null: everything, also in the interfaces beside /v1. */
  readonly rights: ReadonlyArray<'read' | 'charge' | 'refund' | 'approve' | 'administer' | 'operate'> | null;
  /** Its first characters; empty for a key that its owner chose. */
  readonly hint: string;
  /** Whether it is valid. */
  readonly status: 'active' | 'expired' | 'revoked';
  /** The key, person or account that made it; null where that was not noted yet. */
  readonly createdBy: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it was last shown, to the minute or so. */
  readonly lastUsedAt: string | null;
  /** When it ends. */
  readonly expiresAt: string | null;
  /** When it was revoked. */
  readonly revokedAt: string | null;
}

export interface Application {
  /** The application, within its business. */
  readonly id: string;
  /** The business that applies to take payments. */
  readonly businessId: string;
  /** What became of it by now. */
  readonly status: 'draft' | 'submitted' | 'screening' | 'in_review' | 'needs_information' | 'enhanced_review' | 'approved' | 'provisioning' | 'active' | 'declined' | 'withdrawn' | 'expired';
  /** Who hears of what becomes of it. */
  readonly email: string;
  /** Codes of what is missing. */
  readonly requirements: ReadonlyArray<string>;
  /** Why it was declined. */
  readonly outcomeCodes: ReadonlyArray<string>;
  /** When it ends, while an answer is awaited. */
  readonly expiresAt: string | null;
  /** When it was handed in. */
  readonly createdAt: string;
}

export interface ApplicationDetails {
  /** The application, within its business. */
  readonly id: string;
  /** The business that applies to take payments. */
  readonly businessId: string;
  /** What became of it by now. */
  readonly status: 'draft' | 'submitted' | 'screening' | 'in_review' | 'needs_information' | 'enhanced_review' | 'approved' | 'provisioning' | 'active' | 'declined' | 'withdrawn' | 'expired';
  /** Who hears of what becomes of it. */
  readonly email: string;
  /** Codes of what is missing. */
  readonly requirements: ReadonlyArray<string>;
  /** Why it was declined. */
  readonly outcomeCodes: ReadonlyArray<string>;
  /** When it ends, while an answer is awaited. */
  readonly expiresAt: string | null;
  /** When it was handed in. */
  readonly createdAt: string;
  /** What was told, without secrets. */
  readonly details: unknown;
  /** Its history, the first move first. */
  readonly moves: ReadonlyArray<ApplicationMove>;
}

export interface ApplicationMove {
  /** Which move it was, from 1. */
  readonly n: number;
  /** The state before. */
  readonly from: 'draft' | 'submitted' | 'screening' | 'in_review' | 'needs_information' | 'enhanced_review' | 'approved' | 'provisioning' | 'active' | 'declined' | 'withdrawn' | 'expired' | null;
  /** The state after. */
  readonly to: 'draft' | 'submitted' | 'screening' | 'in_review' | 'needs_information' | 'enhanced_review' | 'approved' | 'provisioning' | 'active' | 'declined' | 'withdrawn' | 'expired';
  /** Who did it. */
  readonly actor: string;
  /** Why. */
  readonly reason: string;
  /** When. */
  readonly createdAt: string;
}

/** What is known while the outcome is open. Null: the outcome of the charge is known. */
export interface AttemptKnowledge {
  /** How often the bank was asked what became of it. */
  readonly inquiries: number;
  /** When the bank last showed it. */
  readonly seenAt: string | null;
  /** Since when the bank does not find what it should find by now. */
  readonly absentSince: string | null;
  /** When the bank was last told to cancel it. */
  readonly cancelSentAt: string | null;
  /** When it is asked about next. */
  readonly nextLookAt: string | null;
}

export interface AuditLogBreak {
  /** The first entry concerned. */
  readonly from: string;
  /** The last one. */
  readonly to: string;
  /** What is wrong there. */
  readonly kind: 'changed' | 'missing' | 'put_in' | 'wrong_order' | 'without_head';
}

export interface AuditLogEntry {
  /** Its place in the log of the business, from 1. */
  readonly id: string;
  /** When it was done. */
  readonly happenedAt: string;
  /** Who did it: api:USERNAME, operator, operator:NAME, payer (on a page, or by a text) or system. */
  readonly actor: string;
  /** What was done, such as key.created. */
  readonly act: string;
  /** What it was done to, such as key:12. */
  readonly object: string;
  /** More about it. No secret is among it. */
  readonly facts: unknown;
}

export interface AuditLogVerification {
  /** True if no entry was changed, removed or put in. */
  readonly isWhole: boolean;
  /** How many entries were read. */
  readonly entries: number;
  /** Where it is broken. */
  readonly breaks: ReadonlyArray<AuditLogBreak>;
  /** How many further places are not listed. */
  readonly unreported: number;
}

export interface BankExchange {
  /** What was asked for, such as charge, inquiry or cancel. */
  readonly kind: string;
  /** When it was sent. */
  readonly at: string;
  /** How long the answer took, in milliseconds. */
  readonly tookMs: number;
  /** Of HTTP. Null: no whole answer came, and the answer says why. */
  readonly status: number | null;
  /** What was sent: values that are evidence, masked. */
  readonly request: string;
  /** What came back, masked. */
  readonly answer: string;
  /** True of what the simulated bank answered at once: written from what is stored of the payment, with the time until its outcome was stored. False: kept as it was. */
  readonly isDerived: boolean;
}

/** What the simulated bank is to do with the next exchanges. */
export interface BankScript {
  /** The script. */
  readonly id: string;
  /** Which exchanges with the bank it is for. */
  readonly exchange: 'charge' | 'capture' | 'void' | 'refund' | 'batch';
  /** What the bank does: books and answers, or lets an answer get lost. */
  readonly does: string;
  /** The payment that it is for; null: whatever comes next. */
  readonly orderNumber: string | null;
  /** How often it is still to be done. */
  readonly times: number;
  /** When it was made. */
  readonly createdAt: string;
}

export interface Batch {
  /** The batch. */
  readonly id: string;
  /** What it is by now. */
  readonly status: 'closing' | 'unknown' | 'closed' | 'mismatch' | 'reconciled' | 'funded';
  /** The account that it was taken at. */
  readonly processor: string;
  /** Its name at the processor. */
  readonly reference: string;
  /** Of its amounts. */
  readonly currency: 'USD' | 'CAD';
  /** Payments and refunds in it. */
  readonly itemCount: number;
  /** Captures less refunds. In the smallest unit of the currency, such as cents. */
  readonly net: number;
  /** Fees of the platform. In the smallest unit of the currency, such as cents. */
  readonly fees: number;
  /** What the processor counts. */
  readonly processorItemCount: number | null;
  /** What the processor says. In the smallest unit of the currency, such as cents. */
  readonly processorNet: number | null;
  /** The payout that has its money. */
  readonly payoutId: string | null;
  /** Who closed it. */
  readonly actor: string;
  /** When it was begun to be closed. */
  readonly createdAt: string;
  /** When the processor took it. */
  readonly closedAt: string | null;
  /** When its totals were found equal. */
  readonly reconciledAt: string | null;
}

export interface BatchItem {
  /** What it is. */
  readonly kind: 'payment' | 'refund';
  /** The payment, or that which was refunded. */
  readonly paymentId: string;
  /** The refund. */
  readonly refundId: string | null;
  /** Of the payment or refund at the processor. */
  readonly reference: string;
  /** In the currency of the batch; below zero for a refund. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** When it was asked for. */
  readonly createdAt: string;
}

export interface Branding {
  /** As it was chosen. Null: that of the service. */
  readonly accentColor: string | null;
  /** What pages show of the color: letters and links always have a contrast of 4.5 or more with what they stand on, so links are darker by day, or lighter by night, where the color itself could not be read. */
  readonly shown: ShownColors | null;
  readonly logo: Logo | null;
}

export interface Business {
  /** The business; the SalesSiteID of the other interfaces. */
  readonly id: string;
  /** The business above it. */
  readonly parentId: string | null;
  /** Goes with its API keys in the other interfaces. */
  readonly username: string;
  /** Its legal name. */
  readonly name: string;
  /** What it may do by now. */
  readonly status: 'messaging_only' | 'payments_pending' | 'payments_enabled' | 'payouts_enabled' | 'suspended' | 'closed';
  /** Live: it moves money. */
  readonly environment: 'sandbox' | 'live';
  /** Its days begin by it. */
  readonly timeZone: string;
  /** What it charges in where nothing names a currency. */
  readonly currency: 'USD' | 'CAD';
  /** Its type. */
  readonly typeId: string;
  /** When it was made. */
  readonly createdAt: string;
}

export interface BusinessDetails {
  /** The business; the SalesSiteID of the other interfaces. */
  readonly id: string;
  /** The business above it. */
  readonly parentId: string | null;
  /** Goes with its API keys in the other interfaces. */
  readonly username: string;
  /** Its legal name. */
  readonly name: string;
  /** What it may do by now. */
  readonly status: 'messaging_only' | 'payments_pending' | 'payments_enabled' | 'payouts_enabled' | 'suspended' | 'closed';
  /** Live: it moves money. */
  readonly environment: 'sandbox' | 'live';
  /** Its days begin by it. */
  readonly timeZone: string;
  /** What it charges in where nothing names a currency. */
  readonly currency: 'USD' | 'CAD';
  /** Its type. */
  readonly typeId: string;
  /** How far the time machine moved its clock on. */
  readonly clockAheadSeconds: number;
  /** What its type includes. */
  readonly services: ReadonlyArray<string>;
  /** Of the contact. */
  readonly email: string | null;
  /** Of the contact. */
  readonly phone: string | null;
  /** The number that it texts from. */
  readonly mobileNumber: string | null;
  /** In which its pages, mails and texts speak to payers whose own language is not known; null: pages follow the browser, and all else is English. */
  readonly language: 'en' | 'es' | 'fr' | null;
  /** What else was told of it, by the names of the other interfaces. */
  readonly details: unknown;
}

export interface BusinessMove {
  /** Which move it was, from 1. */
  readonly n: number;
  /** The state before; null for the first one. */
  readonly from: 'messaging_only' | 'payments_pending' | 'payments_enabled' | 'payouts_enabled' | 'suspended' | 'closed' | null;
  /** The state after. */
  readonly to: 'messaging_only' | 'payments_pending' | 'payments_enabled' | 'payouts_enabled' | 'suspended' | 'closed';
  /** Who did it. */
  readonly actor: string;
  /** Why. */
  readonly reason: string;
  /** When. */
  readonly createdAt: string;
}

export interface BusinessTerms {
  /** Of what is settled, in hundredths of a percent. */
  readonly cardFeeBps: number;
  /** For each card payment. */
  readonly cardFeeCents: number;
  /** For each bank payment. */
  readonly achFeeCents: number;
  /** For each bank payment that comes back. */
  readonly returnFeeCents: number;
  /** Banking days for which the money of a bank payment is held. */
  readonly holdDays: number;
  /** True if a debit that came back for want of funds is sent again. */
  readonly represents: boolean;
  /** True if bank payments go with the next file of the same day. */
  readonly sameDay: boolean;
  /** True if a new bank account gets a prenote before it is debited. */
  readonly prenotes: boolean;
  /** True if a card may pay a part of the amount. */
  readonly partialApprovals: boolean;
  /** True if a charge with a wrong security code is declined. */
  readonly voidsWrongCode: boolean;
  /** True if a charge with a wrong address is declined. */
  readonly voidsWrongAddress: boolean;
  /** True if payers may let a subscription end with its period, on their page. */
  readonly payerCancels: boolean;
  /** For how long an equal partial refund without Idempotency-Key is the same refund; 0: never. */
  readonly repeatMinutes: number;
  /** When its batches are closed, by its own clock: HH:MM. */
  readonly batchCutoff: string;
  /** On which days a declined period of a subscription is charged again. */
  readonly retryDays: ReadonlyArray<number>;
  /** How a bank account is validated before its first online debit. */
  readonly accountValidation: 'none' | 'prenote' | 'micro_deposits' | 'hook';
}

export interface Case {
  /** The case. */
  readonly id: string;
  /** What only a person can decide. */
  readonly kind: 'outcome_unknown' | 'followup_unknown' | 'followup_contradicted' | 'amount_differs' | 'not_given_back' | 'batch_mismatch' | 'batch_unknown' | 'batch_contradicted' | 'no_report' | 'odd_row' | 'malformed_request' | 'ach_return' | 'ach_file' | 'dispute' | 'dispute_unmatched' | 'dispute_contradicted' | 'card_testing' | 'number_export';
  /** One person proposes, another confirms, then it is carried out. */
  readonly status: 'open' | 'proposed' | 'confirmed' | 'closed';
  /** What it is about. */
  readonly objectKind: 'payment' | 'followup' | 'batch' | 'ach_entry' | 'ach_file' | 'dispute' | 'business' | 'pay_link' | 'network';
  /** Which one. */
  readonly objectId: string;
  /** What a person must know to decide. */
  readonly evidence: unknown;
  /** What may be decided, each with what it does. */
  readonly decisions: unknown;
  /** What was proposed. */
  readonly proposal: string | null;
  /** Who proposed it. */
  readonly proposedBy: string | null;
  /** When it was proposed. */
  readonly proposedAt: string | null;
  /** Why it was proposed. */
  readonly note: string | null;
  /** Who confirmed it. */
  readonly confirmedBy: string | null;
  /** What became of it. */
  readonly outcome: string | null;
  /** When it was opened. */
  readonly createdAt: string;
  /** When it was confirmed. */
  readonly confirmedAt: string | null;
}

export interface CaseAct {
  /** When. */
  readonly at: string;
  /** What. */
  readonly act: string;
  /** Who. */
  readonly actor: string;
  /** The details. */
  readonly facts: unknown;
}

/** A page of ours on which a payer pays, and comes back from. */
export interface CheckoutSession {
  /** The link. */
  readonly id: string;
  /** The invoice that it asks to pay. */
  readonly invoiceId: string;
  /** Ten digits. */
  readonly invoiceNumber: string;
  /** The payer. */
  readonly customerId: string;
  /** Your own number of the invoice, or one that was made. */
  readonly orderNumber: string;
  /** What is to be paid. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** What was paid of it. Refunds are not taken off, since they do not reopen it. In the smallest unit of the currency, such as cents. */
  readonly amountPaid: number;
  /** What is still open: neither paid nor being paid, nor ended. In the smallest unit of the currency, such as cents. */
  readonly amountLeft: number;
  /** Whether it may be paid in parts. Null: it is paid whole. */
  readonly partialPayments: PartialPayments | null;
  /** Of the amount. */
  readonly currency: 'USD' | 'CAD';
  /** The payment that pays it. */
  readonly paymentId: string | null;
  /** Until when it can be paid. */
  readonly expiresAt: string | null;
  /** When its page was first looked at. */
  readonly openedAt: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** Where it is paid; only where it is made or asked for. */
  readonly address?: string | undefined;
  /** A payer. */
  readonly customer?: Customer | null | undefined;
  readonly payment?: Payment | null | undefined;
  /** Complete once money was taken or promised. */
  readonly status: 'open' | 'processing' | 'complete' | 'canceled' | 'expired';
  /** Where the payer goes afterwards. */
  readonly successUrl: string;
  /** Where the payer goes without paying. */
  readonly cancelUrl: string | null;
  /** What the page offers. */
  readonly methods: ReadonlyArray<'card' | 'bank'>;
  /** True if the card or account is saved. */
  readonly saveToken: boolean;
}

export interface Clock {
  /** The time of the business. */
  readonly now: string;
  /** Where it is. */
  readonly timeZone: string;
  /** How far its clock was moved on. */
  readonly aheadSeconds: number;
  /** What is due next. */
  readonly timers: ReadonlyArray<Timer>;
}

export interface Conversation {
  /** The conversation. */
  readonly id: string;
  /** Of the person. */
  readonly phone: string;
  /** Of the business; blank if it had none. */
  readonly ownNumber: string;
  /** Whose phone it was when the last text was written. */
  readonly customerId: string | null;
  /** A payer. */
  readonly customer?: Customer | null | undefined;
  /** What the person said about texts. */
  readonly consent: 'none' | 'opted_in' | 'opted_out';
  /** The user who takes care of it. */
  readonly assigneeId: string | null;
  readonly assignee?: User | null | undefined;
  /** True if the person wrote, and was not answered since. A text that you send answers, with or without a pay link; receipts, notices and automatic answers do not. It can be marked as read, too. */
  readonly isWaiting: boolean;
  /** When it began. */
  readonly createdAt: string;
  /** When the person wrote last. */
  readonly heardAt: string | null;
  /** When it was answered, or marked as read, after the person wrote last. */
  readonly readAt: string | null;
  /** When the last text was written. */
  readonly lastAt: string;
  /** The last text of a conversation. */
  readonly lastMessage?: LastMessage | null | undefined;
}

export interface ConversationChange {
  /** The user who takes care of it; null: nobody. */
  readonly assigneeId?: string | null | undefined;
}

/** What a colleague wrote about a conversation, for colleagues alone. */
export interface ConversationNote {
  /** The note. */
  readonly id: string;
  /** The conversation. */
  readonly conversationId: string;
  /** Who wrote it, as the audit log names them. */
  readonly actor: string;
  /** What was written. */
  readonly body: string;
  /** When it was written. */
  readonly createdAt: string;
}

/** A payer. */
export interface Customer {
  /** The customer. */
  readonly id: string;
  /** Your own identifier. */
  readonly externalId: string | null;
  /** Who is not to be contacted gets no messages. */
  readonly status: 'active' | 'inactive' | 'do_not_contact';
  /** First name. */
  readonly firstName: string;
  /** Last name. */
  readonly lastName: string;
  /** In small letters; may be blank. */
  readonly email: string;
  /** Ten digits or fewer; may be blank. */
  readonly phone: string;
  /** Street address. */
  readonly address1: string;
  /** Second line of the address. */
  readonly address2: string;
  /** City. */
  readonly city: string;
  /** State or province. */
  readonly state: string;
  /** Postal code. */
  readonly postalCode: string;
  /** Two letters of ISO 3166. */
  readonly country: string;
  /** In which the customer is spoken to; null: in that of the business. */
  readonly language: 'en' | 'es' | 'fr' | null;
  readonly further: CustomerFields;
  /** When it was first seen. */
  readonly createdAt: string;
  /** When it was last changed. */
  readonly updatedAt: string | null;
  /** The customer that it was merged into, which has all that was its own. What names it means that one. */
  readonly mergedInto: string | null;
  /** Sums of the invoices, one entry for each currency. */
  readonly totals?: ReadonlyArray<CustomerTotals> | undefined;
}

export interface CustomerChange {
  /** Your own identifier of the person. */
  readonly externalId?: string | undefined;
  /** First name. */
  readonly firstName?: string | null | undefined;
  /** Last name. */
  readonly lastName?: string | null | undefined;
  /** Where receipts go. */
  readonly email?: string | null | undefined;
  /** Mobile number, up to ten digits. */
  readonly phone?: string | null | undefined;
  /** Street address. */
  readonly address1?: string | null | undefined;
  /** Second line of the address. */
  readonly address2?: string | null | undefined;
  /** City. */
  readonly city?: string | null | undefined;
  /** State or province: two letters in the US and Canada. */
  readonly state?: string | null | undefined;
  /** Postal code. */
  readonly postalCode?: string | null | undefined;
  /** Two letters of ISO 3166; US when left out. */
  readonly country?: string | undefined;
  /** In which the customer is spoken to; null: in that of the business. */
  readonly language?: 'en' | 'es' | 'fr' | null | undefined;
  /** Who is not to be contacted gets no messages. */
  readonly status?: 'active' | 'inactive' | 'do_not_contact' | undefined;
  /** Fields that are kept and never searched. */
  readonly further?: {
    /** A field of your own. */
    readonly title?: string | null | undefined;
    /** A field of your own. */
    readonly companyName?: string | null | undefined;
    /** A field of your own. */
    readonly originCode?: string | null | undefined;
    /** A field of your own. */
    readonly customField1?: string | null | undefined;
    /** A field of your own. */
    readonly customField2?: string | null | undefined;
    /** A field of your own. */
    readonly customField3?: string | null | undefined;
    /** A field of your own. */
    readonly customField4?: string | null | undefined;
    /** A field of your own. */
    readonly customField5?: string | null | undefined;
    /** A field of your own. */
    readonly customField6?: string | null | undefined;
    /** A field of your own. */
    readonly customField7?: string | null | undefined;
  } | undefined;
}

/** Fields that are kept and never searched. */
export interface CustomerFields {
  /** As you sent it. */
  readonly title: string | null;
  /** As you sent it. */
  readonly companyName: string | null;
  /** As you sent it. */
  readonly originCode: string | null;
  /** As you sent it. */
  readonly customField1: string | null;
  /** As you sent it. */
  readonly customField2: string | null;
  /** As you sent it. */
  readonly customField3: string | null;
  /** As you sent it. */
  readonly customField4: string | null;
  /** As you sent it. */
  readonly customField5: string | null;
  /** As you sent it. */
  readonly customField6: string | null;
  /** As you sent it. */
  readonly customField7: string | null;
}

/** Two customers that are one. */
export interface CustomerMerge {
  /** The customer that is merged into it. */
  readonly from: string;
}

/** Sums of the invoices of a customer in one currency. */
export interface CustomerTotals {
  /** Of these sums. */
  readonly currency: 'USD' | 'CAD';
  /** How many. */
  readonly invoices: number;
  /** Of all invoices. In the smallest unit of the currency, such as cents. */
  readonly invoiced: number;
  /** What was taken and not returned; refunds are not taken off. In the smallest unit of the currency, such as cents. */
  readonly paid: number;
  /** What was refunded. In the smallest unit of the currency, such as cents. */
  readonly refunded: number;
  /** Of invoices that nobody pays yet. In the smallest unit of the currency, such as cents. */
  readonly open: number;
}

export interface DayFigures {
  /** The day in the zone of the business. */
  readonly day: string;
  /** False for today, whose sums still grow. */
  readonly isOver: boolean;
  /** What was taken from cards: sales on the day on which they were made, captures on theirs. In the smallest unit of the currency, such as cents. */
  readonly cardAmount: number;
  /** What the bank was asked to debit. In the smallest unit of the currency, such as cents. */
  readonly bankAmount: number;
  /** Refunds, and voids of what was taken, on the day on which they were done. In the smallest unit of the currency, such as cents. */
  readonly refundedAmount: number;
  /** What came back from banks, less what they paid when they were asked again; it may be below zero. In the smallest unit of the currency, such as cents. */
  readonly returnedAmount: number;
  /** Card payments made that day that were approved. */
  readonly approvedCount: number;
  /** Card payments made that day that were declined. */
  readonly declinedCount: number;
  /** Payments from bank accounts made that day. */
  readonly bankCount: number;
  /** Debits that came back that day. */
  readonly returnCount: number;
}

/** Why a payment took no money. */
export interface Decline {
  /** For programs; /declines lists them. */
  readonly code: string;
  /** A sentence that the payer may read. */
  readonly message: string;
}

export interface Delivery {
  /** The delivery. */
  readonly id: string;
  /** The endpoint that it goes to. */
  readonly endpointId: 'payments' | 'messages' | 'customers';
  /** The event; sent as webhook-id, by which a receiver recognizes duplicates. */
  readonly eventId: string;
  readonly event?: Event | null | undefined;
  /** What happened. */
  readonly kind: string;
  /** What it happened to. */
  readonly objectId: string;
  /** Pending: not tried yet. Scheduled: failed, and is tried again. Exhausted: given up after ten tries. Discarded: its endpoint is gone, was disabled, or answered 410. */
  readonly status: 'pending' | 'in_flight' | 'scheduled' | 'succeeded' | 'exhausted' | 'discarded';
  /** True if it was made by a replay. */
  readonly isReplay: boolean;
  /** Tries that ended. */
  readonly tries: number;
  /** The status of the last answer. */
  readonly lastStatus: number | null;
  /** Why no answer came to the last try. */
  readonly lastError: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it is tried next. */
  readonly dueAt: string | null;
  /** When it was accepted or given up. */
  readonly finishedAt: string | null;
}

export interface DeliveryTry {
  /** When it began. */
  readonly sentAt: string;
  /** When it ended. Null: it is under way, or its process died. */
  readonly endedAt: string | null;
  /** What became of it. */
  readonly outcome: 'succeeded' | 'failed' | null;
  /** Of the answer. */
  readonly status: number | null;
  /** Why no answer came. */
  readonly error: string | null;
  /** The network address of the receiver. */
  readonly address: string | null;
  /** The beginning of the answer, masked. */
  readonly answer: string | null;
}

export interface DeliveryWithTries {
  /** The delivery. */
  readonly id: string;
  /** The endpoint that it goes to. */
  readonly endpointId: 'payments' | 'messages' | 'customers';
  /** The event; sent as webhook-id, by which a receiver recognizes duplicates. */
  readonly eventId: string;
  readonly event?: Event | null | undefined;
  /** What happened. */
  readonly kind: string;
  /** What it happened to. */
  readonly objectId: string;
  /** Pending: not tried yet. Scheduled: failed, and is tried again. Exhausted: given up after ten tries. Discarded: its endpoint is gone, was disabled, or answered 410. */
  readonly status: 'pending' | 'in_flight' | 'scheduled' | 'succeeded' | 'exhausted' | 'discarded';
  /** True if it was made by a replay. */
  readonly isReplay: boolean;
  /** Tries that ended. */
  readonly tries: number;
  /** The status of the last answer. */
  readonly lastStatus: number | null;
  /** Why no answer came to the last try. */
  readonly lastError: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it is tried next. */
  readonly dueAt: string | null;
  /** When it was accepted or given up. */
  readonly finishedAt: string | null;
  /** What is posted: a form. */
  readonly body: string;
  /** Each try, the first one first. */
  readonly log: ReadonlyArray<DeliveryTry>;
}

export interface Dispute {
  /** The dispute. */
  readonly id: string;
  /** What it is by now. */
  readonly status: 'inquiry' | 'open' | 'won' | 'lost';
  /** What is disputed. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** What the bank has of it now. In the smallest unit of the currency, such as cents. */
  readonly amountTaken: number;
  /** The payment; null if none fits. */
  readonly paymentId: string | null;
  readonly payment?: Payment | null | undefined;
  /** The account that tells of it. */
  readonly processor: string;
  /** Its name there. */
  readonly processorId: string;
  /** Of the card network. */
  readonly reasonCode: string;
  /** In words. */
  readonly reason: string;
  /** The last moment for evidence. */
  readonly answerUntil: string | null;
  /** When the processor told the latest state. */
  readonly toldAt: string;
  /** When it was first heard of. */
  readonly createdAt: string;
}

export interface Dunning {
  /** The number of the period; null if none is owed. */
  readonly period: number | null;
  /** The first one first. */
  readonly days: ReadonlyArray<DunningDay>;
}

export interface DunningDay {
  /** When it happened, or will happen. */
  readonly at: string;
  /** Charged: an attempt that took or promised money, or whose outcome is not known. Told: the payer got a mail or a text. Will charge, gives up: what follows, if every attempt is declined. */
  readonly what: 'charged' | 'declined' | 'told' | 'will_charge' | 'gives_up';
  /** Why it was declined, or what the payer was asked for. */
  readonly code: string | null;
  /** The payment of an attempt. */
  readonly paymentId: string | null;
}

export interface Event {
  /** The event. Webhooks send it as webhook-id. */
  readonly id: string;
  /** What happened, such as payment.captured. */
  readonly kind: string;
  /** The payment, customer or other object that it happened to. */
  readonly objectId: string;
  /** When it happened. */
  readonly happenedAt: string;
  /** What was known then. Amounts are in the smallest unit of their currency. */
  readonly data: unknown;
}

/** What the change may cost. */
export interface ExpectedDifference {
  /** As subscriptions.previewChange told it: if it is another one by now, the change is refused. In the smallest unit of the currency, such as cents. */
  readonly difference: number;
}

/** Card or bank account fields in a page of yours. */
export interface FieldSession {
  /** The session. */
  readonly id: string;
  /** What is typed into the fields. */
  readonly kind: 'card' | 'bank';
  /** Complete once its token was made. */
  readonly status: 'open' | 'complete' | 'expired';
  /** The pages that may show the fields. */
  readonly origins: ReadonlyArray<string>;
  /** Whose token it becomes; null: a new customer. */
  readonly customerId: string | null;
  /** The token that was made. */
  readonly token: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When the fields end. */
  readonly expiresAt: string;
}

/** Fields for a card or bank account. */
export interface FieldSessionRequest {
  /** What is typed into the fields. */
  readonly kind: 'card' | 'bank';
  /** The pages that may show the fields: all above them too, if they are framed. */
  readonly origins: ReadonlyArray<string>;
  /** The payer, as a customer of this business; not beside customer. */
  readonly customerId?: string | undefined;
}

export interface Figures {
  /** Of the amounts. */
  readonly currency: 'USD' | 'CAD';
  /** The zone whose days these are. */
  readonly timeZone: string;
  /** Each day, the oldest first. Where nothing happened, all is 0. */
  readonly data: ReadonlyArray<DayFigures>;
}

export interface ForgottenCustomer {
  /** The customer, of whom nothing but the id is left. */
  readonly customerId: string;
  /** How many payments the books keep. */
  readonly payments: number;
  /** How many saved cards and accounts were deleted. */
  readonly tokens: number;
}

export interface Home {
  /** Payments whose outcome is not known: nobody may charge them again: how many, and the first of them, which is the oldest or the one that is due first. */
  readonly unknownPayments: {
    /** Payments whose outcome is not known: nobody may charge them again, at most 100: then there may be more. */
    readonly count: number;
    readonly first: WaitingObject | null;
  };
  /** Bank transfers that came back within 7 days: how many, and the first of them, which is the oldest or the one that is due first. */
  readonly bankReturns: {
    /** Bank transfers that came back within 7 days, at most 100: then there may be more. */
    readonly count: number;
    readonly first: WaitingObject | null;
  };
  /** Conversations in which the other side wrote, and that nobody has answered or read since: how many, and the first of them, which is the oldest or the one that is due first. */
  readonly waitingConversations: {
    /** Conversations in which the other side wrote, and that nobody has answered or read since, at most 100: then there may be more. */
    readonly count: number;
    readonly first: WaitingObject | null;
  };
  /** Open invoices whose day to be paid is over; each waits since the end of that day: how many, and the first of them, which is the oldest or the one that is due first. */
  readonly overdueInvoices: {
    /** Open invoices whose day to be paid is over; each waits since the end of that day, at most 100: then there may be more. */
    readonly count: number;
    readonly first: WaitingObject | null;
  };
  /** Mails that failed for good within 7 days: how many, and the first of them, which is the oldest or the one that is due first. */
  readonly failedMails: {
    /** Mails that failed for good within 7 days, at most 100: then there may be more. */
    readonly count: number;
    readonly first: WaitingObject | null;
  };
  /** What people must decide: how many, and the first of them, which is the oldest or the one that is due first. */
  readonly openCases: {
    /** What people must decide, at most 100: then there may be more. */
    readonly count: number;
    readonly first: WaitingObject | null;
  };
  /** Disputes that are not decided: how many, and the first of them, which is the oldest or the one that is due first. */
  readonly openDisputes: {
    /** Disputes that are not decided, at most 100: then there may be more. */
    readonly count: number;
    readonly first: WaitingObject | null;
  };
  /** Webhook endpoints that do not get what is sent. */
  readonly failingEndpoints: ReadonlyArray<{
    /** Which endpoint. */
    readonly kind: string;
    /** Failing: the last deliveries failed. Disabled: nothing is sent any more. */
    readonly status: string;
    /** Since when. */
    readonly failingSince: string | null;
  }>;
  /** The application of the business that is not decided. */
  readonly application: {
    /** The application. */
    readonly id: string;
    /** Whom it waits for. */
    readonly status: string;
  } | null;
  /** The newest payout that has not arrived. */
  readonly payout: {
    /** The bank transfer. */
    readonly id: string;
    /** What is paid out, in US dollars. In the smallest unit of the currency, such as cents. */
    readonly amount: number;
    /** Of the account that it goes to. */
    readonly last4: string;
    /** When it was made. */
    readonly createdAt: string;
    /** When the bank books it. Null: it is in no file yet. */
    readonly effectiveOn: string | null;
  } | null;
  /** When the next payout is made. Null: payouts are off. */
  readonly nextPayoutAt: string | null;
}

/** What became of a row. */
export interface ImportResult {
  /** Which row of the request; the first has 0. */
  readonly row: number;
  /** The id of the row, if it could be read. */
  readonly id: string | null;
  /** Joined: a customer without an identifier of yours got that of the row. Exists: it is there already and stays as it is. */
  readonly outcome: 'created' | 'joined' | 'exists' | 'refused';
  /** The id here; of a plan its code. A dry run makes nothing that has one. */
  readonly made: string | null;
  /** Why it was refused. It never quotes a value. */
  readonly why: string | null;
}

/** What became of the rows. */
export interface ImportResults {
  /** How many were created. */
  readonly created: number;
  /** How many were joined to a customer. */
  readonly joined: number;
  /** How many are there already. */
  readonly exists: number;
  /** How many were refused. */
  readonly refused: number;
  /** One for each row, in their order. */
  readonly results: ReadonlyArray<ImportResult>;
}

export interface InboxItem {
  /** What arrived. */
  readonly id: string;
  /** A call is a phone that rang. */
  readonly channel: 'text' | 'mail' | 'call';
  /** The text or mail that it is. */
  readonly reference: string;
  /** Who sent it. */
  readonly sender: string;
  /** The phone or mailbox. */
  readonly recipient: string;
  /** Of a mail. */
  readonly subject: string | null;
  /** What it says. */
  readonly body: string;
  /** The same as a page. */
  readonly html: string | null;
  /** Files that came with it. */
  readonly attachments: ReadonlyArray<string>;
  /** When it arrived. */
  readonly receivedAt: string;
}

/** What a payer owes or owed. */
export interface Invoice {
  /** The invoice. */
  readonly id: string;
  /** Ten digits, as payers see it. */
  readonly number: string;
  /** Open: nobody pays it. Partially paid: a part was paid, and the rest is open. Paying, reserved, paid, returned or canceled, as its payment is; paid in parts: as all of them are. Expired or void: it can no longer be paid. */
  readonly status: 'open' | 'partially_paid' | 'paying' | 'reserved' | 'paid' | 'returned' | 'canceled' | 'expired' | 'void';
  /** The payer. */
  readonly customerId: string;
  /** Your own number of the order, or one that was made. */
  readonly orderNumber: string;
  /** What is to be paid. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** What was paid of it. Refunds are not taken off, since they do not reopen it. In the smallest unit of the currency, such as cents. */
  readonly amountPaid: number;
  /** What is still open: neither paid nor being paid, nor ended. In the smallest unit of the currency, such as cents. */
  readonly amountLeft: number;
  /** Whether it may be paid in parts. Null: it is paid whole. */
  readonly partialPayments: PartialPayments | null;
  /** For a part: the invoice of which it is one. */
  readonly partOfInvoiceId: string | null;
  /** Of its amounts. */
  readonly currency: 'USD' | 'CAD';
  /** The day by which it is to be paid. */
  readonly dueOn: string | null;
  /** True if it is open and that day is over. */
  readonly isOverdue: boolean;
  /** The payment that pays it; null while it is open, and once it has ended unpaid. */
  readonly paymentId: string | null;
  /** As it was sent. */
  readonly description: string | null;
  /** Your own identifier of the invoice. */
  readonly externalId: string | null;
  /** Parts of the amount. */
  readonly lines: ReadonlyArray<InvoiceLine>;
  /** The subscription whose period it is for. */
  readonly subscriptionId: string | null;
  /** Which period: the first has 1. */
  readonly period: number | null;
  /** The session on whose page it is paid. */
  readonly checkoutSessionId: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** A payer. */
  readonly customer?: Customer | null | undefined;
  readonly payment?: Payment | null | undefined;
  /** The links by which it could be paid, the newest first. */
  readonly payLinks?: ReadonlyArray<PayLink> | undefined;
  /** The parts in which it was paid, the earliest first. */
  readonly parts?: ReadonlyArray<InvoicePart> | undefined;
}

export interface InvoiceLine {
  /** What it is. */
  readonly name: string;
  /** Shown; the amounts need not add up. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Subtotal, discount, tax, tip, fee or other, in small letters. */
  readonly kind: string;
}

/** A part in which an invoice was paid, or is being paid. */
export interface InvoicePart {
  /** The part, which is an invoice of its own. */
  readonly id: string;
  /** Ten digits. */
  readonly number: string;
  /** As its payment is. */
  readonly status: 'paying' | 'reserved' | 'paid' | 'returned' | 'canceled';
  /** How much of the invoice it is. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** What was refunded of it, or voided. That does not reopen the invoice. In the smallest unit of the currency, such as cents. */
  readonly amountRefunded: number;
  /** The payment that pays it. */
  readonly paymentId: string;
  /** When it was paid. */
  readonly createdAt: string;
}

export interface Job {
  /** What is to be done. */
  readonly kind: string;
  /** What it is about. */
  readonly key: string;
  /** When it is due. */
  readonly runAt: string;
  /** How often it was begun. */
  readonly tries: number;
  /** Why it failed last. */
  readonly lastError: string | null;
}

/** The last text of a conversation. */
export interface LastMessage {
  /** The text. */
  readonly id: string;
  /** In from the person, or out to it. */
  readonly direction: 'in' | 'out';
  /** An answer was sent by itself to STOP, START or HELP. */
  readonly kind: 'chat' | 'pay_link' | 'receipt' | 'notice' | 'answer';
  /** What it is by now. */
  readonly status: 'received' | 'queued' | 'scheduled' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'blocked';
  /** What was written; the address of a pay link is shown as [PBTLINK]. */
  readonly body: string;
  /** Pictures that came with it. */
  readonly mediaCount: number;
  /** When it was written. */
  readonly createdAt: string;
}

export interface Lead {
  /** The lead; ExternalAPIID in the other interfaces. */
  readonly id: string;
  /** Waiting until the system of the business acknowledges it. */
  readonly status: 'waiting' | 'acknowledged';
  /** How the person came in. */
  readonly source: 'lead_form' | 'contact_insert';
  /** The form that was filled in. */
  readonly formId: string | null;
  /** The customer. */
  readonly customerId: string;
  /** A payer. */
  readonly customer?: Customer | null | undefined;
  /** As it was filled in. */
  readonly firstName: string;
  /** As it was filled in. */
  readonly lastName: string;
  /** As it was filled in. */
  readonly email: string;
  /** As it was filled in. */
  readonly phone: string;
  /** Each with the number of its question, from 0. */
  readonly answers: unknown;
  /** What the system of the business said last. */
  readonly returnMessage: string | null;
  /** When the person came in. */
  readonly createdAt: string;
  /** When it was acknowledged. */
  readonly answeredAt: string | null;
}

export interface LeadForm {
  /** The form. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** A closed form takes no more leads. */
  readonly status: 'open' | 'closed';
  /** Where it is filled in; link to it from anywhere. */
  readonly address: string;
  /** What stands above it. */
  readonly intro: string;
  /** What is said at its end. */
  readonly thanks: string;
  /** Your own name for the source of its leads. */
  readonly originId: string | null;
  /** In order. They never change: answers refer to them. */
  readonly questions: ReadonlyArray<LeadQuestion>;
  /** Optional personal questions. */
  readonly topics: ReadonlyArray<'spouse' | 'occupation' | 'birth_date' | 'gender'>;
  /** When it was made. */
  readonly createdAt: string;
}

export interface LeadOption {
  /** What is offered. */
  readonly text: string;
  /** Its name in your own system; blank: that of the question. */
  readonly value: string;
}

export interface LeadQuestion {
  /** What is asked. */
  readonly text: string;
  /** A text, a choice of one option, or choices of several. */
  readonly kind: 'text' | 'choice' | 'choices';
  /** Whether it must be answered. */
  readonly isRequired: boolean;
  /** Its name in your own system; may be blank. */
  readonly externalValue: string;
  /** What can be chosen; none where the answer is a text. */
  readonly options: ReadonlyArray<LeadOption>;
}

export interface LedgerAccount {
  /** Its name. */
  readonly account: string;
  /** Of the balance. */
  readonly currency: 'USD' | 'CAD';
  /** Debits less credits: income is below zero. In the smallest unit of the currency, such as cents. */
  readonly balance: number;
}

export interface LedgerFinding {
  /** The rule that does not hold. */
  readonly rule: string;
  /** The payment. */
  readonly paymentId: string | null;
  /** What was found. */
  readonly says: string;
}

export interface LedgerTransfer {
  /** The transfer. */
  readonly id: string;
  /** The account that is debited. */
  readonly debit: string;
  /** The account that is credited. */
  readonly credit: string;
  /** What moves from one to the other. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Of the amount. */
  readonly currency: 'USD' | 'CAD';
  /** The payment that it follows from. */
  readonly paymentId: string | null;
  readonly payment?: Payment | null | undefined;
  /** The refund or capture that it follows from. */
  readonly refundId: string | null;
  /** The batch that it follows from. */
  readonly batchId: string | null;
  /** The bank transfer that it follows from. */
  readonly entryId: string | null;
  /** The dispute that it follows from. */
  readonly disputeId: string | null;
  /** When it was written. */
  readonly madeAt: string;
}

export interface Logo {
  /** Where pages load it from. Another logo has another address. */
  readonly address: string;
  /** Its kind: image/png or image/jpeg. */
  readonly contentType: string;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
}

export interface Mail {
  /** The mail. */
  readonly id: string;
  /** The mailbox that it goes to. */
  readonly to: string;
  /** The payer that it goes to; null: it goes to the business. */
  readonly customerId: string | null;
  /** What it tells of, as the kind of its event: payment.captured is a receipt. */
  readonly kind: string;
  /** The event that it tells of. */
  readonly eventId: string;
  /** What the event happened to; null if the event is kept no longer. */
  readonly objectId: string | null;
  /** Queued: waits, also to be tried again, and then has an error code. Sending: is being handed over. Failed: it will never arrive. */
  readonly status: 'queued' | 'sending' | 'sent' | 'failed';
  /** Why the last try failed. */
  readonly errorCode: string | null;
  /** Tries that ended. */
  readonly tries: number;
  /** When it was queued. */
  readonly createdAt: string;
  /** When it is tried next. */
  readonly dueAt: string | null;
  /** When the mail server took it. */
  readonly sentAt: string | null;
}

/** The last mail of a kind as it would be with these words. */
export interface MailPreview {
  /** Its subject. */
  readonly subject: string;
  /** Its text. Secret addresses in it are left out. */
  readonly text: string;
  /** The same as HTML. A logo is that of the pages; the mail itself carries it. */
  readonly html: string;
  /** The subject in the usual words. */
  readonly usualSubject: string;
  /** The first sentence in the usual words. */
  readonly usualOpening: string;
  /** True if an own opening stands in its place, and not before it. */
  readonly replacesUsual: boolean;
  /** The payment or subscription that it tells of. Null: it is a sample. */
  readonly objectId: string | null;
  /** Those in the own words that are not known of its payer. */
  readonly missing: ReadonlyArray<string>;
  /** Those that words of this kind of mail may have. */
  readonly placeholders: ReadonlyArray<string>;
}

/** Own words of the business in the mails to its payers. Sums, lines, links, what the payer has to do, and how to reach the business always stand, and so does the PDF. */
export interface MailTemplate {
  /** The template. */
  readonly id: string;
  /** The kind of mail, as the kind of its event: payment.captured is a receipt. */
  readonly kind: 'payment.captured' | 'payment.queued' | 'payment.refunded' | 'payment.voided' | 'payment.returned' | 'payment.account_validating' | 'subscription.payment_failed' | 'subscription.trial_will_end' | 'subscription.card_expiring';
  /** In which it is written: payers get the mail in theirs. */
  readonly language: 'en' | 'es' | 'fr';
  /** The subject. Null, as in the others: the usual words. */
  readonly subject: string | null;
  /** What the mail begins with, in lines. */
  readonly opening: string | null;
  /** What it ends with, above the small print, in lines. */
  readonly closing: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it was last changed. */
  readonly updatedAt: string;
}

export interface MailTemplateChange {
  /** The subject, in one line. Of {firstName}, {lastName}, {business}, {amount}, {orderNumber}, {method}, {date}, {plan} each mail takes those that it can know. Where one is not known of a payer, the usual subject stands. */
  readonly subject?: string | null | undefined;
  /** What the mail begins with. In a receipt and in a refund it stands in the place of the first sentence, in the others before it. A line with a placeholder that is not known of a payer is left out. It is text: addresses in it are no links. */
  readonly opening?: string | null | undefined;
  /** What it ends with, with the same placeholders. */
  readonly closing?: string | null | undefined;
}

export interface MailTemplateDraft {
  /** The kind of mail, as the kind of its event: payment.captured is a receipt. */
  readonly kind: 'payment.captured' | 'payment.queued' | 'payment.refunded' | 'payment.voided' | 'payment.returned' | 'payment.account_validating' | 'subscription.payment_failed' | 'subscription.trial_will_end' | 'subscription.card_expiring';
  /** In which it is written: payers get the mail in theirs. */
  readonly language: 'en' | 'es' | 'fr';
  /** The subject, in one line. Of {firstName}, {lastName}, {business}, {amount}, {orderNumber}, {method}, {date}, {plan} each mail takes those that it can know. Where one is not known of a payer, the usual subject stands. */
  readonly subject?: string | undefined;
  /** What the mail begins with. In a receipt and in a refund it stands in the place of the first sentence, in the others before it. A line with a placeholder that is not known of a payer is left out. It is text: addresses in it are no links. */
  readonly opening?: string | undefined;
  /** What it ends with, with the same placeholders. */
  readonly closing?: string | undefined;
}

export interface MailWithText {
  /** The mail. */
  readonly id: string;
  /** The mailbox that it goes to. */
  readonly to: string;
  /** The payer that it goes to; null: it goes to the business. */
  readonly customerId: string | null;
  /** What it tells of, as the kind of its event: payment.captured is a receipt. */
  readonly kind: string;
  /** The event that it tells of. */
  readonly eventId: string;
  /** What the event happened to; null if the event is kept no longer. */
  readonly objectId: string | null;
  /** Queued: waits, also to be tried again, and then has an error code. Sending: is being handed over. Failed: it will never arrive. */
  readonly status: 'queued' | 'sending' | 'sent' | 'failed';
  /** Why the last try failed. */
  readonly errorCode: string | null;
  /** Tries that ended. */
  readonly tries: number;
  /** When it was queued. */
  readonly createdAt: string;
  /** When it is tried next. */
  readonly dueAt: string | null;
  /** When the mail server took it. */
  readonly sentAt: string | null;
  /** As it would be written now; null if there is nothing to say any more. */
  readonly subject: string | null;
  /** The same of its text. Secret addresses in it are left out: a pay link shows its own. */
  readonly text: string | null;
}

export interface Membership {
  /** The user that this person is there. */
  readonly userId: string;
  /** As others see it. */
  readonly name: string;
  /** What it may do there. */
  readonly role: 'viewer' | 'support' | 'approver' | 'cashier' | 'manager' | 'administrator' | 'operator';
  /** The same as rights. */
  readonly rights: ReadonlyArray<'read' | 'charge' | 'refund' | 'approve' | 'administer' | 'operate'>;
  /** Where it does. */
  readonly business: {
    /** The business. */
    readonly id: string;
    /** Its name. */
    readonly name: string;
    /** Whether real money moves. */
    readonly environment: 'sandbox' | 'live';
    /** Its state. */
    readonly status: string;
    /** Its zone. */
    readonly timeZone: string;
    /** What it charges in, unless a payment says otherwise. */
    readonly currency: string;
    /** Whether it is the operator of the service. */
    readonly isRoot: boolean;
    /** What its clock shows; the time machine may have moved it. */
    readonly now: string;
    /** How far the time machine moved it on. */
    readonly clockAheadSeconds: number;
  };
}

export interface Message {
  /** The text. */
  readonly id: string;
  /** The conversation. */
  readonly conversationId: string;
  readonly conversation?: Conversation | null | undefined;
  /** In from the person, or out to it. */
  readonly direction: 'in' | 'out';
  /** An answer was sent by itself to STOP, START or HELP. */
  readonly kind: 'chat' | 'pay_link' | 'receipt' | 'notice' | 'answer';
  /** What it is by now. */
  readonly status: 'received' | 'queued' | 'scheduled' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'blocked';
  /** Of the person. */
  readonly phone: string;
  /** What was written; the address of a pay link is shown as [PBTLINK]. */
  readonly body: string;
  /** The pay link in it. */
  readonly payLinkId: string | null;
  /** How many parts the carrier counts. */
  readonly segments: number;
  /** Pictures that came with it. */
  readonly mediaCount: number;
  /** Why it was not sent or did not arrive. */
  readonly errorCode: string | null;
  /** Who wrote it, as the audit log names them: a person, a key, the operator. Null if it came in, or was sent by itself. */
  readonly actor: string | null;
  /** When it was written. */
  readonly createdAt: string;
  /** When the carrier had it. */
  readonly sentAt: string | null;
  /** When it goes out, while it is scheduled. */
  readonly sendsAt: string | null;
  /** When its fate was known. */
  readonly finishedAt: string | null;
}

export interface MessageOutlook {
  /** The phone. */
  readonly phone: string;
  /** What a text would be: on its way, waiting until sendsAt, or not sent at all, with errorCode. */
  readonly status: 'queued' | 'scheduled' | 'blocked' | 'failed';
  /** Why it would not be sent. */
  readonly errorCode: string | null;
  /** When a scheduled one would go out. */
  readonly sendsAt: string | null;
  /** Why it would wait. The limits are 3 an hour and 10 a day. */
  readonly reason: 'quiet_hours' | 'hour_limit' | 'day_limit' | null;
  /** What the person said about texts. */
  readonly consent: 'none' | 'opted_in' | 'opted_out';
  /** When that was said. */
  readonly consentAt: string | null;
  /** How. */
  readonly consentReason: string | null;
  /** Where the phone may be. */
  readonly timeZones: ReadonlyArray<string>;
  /** When texts begin there each day. */
  readonly opensAt: string;
  /** When they end. */
  readonly closesAt: string;
  /** How many more the phone may get in this hour; null: no limits are known. */
  readonly leftThisHour: number | null;
  /** How many more on this day. */
  readonly leftToday: number | null;
}

export interface NewApiKey {
  /** The key, for those who rotate or revoke it. */
  readonly id: string;
  /** What its owner calls it. */
  readonly name: string | null;
  /** What it may do. Null: everything, also in the interfaces beside /v1. */
  readonly rights: ReadonlyArray<'read' | 'charge' | 'refund' | 'approve' | 'administer' | 'operate'> | null;
  /** Its first characters; empty for a key that its owner chose. */
  readonly hint: string;
  /** Whether it is valid. */
  readonly status: 'active' | 'expired' | 'revoked';
  /** The key, person or account that made it; null where that was not noted yet. */
  readonly createdBy: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it was last shown, to the minute or so. */
  readonly lastUsedAt: string | null;
  /** When it ends. */
  readonly expiresAt: string | null;
  /** When it was revoked. */
  readonly revokedAt: string | null;
  /** The key itself. It is shown only in this answer. */
  readonly secret: string;
}

export interface NewBankScript {
  /** Which exchanges with the bank it is for. */
  readonly exchange: 'charge' | 'capture' | 'void' | 'refund' | 'batch';
  /** What the bank does. Not everything can be done in every exchange. */
  readonly does: 'approve' | 'slow_approval' | 'slow_decline' | 'rejection' | 'connection_refused' | 'timeout_before_booking' | 'timeout_after_booking' | 'timeout_after_decline' | 'late_booking' | 'server_error_before_booking' | 'server_error_after_booking' | 'garbage_answer' | 'half_answer' | 'slow_drip' | 'duplicate_answer' | 'wrong_amount_answer' | 'wrong_reference_answer' | 'wrong_amount_booked' | 'partial_approval' | 'card_declined' | 'do_not_honor' | 'insufficient_funds' | 'limit_exceeded' | 'card_velocity_exceeded' | 'lost_card' | 'stolen_card' | 'suspected_fraud' | 'expired_card' | 'card_replaced' | 'recurring_stopped' | 'do_not_try_again' | 'incorrect_card_data' | 'incorrect_number' | 'incorrect_cvc' | 'incorrect_address' | 'authentication_required' | 'authorization_expired' | 'duplicate' | 'already_settled' | 'not_settled' | 'not_released' | 'refund_too_large' | 'processing_error' | 'capture_declined' | 'capture_timeout_before_booking' | 'capture_timeout_after_booking' | 'void_declined' | 'void_timeout_before_booking' | 'void_timeout_after_booking' | 'refund_declined' | 'refund_timeout_before_booking' | 'refund_timeout_after_booking' | 'refund_late_booking' | 'refund_server_error' | 'mismatch';
  /** Your own unique number of the order, shown as invoice number. The same number with the same amount and method is the same payment: the first answer is replayed, and nothing is charged. */
  readonly orderNumber?: string | undefined;
  /** How often; once when left out. */
  readonly times?: number | undefined;
}

export interface NewBusiness {
  /** The business; the SalesSiteID of the other interfaces. */
  readonly id: string;
  /** The business above it. */
  readonly parentId: string | null;
  /** Goes with its API keys in the other interfaces. */
  readonly username: string;
  /** Its legal name. */
  readonly name: string;
  /** What it may do by now. */
  readonly status: 'messaging_only' | 'payments_pending' | 'payments_enabled' | 'payouts_enabled' | 'suspended' | 'closed';
  /** Live: it moves money. */
  readonly environment: 'sandbox' | 'live';
  /** Its days begin by it. */
  readonly timeZone: string;
  /** What it charges in where nothing names a currency. */
  readonly currency: 'USD' | 'CAD';
  /** Its type. */
  readonly typeId: string;
  /** How far the time machine moved its clock on. */
  readonly clockAheadSeconds: number;
  /** What its type includes. */
  readonly services: ReadonlyArray<string>;
  /** Of the contact. */
  readonly email: string | null;
  /** Of the contact. */
  readonly phone: string | null;
  /** The number that it texts from. */
  readonly mobileNumber: string | null;
  /** In which its pages, mails and texts speak to payers whose own language is not known; null: pages follow the browser, and all else is English. */
  readonly language: 'en' | 'es' | 'fr' | null;
  /** What else was told of it, by the names of the other interfaces. */
  readonly details: unknown;
  /** Its API key. It is shown only in this answer. */
  readonly secret: string;
}

/** A page on which a payer pays. */
export interface NewCheckoutSession {
  /** What is to be paid. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Three letters of ISO 4217. */
  readonly currency?: 'USD' | 'CAD' | undefined;
  /** The payer, as a customer of this business; not beside customer. */
  readonly customerId?: string | undefined;
  /** The payer; not beside customerId. Beside a token, who is its payer already, only what agrees with that customer. */
  readonly customer?: {
    /** Your own identifier of the person. */
    readonly externalId?: string | undefined;
    /** First name. */
    readonly firstName?: string | undefined;
    /** Last name. */
    readonly lastName?: string | undefined;
    /** Where receipts go. */
    readonly email?: string | undefined;
    /** Mobile number, up to ten digits. */
    readonly phone?: string | undefined;
    /** Street address. */
    readonly address1?: string | undefined;
    /** Second line of the address. */
    readonly address2?: string | undefined;
    /** City. */
    readonly city?: string | undefined;
    /** State or province: two letters in the US and Canada. */
    readonly state?: string | undefined;
    /** Postal code. */
    readonly postalCode?: string | undefined;
    /** Two letters of ISO 3166; US when left out. */
    readonly country?: string | undefined;
  } | undefined;
  /** Your own unique number of the order, shown as invoice number. The same number with the same amount and method is the same payment: the first answer is replayed, and nothing is charged. */
  readonly orderNumber?: string | undefined;
  /** Description of the order. */
  readonly description?: string | undefined;
  /** Your own identifier of the invoice. */
  readonly invoiceExternalId?: string | undefined;
  /** Until when it can be paid; for a day when left out. */
  readonly expiresAt?: string | undefined;
  /** Parts of the amount, as the invoice shows them. */
  readonly lines?: ReadonlyArray<{
    /** What it is. */
    readonly name: string;
    /** Shown; the amounts need not add up. In the smallest unit of the currency, such as cents. */
    readonly amount: number;
    /** Other when left out. */
    readonly kind?: 'subtotal' | 'discount' | 'tax' | 'tip' | 'fee' | 'other' | undefined;
  }> | undefined;
  /** Where the payer goes afterwards. */
  readonly successUrl: string;
  /** Where the payer goes without paying. */
  readonly cancelUrl?: string | undefined;
  /** All that you take when left out. */
  readonly methods?: ReadonlyArray<'card' | 'bank'> | undefined;
  /** Also save the card or account; the page says so. */
  readonly saveToken?: boolean | undefined;
}

export interface NewConversationNote {
  /** What is written. */
  readonly body: string;
}

export interface NewCustomer {
  /** Your own identifier of the person. */
  readonly externalId?: string | undefined;
  /** First name. */
  readonly firstName?: string | undefined;
  /** Last name. */
  readonly lastName?: string | undefined;
  /** Where receipts go. */
  readonly email?: string | undefined;
  /** Mobile number, up to ten digits. */
  readonly phone?: string | undefined;
  /** Street address. */
  readonly address1?: string | undefined;
  /** Second line of the address. */
  readonly address2?: string | undefined;
  /** City. */
  readonly city?: string | undefined;
  /** State or province: two letters in the US and Canada. */
  readonly state?: string | undefined;
  /** Postal code. */
  readonly postalCode?: string | undefined;
  /** Two letters of ISO 3166; US when left out. */
  readonly country?: string | undefined;
  /** Active when left out. */
  readonly status?: 'active' | 'inactive' | 'do_not_contact' | undefined;
  /** In which the customer is spoken to; null: in that of the business. */
  readonly language?: 'en' | 'es' | 'fr' | null | undefined;
  /** Fields that are kept and never searched. */
  readonly further?: {
    /** A field of your own. */
    readonly title?: string | undefined;
    /** A field of your own. */
    readonly companyName?: string | undefined;
    /** A field of your own. */
    readonly originCode?: string | undefined;
    /** A field of your own. */
    readonly customField1?: string | undefined;
    /** A field of your own. */
    readonly customField2?: string | undefined;
    /** A field of your own. */
    readonly customField3?: string | undefined;
    /** A field of your own. */
    readonly customField4?: string | undefined;
    /** A field of your own. */
    readonly customField5?: string | undefined;
    /** A field of your own. */
    readonly customField6?: string | undefined;
    /** A field of your own. */
    readonly customField7?: string | undefined;
  } | undefined;
}

export interface NewFieldSession {
  /** The session. */
  readonly id: string;
  /** What is typed into the fields. */
  readonly kind: 'card' | 'bank';
  /** Complete once its token was made. */
  readonly status: 'open' | 'complete' | 'expired';
  /** The pages that may show the fields. */
  readonly origins: ReadonlyArray<string>;
  /** Whose token it becomes; null: a new customer. */
  readonly customerId: string | null;
  /** The token that was made. */
  readonly token: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When the fields end. */
  readonly expiresAt: string;
  /** For the script in the page of the payer: good for one token. It is shown only in this answer. */
  readonly clientSecret: string;
}

/** Rows from another system. */
export interface NewImport {
  /** What the rows are. */
  readonly kind: 'customers' | 'plans' | 'subscriptions';
  /** The rows. */
  readonly rows: ReadonlyArray<{ readonly [name: string]: unknown }>;
  /** Only tell what would become of the rows. */
  readonly dryRun?: boolean | undefined;
}

export interface NewLeadForm {
  /** Its name. */
  readonly name: string;
  /** What stands above it. */
  readonly intro?: string | undefined;
  /** What is said at its end. */
  readonly thanks?: string | undefined;
  /** Your own name for the source of its leads. */
  readonly originId?: string | undefined;
  /** Beside name and contact, in order. */
  readonly questions?: ReadonlyArray<NewLeadQuestion> | undefined;
  /** Optional personal questions. */
  readonly topics?: ReadonlyArray<'spouse' | 'occupation' | 'birth_date' | 'gender'> | undefined;
}

export interface NewLeadQuestion {
  /** What is asked. */
  readonly text: string;
  /** A text when left out. */
  readonly kind?: 'text' | 'choice' | 'choices' | undefined;
  /** False when left out. */
  readonly isRequired?: boolean | undefined;
  /** Its name in your own system. */
  readonly externalValue?: string | undefined;
  /** Two or more for a choice or choices, none for a text. */
  readonly options?: ReadonlyArray<{
    /** What is offered. */
    readonly text: string;
    /** Its name in your own system. */
    readonly value?: string | undefined;
  }> | undefined;
}

export interface NewMailTemplate {
  /** The kind of mail, as the kind of its event: payment.captured is a receipt. */
  readonly kind: 'payment.captured' | 'payment.queued' | 'payment.refunded' | 'payment.voided' | 'payment.returned' | 'payment.account_validating' | 'subscription.payment_failed' | 'subscription.trial_will_end' | 'subscription.card_expiring';
  /** In which it is written: payers get the mail in theirs. */
  readonly language: 'en' | 'es' | 'fr';
  /** The subject, in one line. Of {firstName}, {lastName}, {business}, {amount}, {orderNumber}, {method}, {date}, {plan} each mail takes those that it can know. Where one is not known of a payer, the usual subject stands. */
  readonly subject?: string | undefined;
  /** What the mail begins with. In a receipt and in a refund it stands in the place of the first sentence, in the others before it. A line with a placeholder that is not known of a payer is left out. It is text: addresses in it are no links. */
  readonly opening?: string | undefined;
  /** What it ends with, with the same placeholders. */
  readonly closing?: string | undefined;
}

export interface NewMessage {
  /** Ten digits. */
  readonly phone: string;
  /** What is written. */
  readonly body: string;
}

/** Lets the payer pay it in parts. What is left after a part is never less than the smallest part, unless nothing is. It is paid whole when this is left out. */
export interface NewPartialPayments {
  /** The smallest part; 1.00 when left out. In the smallest unit of the currency, such as cents. */
  readonly minimum?: number | undefined;
}

/** An invoice that is paid at an address. */
export interface NewPayLink {
  /** What is to be paid. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Three letters of ISO 4217. */
  readonly currency?: 'USD' | 'CAD' | undefined;
  /** The payer, as a customer of this business; not beside customer. */
  readonly customerId?: string | undefined;
  /** The payer; not beside customerId. Beside a token, who is its payer already, only what agrees with that customer. */
  readonly customer?: {
    /** Your own identifier of the person. */
    readonly externalId?: string | undefined;
    /** First name. */
    readonly firstName?: string | undefined;
    /** Last name. */
    readonly lastName?: string | undefined;
    /** Where receipts go. */
    readonly email?: string | undefined;
    /** Mobile number, up to ten digits. */
    readonly phone?: string | undefined;
    /** Street address. */
    readonly address1?: string | undefined;
    /** Second line of the address. */
    readonly address2?: string | undefined;
    /** City. */
    readonly city?: string | undefined;
    /** State or province: two letters in the US and Canada. */
    readonly state?: string | undefined;
    /** Postal code. */
    readonly postalCode?: string | undefined;
    /** Two letters of ISO 3166; US when left out. */
    readonly country?: string | undefined;
  } | undefined;
  /** Your own unique number of the order, shown as invoice number. The same number with the same amount and method is the same payment: the first answer is replayed, and nothing is charged. */
  readonly orderNumber?: string | undefined;
  /** Description of the order. */
  readonly description?: string | undefined;
  /** Your own identifier of the invoice. */
  readonly invoiceExternalId?: string | undefined;
  /** Until when it can be paid. */
  readonly expiresAt?: string | undefined;
  /** Parts of the amount, as the invoice shows them. */
  readonly lines?: ReadonlyArray<{
    /** What it is. */
    readonly name: string;
    /** Shown; the amounts need not add up. In the smallest unit of the currency, such as cents. */
    readonly amount: number;
    /** Other when left out. */
    readonly kind?: 'subtotal' | 'discount' | 'tax' | 'tip' | 'fee' | 'other' | undefined;
  }> | undefined;
  /** The date of the invoice; today when left out. */
  readonly statementOn?: string | undefined;
  /** Your own number of the payer's account, as the invoice shows it. */
  readonly accountNumber?: string | undefined;
  /** By text to the phone of the payer, or not at all, which is usual. */
  readonly send?: 'text' | 'none' | undefined;
  /** The text; the address stands where it has [PBTLINK], else at its end. The usual words when left out. */
  readonly text?: string | undefined;
  /** When the text is sent; at once when left out. */
  readonly sendAt?: string | undefined;
  /** The day by which it is to be paid, as the invoice shows it. It can be paid later, too. */
  readonly dueOn?: string | undefined;
  /** Texts to the phone of the payer, each of which is sent if the invoice is not paid by then. One for today or a day before is left out, and so is one that would not come after the text itself. */
  readonly reminders?: ReadonlyArray<NewReminder> | undefined;
  readonly partialPayments?: NewPartialPayments | undefined;
}

/** An invoice of many. */
export interface NewPayLinkRow {
  /** What is to be paid. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Three letters of ISO 4217. */
  readonly currency?: 'USD' | 'CAD' | undefined;
  /** The payer, as a customer of this business; not beside customer. */
  readonly customerId?: string | undefined;
  /** The payer; not beside customerId. Beside a token, who is its payer already, only what agrees with that customer. */
  readonly customer?: {
    /** Your own identifier of the person. */
    readonly externalId?: string | undefined;
    /** First name. */
    readonly firstName?: string | undefined;
    /** Last name. */
    readonly lastName?: string | undefined;
    /** Where receipts go. */
    readonly email?: string | undefined;
    /** Mobile number, up to ten digits. */
    readonly phone?: string | undefined;
    /** Street address. */
    readonly address1?: string | undefined;
    /** Second line of the address. */
    readonly address2?: string | undefined;
    /** City. */
    readonly city?: string | undefined;
    /** State or province: two letters in the US and Canada. */
    readonly state?: string | undefined;
    /** Postal code. */
    readonly postalCode?: string | undefined;
    /** Two letters of ISO 3166; US when left out. */
    readonly country?: string | undefined;
  } | undefined;
  /** Your own unique number of the order, shown as invoice number. The same number with the same amount and method is the same payment: the first answer is replayed, and nothing is charged. */
  readonly orderNumber?: string | undefined;
  /** Description of the order. */
  readonly description?: string | undefined;
  /** Your own identifier of the invoice. */
  readonly invoiceExternalId?: string | undefined;
  /** Until when it can be paid. */
  readonly expiresAt?: string | undefined;
  /** Parts of the amount, as the invoice shows them. */
  readonly lines?: ReadonlyArray<{
    /** What it is. */
    readonly name: string;
    /** Shown; the amounts need not add up. In the smallest unit of the currency, such as cents. */
    readonly amount: number;
    /** Other when left out. */
    readonly kind?: 'subtotal' | 'discount' | 'tax' | 'tip' | 'fee' | 'other' | undefined;
  }> | undefined;
  /** The date of the invoice; today when left out. */
  readonly statementOn?: string | undefined;
  /** Your own number of the payer's account, as the invoice shows it. */
  readonly accountNumber?: string | undefined;
  /** By text to the phone of the payer, or not at all, which is usual. */
  readonly send?: 'text' | 'none' | undefined;
  /** The text; the address stands where it has [PBTLINK], else at its end. The usual words when left out. */
  readonly text?: string | undefined;
  /** When the text is sent; at once when left out. */
  readonly sendAt?: string | undefined;
  /** The day by which it is to be paid, as the invoice shows it. It can be paid later, too. */
  readonly dueOn?: string | undefined;
  /** Texts to the phone of the payer, each of which is sent if the invoice is not paid by then. One for today or a day before is left out, and so is one that would not come after the text itself. */
  readonly reminders?: ReadonlyArray<NewReminder> | undefined;
  readonly partialPayments?: NewPartialPayments | undefined;
  /** Which one of several equal rows of a round it is; 0 when left out. */
  readonly copy?: number | undefined;
}

/** Many invoices. */
export interface NewPayLinks {
  /** The invoices. */
  readonly rows: ReadonlyArray<NewPayLinkRow>;
  /** The name of the round in which all of them are asked to pay. For 30 days each row is made once in a round, whatever rows are beside it. It takes the place of an Idempotency-Key. */
  readonly round?: string | undefined;
  /** Only tell what would become of the rows. */
  readonly dryRun?: boolean | undefined;
}

export interface NewPayment {
  /** What is charged. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Three letters of ISO 4217. */
  readonly currency?: 'USD' | 'CAD' | undefined;
  /** False only authorizes a card; true when left out. */
  readonly capture?: boolean | undefined;
  /** What is charged: a card, a bank account, the token of either, or a wallet. */
  readonly source: {
    /** A card. */
    readonly card?: {
      /** Digits without spaces, 12 to 19 of them. */
      readonly number: string;
      /** From 1 to 12. */
      readonly expiryMonth: number;
      /** Four digits. */
      readonly expiryYear: number;
      /** The security code; used once and never kept. */
      readonly cvv?: string | undefined;
    } | undefined;
    /** A bank account. */
    readonly bankAccount?: {
      /** Digits, 4 to 17 of them. */
      readonly accountNumber: string;
      /** Nine digits. */
      readonly routingNumber: string;
      /** Checking when left out. */
      readonly kind?: 'checking' | 'savings' | undefined;
      /** Personal when left out. */
      readonly holder?: 'personal' | 'business' | undefined;
      /** Name on the account; the payer's when left out. */
      readonly holderName?: string | undefined;
    } | undefined;
    /** A saved card or bank account. */
    readonly token?: string | undefined;
    /** A card that a wallet of the payer gave: exactly one of device and sealed. */
    readonly wallet?: {
      /** The wallet of the payer. */
      readonly kind: 'apple_pay' | 'google_pay';
      /** What you opened of the payload of the wallet. */
      readonly device?: {
        /** The number of the device. */
        readonly number: string;
        /** From 1 to 12. */
        readonly expiryMonth: number;
        /** Four digits. */
        readonly expiryYear: number;
        /** Good for one charge, and never stored. */
        readonly cryptogram: string;
        /** Two digits, by which the card network says who is liable. */
        readonly eci?: string | undefined;
      } | undefined;
      /** What only the gateway can open. */
      readonly sealed?: {
        /** As the wallet gave it: JSON in a text. */
        readonly payload: string;
        /** As the wallet shows it. */
        readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'jcb' | 'diners' | 'unionpay' | 'unknown';
        /** As the wallet shows it. */
        readonly last4: string;
      } | undefined;
    } | undefined;
  };
  /** The result of a 3-D Secure authentication that was made elsewhere. */
  readonly threeDSecure?: {
    /** For example 2.2.0. */
    readonly version: string;
    /** Attempted: the issuer or its network stood in. */
    readonly status: 'authenticated' | 'attempted';
    /** Two digits, by which the card network says who is liable. */
    readonly eci: string;
    /** Good for one charge, and never stored. */
    readonly cryptogram: string;
    /** Of the directory server. */
    readonly dsTransactionId: string;
    /** Of the 3-D Secure server. */
    readonly serverTransactionId?: string | undefined;
  } | undefined;
  /** The payer, as a customer of this business; not beside customer. */
  readonly customerId?: string | undefined;
  /** The payer; not beside customerId. Beside a token, who is its payer already, only what agrees with that customer. */
  readonly customer?: {
    /** Your own identifier of the person. */
    readonly externalId?: string | undefined;
    /** First name. */
    readonly firstName?: string | undefined;
    /** Last name. */
    readonly lastName?: string | undefined;
    /** Where receipts go. */
    readonly email?: string | undefined;
    /** Mobile number, up to ten digits. */
    readonly phone?: string | undefined;
    /** Street address. */
    readonly address1?: string | undefined;
    /** Second line of the address. */
    readonly address2?: string | undefined;
    /** City. */
    readonly city?: string | undefined;
    /** State or province: two letters in the US and Canada. */
    readonly state?: string | undefined;
    /** Postal code. */
    readonly postalCode?: string | undefined;
    /** Two letters of ISO 3166; US when left out. */
    readonly country?: string | undefined;
  } | undefined;
  /** Your own unique number of the order, shown as invoice number. The same number with the same amount and method is the same payment: the first answer is replayed, and nothing is charged. */
  readonly orderNumber?: string | undefined;
  /** Description of the order. */
  readonly description?: string | undefined;
  /** Your own identifier of the payment. */
  readonly externalId?: string | undefined;
  /** Your own identifier of the invoice. */
  readonly invoiceExternalId?: string | undefined;
  /** Text on the payer's bank statement and in receipts. */
  readonly statementDescriptor?: string | undefined;
  /** Customer when left out: the payer is there. Merchant: you charge a saved card, as the payer agreed before. */
  readonly initiatedBy?: 'customer' | 'merchant' | undefined;
  /** What the payer agreed to; only with merchant, and unscheduled when left out. */
  readonly initiationReason?: 'recurring' | 'installment' | 'unscheduled' | undefined;
  /** Also save the card or account, if the payment succeeds. */
  readonly saveToken?: boolean | undefined;
  /** Send a receipt to the email address; true when left out. */
  readonly receiptByEmail?: boolean | undefined;
  /** Send a receipt to the phone; false when left out. */
  readonly receiptByText?: boolean | undefined;
  /** Parts of the amount, shown on the receipt. */
  readonly lines?: ReadonlyArray<{
    /** What it is. */
    readonly name: string;
    /** Shown; the amounts need not add up. In the smallest unit of the currency, such as cents. */
    readonly amount: number;
    /** Other when left out. */
    readonly kind?: 'subtotal' | 'discount' | 'tax' | 'tip' | 'fee' | 'other' | undefined;
  }> | undefined;
}

export interface NewPlan {
  /** Your own name of the plan. */
  readonly code: string;
  /** Of each period, before discount and tax. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** How long a period is. */
  readonly interval: 'daily' | 'weekly' | 'every_two_weeks' | 'monthly' | 'every_two_months' | 'quarterly' | 'every_half_year' | 'yearly';
  /** Taken off the amount, in hundredths of a percent. */
  readonly discount?: number | undefined;
  /** Added to each period after the discount. In the smallest unit of the currency, such as cents. */
  readonly tax?: number | undefined;
  /** Days that are free at first; none when left out. */
  readonly trialDays?: number | undefined;
  /** How many periods are charged; without end when left out. */
  readonly periods?: number | null | undefined;
  /** Three letters of ISO 4217. */
  readonly currency?: 'USD' | 'CAD' | undefined;
}

/** A text that asks for the payment once more. */
export interface NewReminder {
  /** On which day it is sent, in the morning: 0 is the day by which it is to be paid, and days before it are negative. */
  readonly daysAfterDue: number;
  /** The text; the address stands where it has [PBTLINK], else at its end. The usual words when left out. */
  readonly text?: string | undefined;
}

export interface NewSubscription {
  /** The saved card or account to charge. */
  readonly token: string;
  /** A plan, for the terms that are not sent. */
  readonly planCode?: string | undefined;
  /** Of each period, before discount and tax. In the smallest unit of the currency, such as cents. */
  readonly amount?: number | undefined;
  /** How long a period is. */
  readonly interval?: 'daily' | 'weekly' | 'every_two_weeks' | 'monthly' | 'every_two_months' | 'quarterly' | 'every_half_year' | 'yearly' | undefined;
  /** Taken off the amount, in hundredths of a percent. */
  readonly discount?: number | undefined;
  /** Added to each period after the discount. In the smallest unit of the currency, such as cents. */
  readonly tax?: number | undefined;
  /** Days that are free at first; none when left out. */
  readonly trialDays?: number | undefined;
  /** How many periods are charged; without end when left out. */
  readonly periods?: number | null | undefined;
  /** The first day, also of a trial; today when left out. */
  readonly startsOn?: string | undefined;
}

export interface NewTextTemplate {
  /** By which people choose it. */
  readonly name: string;
  /** The text. {firstName}, {lastName}, {business} are filled in where it is written; with [PBTLINK] it is for texts with a pay link, whose address stands there. */
  readonly body: string;
}

export interface NewToken {
  /** What is saved: a card or a bank account. */
  readonly source: {
    /** A card. */
    readonly card?: {
      /** Digits without spaces, 12 to 19 of them. */
      readonly number: string;
      /** From 1 to 12. */
      readonly expiryMonth: number;
      /** Four digits. */
      readonly expiryYear: number;
      /** The security code; used once and never kept. */
      readonly cvv?: string | undefined;
    } | undefined;
    /** A bank account. */
    readonly bankAccount?: {
      /** Digits, 4 to 17 of them. */
      readonly accountNumber: string;
      /** Nine digits. */
      readonly routingNumber: string;
      /** Checking when left out. */
      readonly kind?: 'checking' | 'savings' | undefined;
      /** Personal when left out. */
      readonly holder?: 'personal' | 'business' | undefined;
      /** Name on the account; the payer's when left out. */
      readonly holderName?: string | undefined;
    } | undefined;
  };
  /** The payer, as a customer of this business; not beside customer. */
  readonly customerId?: string | undefined;
  /** The payer; not beside customerId. Beside a token, who is its payer already, only what agrees with that customer. */
  readonly customer?: {
    /** Your own identifier of the person. */
    readonly externalId?: string | undefined;
    /** First name. */
    readonly firstName?: string | undefined;
    /** Last name. */
    readonly lastName?: string | undefined;
    /** Where receipts go. */
    readonly email?: string | undefined;
    /** Mobile number, up to ten digits. */
    readonly phone?: string | undefined;
    /** Street address. */
    readonly address1?: string | undefined;
    /** Second line of the address. */
    readonly address2?: string | undefined;
    /** City. */
    readonly city?: string | undefined;
    /** State or province: two letters in the US and Canada. */
    readonly state?: string | undefined;
    /** Postal code. */
    readonly postalCode?: string | undefined;
    /** Two letters of ISO 3166; US when left out. */
    readonly country?: string | undefined;
  } | undefined;
}

/** Whether it may be paid in parts. Null: it is paid whole. */
export interface PartialPayments {
  /** The smallest part. In the smallest unit of the currency, such as cents. */
  readonly minimum: number;
}

export interface Passkey {
  /** The passkey. */
  readonly id: string;
  /** What its owner calls it. */
  readonly name: string;
  /** When it was added. */
  readonly createdAt: string;
  /** When it last signed in or proved something. */
  readonly lastUsedAt: string | null;
}

/** An address at which an invoice can be paid. */
export interface PayLink {
  /** The link. */
  readonly id: string;
  /** What it is by now, as its text and its payment tell. */
  readonly status: 'created' | 'scheduled' | 'sent' | 'opened' | 'partially_paid' | 'paying' | 'reserved' | 'paid' | 'returned' | 'canceled' | 'expired' | 'revoked';
  /** The invoice that it asks to pay. */
  readonly invoiceId: string;
  /** Ten digits. */
  readonly invoiceNumber: string;
  /** The payer. */
  readonly customerId: string;
  /** Your own number of the invoice, or one that was made. */
  readonly orderNumber: string;
  /** What is to be paid. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** What was paid of it. Refunds are not taken off, since they do not reopen it. In the smallest unit of the currency, such as cents. */
  readonly amountPaid: number;
  /** What is still open: neither paid nor being paid, nor ended. In the smallest unit of the currency, such as cents. */
  readonly amountLeft: number;
  /** Whether it may be paid in parts. Null: it is paid whole. */
  readonly partialPayments: PartialPayments | null;
  /** Of the amount. */
  readonly currency: 'USD' | 'CAD';
  /** The day by which it is to be paid. */
  readonly dueOn: string | null;
  /** True if that day is over and it can still be paid. */
  readonly isOverdue: boolean;
  /** The text that it was sent with. */
  readonly messageId: string | null;
  /** The payment that pays it. */
  readonly paymentId: string | null;
  /** Until when it can be paid. */
  readonly expiresAt: string | null;
  /** When its page was first looked at. */
  readonly openedAt: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** Where it is paid; only where it is made or asked for. */
  readonly address?: string | undefined;
  /** A payer. */
  readonly customer?: Customer | null | undefined;
  readonly payment?: Payment | null | undefined;
}

/** What became of a row. */
export interface PayLinkResult {
  /** Which row of the request; the first has 0. */
  readonly row: number;
  /** Whether its link was created, exists from an earlier request, or was refused. Possible: a dry run refuses nothing about it and finds no earlier link. */
  readonly outcome: 'created' | 'exists' | 'refused' | 'possible';
  /** An address at which an invoice can be paid. */
  readonly payLink: PayLink | null;
  /** When its link was made. Where it is possible: when an equal row was made last, under another key or in another round of the last 30 days. */
  readonly madeAt: string | null;
  /** Why nothing was made of the row. */
  readonly error: RowError | null;
}

/** What became of the rows. */
export interface PayLinkResults {
  /** One for each row, in their order. */
  readonly results: ReadonlyArray<PayLinkResult>;
}

export interface PayerText {
  /** The phone of the payer: ten digits. */
  readonly from: string;
  /** What the payer writes. */
  readonly body: string;
}

export interface Payment {
  /** The payment. */
  readonly id: string;
  /** What it is by now. */
  readonly status: 'processing' | 'unknown' | 'authorized' | 'capturing' | 'captured' | 'voiding' | 'voided' | 'expired' | 'declined' | 'canceled' | 'queued' | 'originated' | 'settled' | 'available' | 'returned';
  /** What was charged. */
  readonly method: 'card' | 'bank';
  /** What was asked for. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Of all its amounts. */
  readonly currency: 'USD' | 'CAD';
  /** What was approved. In the smallest unit of the currency, such as cents. */
  readonly amountApproved: number;
  /** What was taken. In the smallest unit of the currency, such as cents. */
  readonly amountCaptured: number;
  /** What a void took back of what was taken: such a payment brought nothing. In the smallest unit of the currency, such as cents. */
  readonly amountVoided: number;
  /** What was refunded. In the smallest unit of the currency, such as cents. */
  readonly amountRefunded: number;
  /** What disputes took and did not return. In the smallest unit of the currency, such as cents. */
  readonly amountDisputed: number;
  /** False: it was only authorized. */
  readonly capture: boolean;
  /** Why a payment took no money. */
  readonly decline: Decline | null;
  /** The payer. */
  readonly customerId: string;
  /** A payer. */
  readonly customer?: Customer | null | undefined;
  /** Your own number of the order, or one that was made. */
  readonly orderNumber: string;
  /** The invoice that it pays. */
  readonly invoiceId: string;
  /** Ten digits. */
  readonly invoiceNumber: string;
  /** The invoice of which it pays a part; `invoiceId` is that part. */
  readonly partOfInvoiceId: string | null;
  /** There if money was taken or promised. */
  readonly receiptNumber: string | null;
  /** The saved card or account that was charged, or made of it. */
  readonly token: string | null;
  /** Of the card. */
  readonly brand: string | null;
  /** The last four digits of the card or account. */
  readonly last4: string;
  /** The last month of the card, YYYY-MM, as it was charged. */
  readonly expiresOn: string | null;
  /** What the issuer said about the address; null where it said nothing. */
  readonly addressCheck: 'match' | 'street' | 'postal_code' | 'no_match' | 'not_checked' | null;
  /** What the issuer said about the security code; null where it said nothing. */
  readonly securityCodeCheck: 'match' | 'no_match' | 'not_checked' | null;
  /** As it was sent. */
  readonly description: string | null;
  /** Your own identifier of the payment. */
  readonly externalId: string | null;
  /** Your own identifier of the invoice. */
  readonly invoiceExternalId: string | null;
  /** On the statement of the payer. */
  readonly statementDescriptor: string | null;
  /** The subscription whose period it pays. */
  readonly subscriptionId: string | null;
  /** A saved card or account that is charged once in every period. */
  readonly subscription?: Subscription | null | undefined;
  /** The account that it went to. */
  readonly processor: string;
  /** Of the bank. */
  readonly authorizationCode: string | null;
  /** The batch that it settles with. */
  readonly batchId: string | null;
  readonly money?: PaymentMoney | undefined;
  /** A charge at the simulated bank by a live business. */
  readonly isTest: boolean;
  /** Who asked for it: `user:` with a mail address, or `api:` with a business and the number of its key. Null where the payer paid by a link, or a subscription charged it. */
  readonly actor: string | null;
  /** When it was asked for. */
  readonly createdAt: string;
  /** When its outcome was known. */
  readonly finishedAt: string | null;
}

export interface PaymentAttempt {
  /** What it is; give_back is the reversal of an approval that was found late. */
  readonly kind: 'charge' | 'capture' | 'void' | 'refund' | 'give_back';
  /** As the bank is told it. */
  readonly reference: string;
  /** Whom it was asked of. */
  readonly processor: string;
  /** What the bank calls it. */
  readonly processorId: string | null;
  /** Open: nothing is known yet; unknown: no answer came; canceled: certain that nothing was charged. */
  readonly outcome: 'open' | 'unknown' | 'approved' | 'declined' | 'canceled';
  /** The code of the outcome. */
  readonly code: string | null;
  /** The outcome in a sentence. */
  readonly message: string | null;
  /** Who asked for it. Null for the charge. */
  readonly actor: string | null;
  /** Why, as it was sent. */
  readonly reason: string | null;
  /** When it was written down, before the bank was asked. */
  readonly createdAt: string;
  /** When it was sent last. Null: not kept any more, since the outcome is known. */
  readonly sentAt: string | null;
  /** When its outcome was known. */
  readonly finishedAt: string | null;
  /** What is known while the outcome is open. Null: the outcome of the charge is known. */
  readonly knowledge: AttemptKnowledge | null;
  /** What was said, in order; of one payment the latest 100. Empty where nothing of it is kept: for bank transfers, and once it is older than the operator keeps it. */
  readonly exchanges: ReadonlyArray<BankExchange>;
}

export interface PaymentAttempts {
  /** The oldest first. */
  readonly data: ReadonlyArray<PaymentAttempt>;
}

export interface PaymentMessage {
  /** The mail, or the text as messages.retrieve knows it. */
  readonly id: string;
  /** How it was sent. */
  readonly channel: 'mail' | 'text';
  /** What it says, by the event that it tells of, such as payment.captured; payment.receipt_requested is the receipt once more, pay_link the link under which the invoice is paid, pay_link_reminder a reminder of it. */
  readonly template: string;
  /** The mailbox or phone that it went to. */
  readonly to: string;
  /** What became of it. */
  readonly status: 'queued' | 'sending' | 'sent' | 'failed' | 'scheduled' | 'delivered' | 'undelivered' | 'canceled' | 'blocked';
  /** Why it was not sent or did not arrive. */
  readonly errorCode: string | null;
  /** The conversation that a text is in. */
  readonly conversationId: string | null;
  /** When it was written. */
  readonly createdAt: string;
  /** When it goes out, while it is scheduled. */
  readonly sendsAt: string | null;
  /** When the carrier had it. */
  readonly sentAt: string | null;
  /** When its fate was known. */
  readonly finishedAt: string | null;
}

export interface PaymentMessages {
  /** The oldest first; the latest 100. */
  readonly data: ReadonlyArray<PaymentMessage>;
}

export interface PaymentMoney {
  /** Parts of the amount, as they were sent. */
  readonly lines: ReadonlyArray<InvoiceLine>;
  /** What the platform takes for it. Null: its outcome is not known, or the terms were changed since its batch was closed, which has the fees of all that is in it. In the smallest unit of the currency, such as cents. */
  readonly fee: number | null;
  /** False: it is what the present terms would take. */
  readonly isFeeFinal: boolean;
  /** What was taken less refunds, disputes and the fee; null without a fee. In the smallest unit of the currency, such as cents. */
  readonly net: number | null;
  /** When the open batch that it is in is closed. Null: it is in none, or the processor closes by its own clock. */
  readonly batchClosesAt: string | null;
  /** The banking day on which it is paid out, at the soonest. Null: it is paid out, or not known. */
  readonly payoutExpectedOn: string | null;
  /** The payout that has its batch. */
  readonly payout: PaymentPayout | null;
}

/** The payout that has its batch. */
export interface PaymentPayout {
  /** The payout. */
  readonly id: string;
  /** What it is by now. */
  readonly status: string;
  /** When the bank had it. */
  readonly settledAt: string | null;
}

export interface Payout {
  /** The payout. */
  readonly id: string;
  /** What it is by now. */
  readonly status: 'queued' | 'filed' | 'originated' | 'settled' | 'available' | 'returned' | 'late_returned' | 'canceled';
  /** What is paid out, in US dollars. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Of the bank account that it goes to. */
  readonly last4: string;
  /** Whether it settles on the day of its file. */
  readonly isSameDay: boolean;
  /** Its number in the file to the bank. */
  readonly traceNumber: string | null;
  /** Why it came back. */
  readonly returnCode: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When the bank had it. */
  readonly settledAt: string | null;
  /** When it came back. */
  readonly returnedAt: string | null;
}

/** Terms from which subscriptions are made. */
export interface Plan {
  /** Your own name of the plan. */
  readonly code: string;
  /** Of each period, before discount and tax. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Of its amounts. */
  readonly currency: 'USD' | 'CAD';
  /** How long a period is. */
  readonly interval: 'daily' | 'weekly' | 'every_two_weeks' | 'monthly' | 'every_two_months' | 'quarterly' | 'every_half_year' | 'yearly';
  /** Taken off the amount, in hundredths of a percent. */
  readonly discount: number;
  /** Added to each period after the discount. In the smallest unit of the currency, such as cents. */
  readonly tax: number;
  /** How long a subscription is free at first. */
  readonly trialDays: number;
  /** How many periods are charged; null: until it is canceled. */
  readonly periods: number | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it was last changed. */
  readonly updatedAt: string;
}

export interface PlanChange {
  /** Of each period, before discount and tax. In the smallest unit of the currency, such as cents. */
  readonly amount?: number | undefined;
  /** How long a period is. */
  readonly interval?: 'daily' | 'weekly' | 'every_two_weeks' | 'monthly' | 'every_two_months' | 'quarterly' | 'every_half_year' | 'yearly' | undefined;
  /** Taken off the amount, in hundredths of a percent. */
  readonly discount?: number | undefined;
  /** Added to each period after the discount. In the smallest unit of the currency, such as cents. */
  readonly tax?: number | undefined;
  /** Days that are free at first; none when left out. */
  readonly trialDays?: number | undefined;
  /** How many periods are charged; without end when left out. */
  readonly periods?: number | null | undefined;
}

export interface Problem {
  /** The address of a page about this code. */
  readonly type: string;
  /** What the code means, in one sentence. */
  readonly title: string;
  /** The status of the answer. */
  readonly status: number;
  /** For programs. A code never changes its meaning. */
  readonly code: string;
  /** What was wrong here. */
  readonly detail: string;
  /** To be named when you ask about it. */
  readonly requestId: string;
  /** Every wrong field. */
  readonly errors?: ReadonlyArray<{
    /** The field, with dots before those of nested objects. */
    readonly field: string;
    /** For programs. */
    readonly code: string;
    /** The rule. */
    readonly message: string;
  }> | undefined;
  /** Why the card was refused. */
  readonly declineCode?: string | undefined;
  /** When to try again. */
  readonly retryAfterSeconds?: number | undefined;
}

export interface ProcessorAccount {
  /** Its name, which payments remember as their processor. */
  readonly id: string;
  /** Which gateway it is. */
  readonly processor: 'nmi' | 'authorize-net' | 'elavon' | 'helcim' | 'stripe';
  /** Live: it moves money. */
  readonly environment: 'sandbox' | 'live';
  /** Of all that is charged there. */
  readonly currency: 'USD' | 'CAD';
  /** Stopped: nothing that moves money is sent there. */
  readonly status: 'active' | 'stopped';
  /** Why it was stopped. */
  readonly stoppedBecause: string | null;
  /** Where the gateway has several behind one key: which of them. */
  readonly merchant: string | null;
  /** True if card payments in its currency go there. */
  readonly takesPayments: boolean;
  /** True if it gets those that certainly did not happen at the first one. */
  readonly isFallback: boolean;
  /** When it was connected. */
  readonly createdAt: string;
  /** When its check last went well. */
  readonly checkedAt: string;
}

export interface ProcessorAccountCheck {
  /** Whether all is well; null if the gateway gave no answer. */
  readonly isGood: boolean | null;
  /** What was found, in a sentence. */
  readonly message: string;
  readonly account: ProcessorAccount;
}

export interface Refund {
  /** The refund. */
  readonly id: string;
  /** What is refunded. */
  readonly paymentId: string;
  readonly payment?: Payment | null | undefined;
  /** A payer. */
  readonly customer?: Customer | null | undefined;
  /** A void withdraws what is not settled; give_back reverses an approval that was found late. */
  readonly kind: 'refund' | 'void' | 'give_back';
  /** What it is by now. */
  readonly status: 'processing' | 'unknown' | 'succeeded' | 'failed' | 'returned';
  /** What is refunded. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Of the payment. */
  readonly currency: 'USD' | 'CAD';
  /** Why it was not made. */
  readonly failure: RefundFailure | null;
  /** As it was sent. */
  readonly reason: string | null;
  /** Who asked for it. */
  readonly actor: string;
  /** When it was asked for. */
  readonly createdAt: string;
  /** When its outcome was known. */
  readonly finishedAt: string | null;
}

/** Why it was not made. */
export interface RefundFailure {
  /** For programs. */
  readonly code: string;
  /** In a sentence. */
  readonly message: string;
}

export interface Replay {
  /** How many were made. */
  readonly deliveries: number;
}

export interface Role {
  /** Its name. */
  readonly name: 'viewer' | 'support' | 'approver' | 'cashier' | 'manager' | 'administrator' | 'operator';
  /** For whom it is. */
  readonly description: string;
  /** What its users may do. */
  readonly rights: ReadonlyArray<'read' | 'charge' | 'refund' | 'approve' | 'administer' | 'operate'>;
}

/** Why nothing was made of the row. */
export interface RowError {
  /** For programs, as in problem details. */
  readonly code: string;
  /** What was wrong with the row. */
  readonly detail: string;
  /** The wrong fields of the row. */
  readonly fields: ReadonlyArray<string>;
}

export interface SentReceipt {
  /** The payment. */
  readonly paymentId: string;
  /** The mailbox that it goes to. */
  readonly email: string | null;
  /** The phone that it goes to. */
  readonly phone: string | null;
  /** The text: its status says whether it arrived. */
  readonly messageId: string | null;
}

export interface Session {
  /** The session. */
  readonly id: string;
  /** Password: the second factor is still missing. */
  readonly stage: 'password' | 'whole';
  /** Who is signed in. */
  readonly email: string;
  /** Whether it chose a password. */
  readonly hasPassword: boolean;
  /** Whether codes of an app are asked for. */
  readonly hasSecondFactor: boolean;
  /** Whether a passkey signs in, and proves. */
  readonly hasPasskey: boolean;
  /** How many recovery codes are not used yet. */
  readonly recoveryCodesLeft: number;
  /** Whether nothing else is possible before an app or a passkey is set up. */
  readonly mustSetSecondFactor: boolean;
  /** Goes with every change as the header X-Anti-Forgery. */
  readonly antiForgery: string;
  /** Until then money may leave without another proof. */
  readonly provedUntil: string;
  /** When the session ends at the latest. */
  readonly endsAt: string;
  /** The businesses that it works for. */
  readonly memberships: ReadonlyArray<Membership>;
}

/** What pages show of the color: letters and links always have a contrast of 4.5 or more with what they stand on, so links are darker by day, or lighter by night, where the color itself could not be read. */
export interface ShownColors {
  /** Of buttons and of the mark: the color as it was chosen. */
  readonly fill: string;
  /** Of the letters on it: black or white. */
  readonly onFill: string;
  /** Of links and edges on a light page. */
  readonly light: string;
  /** Of links and edges on a dark page. */
  readonly dark: string;
}

/** A saved card or account that is charged once in every period. */
export interface Subscription {
  /** The subscription. */
  readonly id: string;
  /** What it is by now. */
  readonly status: 'scheduled' | 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled' | 'completed';
  /** The payer. */
  readonly customerId: string;
  /** The saved card or account that is charged. */
  readonly token: string;
  /** The plan that it was made from. */
  readonly planCode: string | null;
  /** Of each period, before discount and tax. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Of its amounts. */
  readonly currency: 'USD' | 'CAD';
  /** How long a period is. */
  readonly interval: 'daily' | 'weekly' | 'every_two_weeks' | 'monthly' | 'every_two_months' | 'quarterly' | 'every_half_year' | 'yearly';
  /** Taken off the amount, in hundredths of a percent. */
  readonly discount: number;
  /** Added to each period after the discount. In the smallest unit of the currency, such as cents. */
  readonly tax: number;
  /** What a whole period costs: amount less discount, and tax. In the smallest unit of the currency, such as cents. */
  readonly price: number;
  /** Added to the next charge, or taken off it where it is below 0. In the smallest unit of the currency, such as cents. */
  readonly carried: number;
  /** The first day, also of a trial. */
  readonly startsOn: string;
  /** How many periods are charged; null: until it is canceled. */
  readonly periods: number | null;
  /** How many have begun. */
  readonly periodsBegun: number;
  /** True if it ends with its period. */
  readonly cancelsAtEnd: boolean;
  /** If nothing changes. */
  readonly nextChargeAt: string | null;
  /** If nothing changes. In the smallest unit of the currency, such as cents. */
  readonly nextChargeAmount: number | null;
  /** When it was paused. */
  readonly pausedAt: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it ended. */
  readonly endedAt: string | null;
  /** A payer. */
  readonly customer?: Customer | null | undefined;
  /** Terms from which subscriptions are made. */
  readonly plan?: Plan | null | undefined;
}

export interface SubscriptionAddress {
  /** The subscription. */
  readonly subscriptionId: string;
  /** Of the page of its payer. Whoever has it is taken for the payer. */
  readonly address: string;
}

export interface SubscriptionChange {
  /** A plan, for the terms that are not sent. */
  readonly planCode?: string | undefined;
  /** Of each period, before discount and tax. In the smallest unit of the currency, such as cents. */
  readonly amount?: number | undefined;
  /** How long a period is. */
  readonly interval?: 'daily' | 'weekly' | 'every_two_weeks' | 'monthly' | 'every_two_months' | 'quarterly' | 'every_half_year' | 'yearly' | undefined;
  /** Taken off the amount, in hundredths of a percent. */
  readonly discount?: number | undefined;
  /** Added to each period after the discount. In the smallest unit of the currency, such as cents. */
  readonly tax?: number | undefined;
  readonly expected?: ExpectedDifference | undefined;
}

/** A period of a subscription that has begun. */
export interface SubscriptionPeriod {
  /** The first has 1. */
  readonly number: number;
  /** What it is by now. */
  readonly status: 'open' | 'processing' | 'paid' | 'unpaid' | 'void';
  /** What is charged for it. In the smallest unit of the currency, such as cents. */
  readonly amount: number;
  /** Of the amount. */
  readonly currency: 'USD' | 'CAD';
  /** Its first day. */
  readonly startsOn: string;
  /** The day on which the next one begins. */
  readonly endsOn: string;
  /** Of its invoice and its payments. */
  readonly orderNumber: string;
  /** Null: it cost nothing. */
  readonly invoiceId: string | null;
  /** How often its charge was declined. */
  readonly declines: number;
  /** Of the last decline. */
  readonly declineCode: string | null;
  /** When it is charged next. */
  readonly nextTryAt: string | null;
  /** When it is given up unless it is paid. */
  readonly givesUpAt: string | null;
  /** When its charge was last declined. */
  readonly failedAt: string | null;
  /** When it was paid. */
  readonly paidAt: string | null;
  /** When it began. */
  readonly createdAt: string;
}

/** What a change of the price would cost. */
export interface SubscriptionPreview {
  readonly subscription: Subscription;
  /** For the rest of the period that is paid: added to the next charge, or taken off it where it is below 0. In the smallest unit of the currency, such as cents. */
  readonly difference: number;
  /** The day on which that period would end; null where no period is paid whose rest it changes. */
  readonly periodEndsOn: string | null;
  /** How many of its days are left, with today. */
  readonly daysLeft: number | null;
  /** What is charged at once, for a period that begins with the change; null: none begins. In the smallest unit of the currency, such as cents. */
  readonly chargesToday: number | null;
  /** Of the charge that follows, if nothing changes. */
  readonly nextChargeAt: string | null;
  /** Of the charge that follows, if nothing changes. In the smallest unit of the currency, such as cents. */
  readonly nextChargeAmount: number | null;
}

export interface SubscriptionTerms {
  /** A plan, for the terms that are not sent. */
  readonly planCode?: string | undefined;
  /** Of each period, before discount and tax. In the smallest unit of the currency, such as cents. */
  readonly amount?: number | undefined;
  /** How long a period is. */
  readonly interval?: 'daily' | 'weekly' | 'every_two_weeks' | 'monthly' | 'every_two_months' | 'quarterly' | 'every_half_year' | 'yearly' | undefined;
  /** Taken off the amount, in hundredths of a percent. */
  readonly discount?: number | undefined;
  /** Added to each period after the discount. In the smallest unit of the currency, such as cents. */
  readonly tax?: number | undefined;
}

export interface TestCard {
  /** The card. */
  readonly number: string;
  /** Its brand. */
  readonly brand: string;
  /** What the bank does. */
  readonly does: 'approve' | 'slow_approval' | 'slow_decline' | 'rejection' | 'connection_refused' | 'timeout_before_booking' | 'timeout_after_booking' | 'timeout_after_decline' | 'late_booking' | 'server_error_before_booking' | 'server_error_after_booking' | 'garbage_answer' | 'half_answer' | 'slow_drip' | 'duplicate_answer' | 'wrong_amount_answer' | 'wrong_reference_answer' | 'wrong_amount_booked' | 'partial_approval' | 'card_declined' | 'do_not_honor' | 'insufficient_funds' | 'limit_exceeded' | 'card_velocity_exceeded' | 'lost_card' | 'stolen_card' | 'suspected_fraud' | 'expired_card' | 'card_replaced' | 'recurring_stopped' | 'do_not_try_again' | 'incorrect_card_data' | 'incorrect_number' | 'incorrect_cvc' | 'incorrect_address' | 'authentication_required' | 'authorization_expired' | 'duplicate' | 'already_settled' | 'not_settled' | 'not_released' | 'refund_too_large' | 'processing_error' | 'capture_declined' | 'capture_timeout_before_booking' | 'capture_timeout_after_booking' | 'void_declined' | 'void_timeout_before_booking' | 'void_timeout_after_booking' | 'refund_declined' | 'refund_timeout_before_booking' | 'refund_timeout_after_booking' | 'refund_late_booking' | 'refund_server_error' | 'by_amount';
  /** The same in a sentence. */
  readonly says: string;
}

/** A text that people write again and again. The portal fills it in where it is written. */
export interface TextTemplate {
  /** The template. */
  readonly id: string;
  /** By which people choose it; unique in the business. */
  readonly name: string;
  /** The text, with its placeholders: {firstName}, {lastName}, {business}, and [PBTLINK] for the pay link. */
  readonly body: string;
  /** When it was made. */
  readonly createdAt: string;
  /** When it was last changed. */
  readonly updatedAt: string;
}

export interface TextTemplateChange {
  /** By which people choose it. */
  readonly name?: string | undefined;
  /** The text. {firstName}, {lastName}, {business} are filled in where it is written; with [PBTLINK] it is for texts with a pay link, whose address stands there. */
  readonly body?: string | undefined;
}

export interface Timer {
  /** When. */
  readonly at: string;
  /** What. */
  readonly name: string;
}

/** A saved card or bank account. */
export interface Token {
  /** What stands for the card or account in later requests. */
  readonly token: string;
  /** What is behind it. */
  readonly method: 'card' | 'bank';
  /** A disabled one is charged no more. */
  readonly status: 'active' | 'disabled';
  /** The payer. */
  readonly customerId: string;
  /** Of a card. */
  readonly brand: string | null;
  /** The last four digits of the card or account. */
  readonly last4: string;
  /** Of a card. */
  readonly expiryMonth: number | null;
  /** Of a card. */
  readonly expiryYear: number | null;
  /** The name on it. */
  readonly holder: string;
  /** Of a bank account. */
  readonly routingNumber: string | null;
  /** Of a bank account. */
  readonly accountKind: 'checking' | 'savings' | null;
  /** Of a bank account. */
  readonly accountHolder: 'personal' | 'business' | null;
  /** When it was saved. */
  readonly createdAt: string;
  /** A payer. */
  readonly customer?: Customer | null | undefined;
}

export interface User {
  /** The user. */
  readonly id: string;
  /** In small letters. */
  readonly email: string;
  /** As others see it. */
  readonly name: string;
  /** What the user may do, as a bundle of rights. */
  readonly role: 'viewer' | 'support' | 'approver' | 'cashier' | 'manager' | 'administrator' | 'operator';
  /** What the role gives. */
  readonly rights: ReadonlyArray<'read' | 'charge' | 'refund' | 'approve' | 'administer' | 'operate'>;
  /** Invited: has not signed in yet. Disabled: may not sign in. */
  readonly status: 'invited' | 'active' | 'disabled';
  /** When the user was invited. */
  readonly createdAt: string;
  /** When its address, role or status was changed; another name does not count. */
  readonly updatedAt: string;
  /** When the user was disabled. */
  readonly disabledAt: string | null;
  /** When the last invitation was made; its link is good for seven days. */
  readonly invitedAt: string | null;
}

export interface WaitingObject {
  /** Its id. */
  readonly id: string;
  /** Since when it waits; of a dispute, until when it must be answered. */
  readonly at: string | null;
  /** What it is: the kind of a case, the reason of a dispute, the code of a return, the phone of a conversation, the mailbox of a mail, the day by which an invoice was to be paid; else empty. */
  readonly what: string;
  /** Whom it concerns; empty if nobody is known. */
  readonly payer: string;
  /** How much it concerns. In the smallest unit of the currency, such as cents. */
  readonly amount: number | null;
  /** Of the amount. */
  readonly currency: 'USD' | 'CAD' | null;
}

export interface WebhookEndpoint {
  /** What it hears of. A business has one endpoint of each kind. */
  readonly id: 'payments' | 'messages' | 'customers';
  /** Where events are posted to. */
  readonly url: string;
  /** For basic authentication there. */
  readonly username: string | null;
  /** Types that were switched on, beside those that every endpoint of its kind gets. With any, posts name their type. */
  readonly eventTypes: ReadonlyArray<string>;
  /** Failing: a delivery was given up, or ten tries in a row failed; posts continue. Disabled: until it is enabled. */
  readonly status: 'enabled' | 'failing' | 'disabled';
  /** Why it was disabled. */
  readonly disabledReason: string | null;
  /** True if the events of one object are delivered in their order. */
  readonly inOrder: boolean;
  /** Failed tries since the last success. */
  readonly failures: number;
  /** When they began to fail. */
  readonly failingSince: string | null;
  /** When a post was accepted, accurate to a minute. */
  readonly lastSuccessAt: string | null;
  /** Until then posts are signed with the former secret too. */
  readonly formerSecretUntil: string | null;
  /** When it was made. */
  readonly createdAt: string;
}

export interface WebhookEndpointWithSecret {
  /** What it hears of. A business has one endpoint of each kind. */
  readonly id: 'payments' | 'messages' | 'customers';
  /** Where events are posted to. */
  readonly url: string;
  /** For basic authentication there. */
  readonly username: string | null;
  /** Types that were switched on, beside those that every endpoint of its kind gets. With any, posts name their type. */
  readonly eventTypes: ReadonlyArray<string>;
  /** Failing: a delivery was given up, or ten tries in a row failed; posts continue. Disabled: until it is enabled. */
  readonly status: 'enabled' | 'failing' | 'disabled';
  /** Why it was disabled. */
  readonly disabledReason: string | null;
  /** True if the events of one object are delivered in their order. */
  readonly inOrder: boolean;
  /** Failed tries since the last success. */
  readonly failures: number;
  /** When they began to fail. */
  readonly failingSince: string | null;
  /** When a post was accepted, accurate to a minute. */
  readonly lastSuccessAt: string | null;
  /** Until then posts are signed with the former secret too. */
  readonly formerSecretUntil: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** It signs the posts. It is shown only in this answer. */
  readonly secret: string;
}

export interface WebhookTest {
  /** True if it was accepted: a status from 200 to 299. */
  readonly isAccepted: boolean;
  /** Of the answer; null if none came. */
  readonly status: number | null;
  /** Why no answer came. */
  readonly error: string | null;
  /** The beginning of the answer, masked. */
  readonly answer: string | null;
}

/** The query of `payments.list`. */
export interface PaymentsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: id; receipt or invoice number; order number, or mail address, phone, first or last name of the payer, or the beginning of one of them; last four digits, approval code or the beginning of an amount among the newest 10000. The filters find older ones too. */
  readonly q?: string | undefined;
  /** Separated by commas. */
  readonly status?: ReadonlyArray<'processing' | 'unknown' | 'authorized' | 'capturing' | 'captured' | 'voiding' | 'voided' | 'expired' | 'declined' | 'canceled' | 'queued' | 'originated' | 'settled' | 'available' | 'returned'> | undefined;
  /** What was charged. */
  readonly method?: 'card' | 'bank' | undefined;
  /** The payer. */
  readonly customerId?: string | undefined;
  /** Exactly this one. */
  readonly orderNumber?: string | undefined;
  /** Its own key, or that of a capture, void or refund of it. */
  readonly idempotencyKey?: string | undefined;
  /** The Idempotency-Key of the request that made it: it finds no payment that a repeated order was answered with. */
  readonly createdByKey?: string | undefined;
  /** The saved card or account. */
  readonly token?: string | undefined;
  /** Of the card, in small letters. */
  readonly brand?: string | undefined;
  /** The last four digits. */
  readonly last4?: string | undefined;
  /** The batch. */
  readonly batchId?: string | undefined;
  /** The account that it went to. */
  readonly processor?: string | undefined;
  /** Three letters. */
  readonly currency?: 'USD' | 'CAD' | undefined;
  /** Exactly this one. In the smallest unit of the currency, such as cents. */
  readonly amount?: number | undefined;
  /** At least. In the smallest unit of the currency, such as cents. */
  readonly amountFrom?: number | undefined;
  /** At most. In the smallest unit of the currency, such as cents. */
  readonly amountTo?: number | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Charges at the simulated bank. */
  readonly isTest?: boolean | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'subscription' | 'money'> | undefined;
}

/** The query of `payments.retrieve`. */
export interface PaymentsRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'subscription' | 'money'> | undefined;
}

/** The query of `refunds.list`. */
export interface RefundsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id, that of its payment; its order number, or mail address, phone, first or last name of the payer, or the beginning of one of them; the beginning of an amount among the newest 10000, last four digits among 2000. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly status?: 'processing' | 'unknown' | 'succeeded' | 'failed' | 'returned' | undefined;
  /** Its kind. */
  readonly kind?: 'refund' | 'void' | 'give_back' | undefined;
  /** The payment. */
  readonly paymentId?: string | undefined;
  /** The key under which it was asked for. */
  readonly idempotencyKey?: string | undefined;
  /** The batch. */
  readonly batchId?: string | undefined;
  /** Exactly this one. In the smallest unit of the currency, such as cents. */
  readonly amount?: number | undefined;
  /** Who asked for it. */
  readonly actor?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment' | 'customer'> | undefined;
}

/** The query of `refunds.retrieve`. */
export interface RefundsRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment' | 'customer'> | undefined;
}

/** The query of `invoices.list`. */
export interface InvoicesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: id; number of ten digits; order number, or mail address, phone, first or last name of the payer, or the beginning of one of them; the beginning of an amount among the newest 10000. */
  readonly q?: string | undefined;
  /** Separated by commas. */
  readonly status?: ReadonlyArray<'open' | 'partially_paid' | 'paying' | 'reserved' | 'paid' | 'returned' | 'canceled' | 'expired' | 'void'> | undefined;
  /** Whether it is overdue: see isOverdue. */
  readonly overdue?: boolean | undefined;
  /** The payer. */
  readonly customerId?: string | undefined;
  /** Exactly this one. */
  readonly orderNumber?: string | undefined;
  /** The payment, also one that did not succeed. */
  readonly paymentId?: string | undefined;
  /** A link by which it could be paid. */
  readonly payLinkId?: string | undefined;
  /** The subscription whose periods it is for. */
  readonly subscriptionId?: string | undefined;
  /** The invoice of which they are parts: lists parts alone. */
  readonly partOf?: string | undefined;
  /** Three letters. */
  readonly currency?: 'USD' | 'CAD' | undefined;
  /** Exactly this one. In the smallest unit of the currency, such as cents. */
  readonly amount?: number | undefined;
  /** At least. In the smallest unit of the currency, such as cents. */
  readonly amountFrom?: number | undefined;
  /** At most. In the smallest unit of the currency, such as cents. */
  readonly amountTo?: number | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'payment' | 'payLinks' | 'parts'> | undefined;
}

/** The query of `invoices.retrieve`. */
export interface InvoicesRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'payment' | 'payLinks' | 'parts'> | undefined;
}

/** The query of `customers.list`. */
export interface CustomersListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: id; your own identifier; mail address, phone, first or last name, or the beginning of one of them. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly status?: 'active' | 'inactive' | 'do_not_contact' | undefined;
  /** Exactly this one. */
  readonly externalId?: string | undefined;
  /** Exactly this one. */
  readonly email?: string | undefined;
  /** Exactly this one, as digits. */
  readonly phone?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'totals'> | undefined;
}

/** The query of `customers.retrieve`. */
export interface CustomersRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'totals'> | undefined;
}

/** The query of `tokens.list`. */
export interface TokensListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: the token; the last four digits; mail address, phone, first or last name of the payer, or the beginning of one of them; the beginning of the name on it among the newest 10000. */
  readonly q?: string | undefined;
  /** The payer. */
  readonly customerId?: string | undefined;
  /** What is behind it. */
  readonly method?: 'card' | 'bank' | undefined;
  /** What it is. */
  readonly status?: 'active' | 'disabled' | undefined;
  /** Of the card, in small letters. */
  readonly brand?: string | undefined;
  /** The last four digits. */
  readonly last4?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer'> | undefined;
}

/** The query of `tokens.retrieve`. */
export interface TokensRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer'> | undefined;
}

/** The query of `apiKeys.list`. */
export interface ApiKeysListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: the beginning of the key, its number, or a part of its name. */
  readonly q?: string | undefined;
  /** Exactly this one. */
  readonly name?: string | undefined;
  /** Whether it was revoked. */
  readonly isRevoked?: boolean | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `users.list`. */
export interface UsersListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: a part of the name or of the mail address, or the id. */
  readonly q?: string | undefined;
  /** Its status. */
  readonly status?: 'invited' | 'active' | 'disabled' | undefined;
  /** Its role. */
  readonly role?: 'viewer' | 'support' | 'approver' | 'cashier' | 'manager' | 'administrator' | 'operator' | undefined;
  /** Exactly this one. */
  readonly email?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `roles.list`. */
export interface RolesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: a part of its name. */
  readonly q?: string | undefined;
}

/** The query of `auditLog.list`. */
export interface AuditLogListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: a part of who did it, what was done, or what it was done to. */
  readonly q?: string | undefined;
  /** Who did it. */
  readonly actor?: string | undefined;
  /** What was done. */
  readonly act?: string | undefined;
  /** What it was done to. */
  readonly object?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `plans.list`. */
export interface PlansListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: the beginning of its code. */
  readonly q?: string | undefined;
  /** How long a period is. */
  readonly interval?: 'daily' | 'weekly' | 'every_two_weeks' | 'monthly' | 'every_two_months' | 'quarterly' | 'every_half_year' | 'yearly' | undefined;
  /** Of its amounts. */
  readonly currency?: 'USD' | 'CAD' | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `subscriptions.list`. */
export interface SubscriptionsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: id; order number of a period; code of the plan; mail address, phone, first or last name of the payer, or the beginning of one of them. */
  readonly q?: string | undefined;
  /** Separated by commas. */
  readonly status?: ReadonlyArray<'scheduled' | 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled' | 'completed'> | undefined;
  /** The payer. */
  readonly customerId?: string | undefined;
  /** The plan. */
  readonly planCode?: string | undefined;
  /** The saved card or account. */
  readonly token?: string | undefined;
  /** How long a period is. */
  readonly interval?: 'daily' | 'weekly' | 'every_two_weeks' | 'monthly' | 'every_two_months' | 'quarterly' | 'every_half_year' | 'yearly' | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'plan'> | undefined;
}

/** The query of `subscriptions.retrieve`. */
export interface SubscriptionsRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'plan'> | undefined;
}

/** The query of `subscriptions.listPeriods`. */
export interface SubscriptionsListPeriodsQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: number, order number, id of the invoice, beginning of the amount, or code of the last decline. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly status?: 'open' | 'processing' | 'paid' | 'unpaid' | 'void' | undefined;
  /** Its invoice. */
  readonly invoiceId?: string | undefined;
  /** On this day or later. */
  readonly startsFrom?: string | undefined;
  /** Before this day. */
  readonly startsTo?: string | undefined;
}

/** The query of `webhookEndpoints.list`. */
export interface WebhookEndpointsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id, or a part of its address. */
  readonly q?: string | undefined;
  /** Its status. */
  readonly status?: 'enabled' | 'failing' | 'disabled' | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `events.list`. */
export interface EventsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id, that of its object, or the beginning of its kind. */
  readonly q?: string | undefined;
  /** Exactly this one, such as payment.captured. */
  readonly kind?: string | undefined;
  /** What it happened to. */
  readonly objectId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `deliveries.list`. */
export interface DeliveriesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id, that of its object or event, or the beginning of the kind of event. */
  readonly q?: string | undefined;
  /** Its status. */
  readonly status?: 'pending' | 'in_flight' | 'scheduled' | 'succeeded' | 'exhausted' | 'discarded' | undefined;
  /** The endpoint that it goes to. */
  readonly endpointId?: 'payments' | 'messages' | 'customers' | undefined;
  /** The event. */
  readonly eventId?: string | undefined;
  /** What it happened to. */
  readonly objectId?: string | undefined;
  /** What happened. */
  readonly kind?: string | undefined;
  /** Whether it was made by a replay. */
  readonly isReplay?: boolean | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'event'> | undefined;
}

/** The query of `deliveries.retrieve`. */
export interface DeliveriesRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'event'> | undefined;
}

/** The query of `mails.list`. */
export interface MailsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id, that of its object, or the beginning of the mailbox or of the kind. */
  readonly q?: string | undefined;
  /** Its status. */
  readonly status?: 'queued' | 'sending' | 'sent' | 'failed' | undefined;
  /** What it tells of. */
  readonly kind?: string | undefined;
  /** The mailbox that it goes to, in letters of any case. */
  readonly to?: string | undefined;
  /** The payer that it goes to. */
  readonly customerId?: string | undefined;
  /** What its event happened to. */
  readonly objectId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `mailTemplates.list`. */
export interface MailTemplatesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** The kind of mail, as the kind of its event: payment.captured is a receipt. */
  readonly kind?: 'payment.captured' | 'payment.queued' | 'payment.refunded' | 'payment.voided' | 'payment.returned' | 'payment.account_validating' | 'subscription.payment_failed' | 'subscription.trial_will_end' | 'subscription.card_expiring' | undefined;
  /** In which it is written: payers get the mail in theirs. */
  readonly language?: 'en' | 'es' | 'fr' | undefined;
}

/** The query of `achEntries.list`. */
export interface AchEntriesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: trace number, or last four digits. */
  readonly q?: string | undefined;
  /** Its kind. */
  readonly kind?: 'debit' | 'credit' | 'deposit' | 'prenote' | 'micro_credit' | 'micro_debit' | undefined;
  /** What it is. */
  readonly status?: 'queued' | 'filed' | 'originated' | 'settled' | 'available' | 'returned' | 'late_returned' | 'canceled' | undefined;
  /** Whether it came back. */
  readonly isReturned?: boolean | undefined;
  /** As in R01. */
  readonly returnCode?: string | undefined;
  /** The payment. */
  readonly paymentId?: string | undefined;
  /** The file. */
  readonly fileId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment'> | undefined;
}

/** The query of `achEntries.retrieve`. */
export interface AchEntriesRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment'> | undefined;
}

/** The query of `achFiles.list`. */
export interface AchFilesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: name. */
  readonly q?: string | undefined;
  /** Its direction. */
  readonly direction?: 'out' | 'in' | undefined;
  /** What it is. */
  readonly status?: 'collecting' | 'written' | 'delivered' | 'rejecting' | 'rejected' | 'read' | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `accountValidations.list`. */
export interface AccountValidationsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id, or id, order number, mail address, phone or name of a payment from the account; last digits or routing number among the newest 10000. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly status?: 'pending' | 'validated' | 'failed' | 'expired' | 'withdrawn' | undefined;
  /** How the account is validated. */
  readonly method?: 'prenote' | 'micro_deposits' | 'hook' | 'used_before' | undefined;
  /** The payment. */
  readonly paymentId?: string | undefined;
  /** Of the bank. */
  readonly routingNumber?: string | undefined;
  /** The last digits of the account. */
  readonly last4?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `achReturns.list`. */
export interface AchReturnsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id, the id, order number, mail address, phone or name of the payment; the id of the transfer, its trace number or the last digits of the account among the newest 10000. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly kind?: 'return' | 'correction' | undefined;
  /** As in R01. */
  readonly code?: string | undefined;
  /** Whether it had its effect. */
  readonly isApplied?: boolean | undefined;
  /** The bank transfer. */
  readonly entryId?: string | undefined;
  /** The payment. */
  readonly paymentId?: string | undefined;
  /** The file from the bank. */
  readonly fileId?: string | undefined;
  /** At this moment or later. */
  readonly receivedFrom?: string | undefined;
  /** Before this moment. */
  readonly receivedTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment'> | undefined;
}

/** The query of `achReturns.retrieve`. */
export interface AchReturnsRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment'> | undefined;
}

/** The query of `batches.list`. */
export interface BatchesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: reference. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly status?: 'closing' | 'unknown' | 'closed' | 'mismatch' | 'reconciled' | 'funded' | undefined;
  /** The account. */
  readonly processor?: string | undefined;
  /** The payout. */
  readonly payoutId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `batches.items`. */
export interface BatchesItemsQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: reference, or id of the payment or refund. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly kind?: 'payment' | 'refund' | undefined;
  /** The payment. */
  readonly paymentId?: string | undefined;
}

/** The query of `payouts.list`. */
export interface PayoutsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: trace number. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly status?: 'queued' | 'filed' | 'originated' | 'settled' | 'available' | 'returned' | 'late_returned' | 'canceled' | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `cases.list`. */
export interface CasesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id, that of what it is about, or the order number, mail address, phone or name of a payment that it is about, itself or by a refund or dispute. */
  readonly q?: string | undefined;
  /** Its kind. */
  readonly kind?: 'outcome_unknown' | 'followup_unknown' | 'followup_contradicted' | 'amount_differs' | 'not_given_back' | 'batch_mismatch' | 'batch_unknown' | 'batch_contradicted' | 'no_report' | 'odd_row' | 'malformed_request' | 'ach_return' | 'ach_file' | 'dispute' | 'dispute_unmatched' | 'dispute_contradicted' | 'card_testing' | 'number_export' | undefined;
  /** What it is. */
  readonly status?: 'open' | 'proposed' | 'confirmed' | 'closed' | undefined;
  /** The kind of what it is about. */
  readonly objectKind?: 'payment' | 'followup' | 'batch' | 'ach_entry' | 'ach_file' | 'dispute' | 'business' | 'pay_link' | 'network' | undefined;
  /** What it is about. */
  readonly objectId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `cases.history`. */
export interface CasesHistoryQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** What was done. */
  readonly act?: string | undefined;
  /** Who did it. */
  readonly actor?: string | undefined;
}

/** The query of `messages.outlook`. */
export interface MessagesOutlookQuery {
  /** Ten digits. */
  readonly phone: string;
  /** The kind of the text; chat when left out. */
  readonly kind?: 'chat' | 'pay_link' | undefined;
}

/** The query of `conversations.list`. */
export interface ConversationsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: id; phone, or its beginning of six digits or more; name or mail address of the customer, or the beginning of one of them. */
  readonly q?: string | undefined;
  /** Of the person. */
  readonly phone?: string | undefined;
  /** The customer. */
  readonly customerId?: string | undefined;
  /** The user who takes care of it. */
  readonly assigneeId?: string | undefined;
  /** What the person said. */
  readonly consent?: 'none' | 'opted_in' | 'opted_out' | undefined;
  /** Whether it waits for an answer: see isWaiting. */
  readonly waiting?: boolean | undefined;
  /** Whose last text was written at this moment or later. */
  readonly lastFrom?: string | undefined;
  /** Whose last text was written before this moment. */
  readonly lastTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'assignee' | 'lastMessage'> | undefined;
}

/** The query of `conversations.retrieve`. */
export interface ConversationsRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'assignee' | 'lastMessage'> | undefined;
}

/** The query of `messages.list`. */
export interface MessagesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: phone. */
  readonly q?: string | undefined;
  /** The conversation. */
  readonly conversationId?: string | undefined;
  /** The customer whose conversation it is in. */
  readonly customerId?: string | undefined;
  /** Its direction. */
  readonly direction?: 'in' | 'out' | undefined;
  /** Its kind. */
  readonly kind?: 'chat' | 'pay_link' | 'receipt' | 'notice' | 'answer' | undefined;
  /** What it is. */
  readonly status?: 'received' | 'queued' | 'scheduled' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'canceled' | 'blocked' | undefined;
  /** The pay link. */
  readonly payLinkId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'conversation'> | undefined;
}

/** The query of `messages.retrieve`. */
export interface MessagesRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'conversation'> | undefined;
}

/** The query of `conversations.listNotes`. */
export interface ConversationsListNotesQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `textTemplates.list`. */
export interface TextTemplatesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: a part of the name or of the text. */
  readonly q?: string | undefined;
}

/** The query of `disputes.list`. */
export interface DisputesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: name at the processor, or reason code. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly status?: 'inquiry' | 'open' | 'won' | 'lost' | undefined;
  /** The payment. */
  readonly paymentId?: string | undefined;
  /** The account. */
  readonly processor?: string | undefined;
  /** To be answered before this moment. */
  readonly answerTo?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment'> | undefined;
}

/** The query of `disputes.retrieve`. */
export interface DisputesRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment'> | undefined;
}

/** The query of `leads.list`. */
export interface LeadsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: mail address, phone or last name. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly status?: 'waiting' | 'acknowledged' | undefined;
  /** How the person came in. */
  readonly source?: 'lead_form' | 'contact_insert' | undefined;
  /** The form. */
  readonly formId?: string | undefined;
  /** The customer. */
  readonly customerId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer'> | undefined;
}

/** The query of `leads.retrieve`. */
export interface LeadsRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer'> | undefined;
}

/** The query of `leadForms.list`. */
export interface LeadFormsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: name. */
  readonly q?: string | undefined;
  /** What it is. */
  readonly status?: 'open' | 'closed' | undefined;
  /** Exactly this one. */
  readonly originId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `ledgerAccounts.list`. */
export interface LedgerAccountsListQuery {
  /** Now when left out. */
  readonly at?: string | undefined;
}

/** The query of `ledgerTransfers.list`. */
export interface LedgerTransfersListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id; the beginning of an amount, an account, an order number, or the id of a payment, refund, batch, bank transfer or dispute among the newest 10000. The filters find older ones too. */
  readonly q?: string | undefined;
  /** Debited or credited. */
  readonly account?: string | undefined;
  /** The payment. */
  readonly paymentId?: string | undefined;
  /** The batch. */
  readonly batchId?: string | undefined;
  /** The dispute. */
  readonly disputeId?: string | undefined;
  /** At this moment or later. */
  readonly madeFrom?: string | undefined;
  /** Before this moment. */
  readonly madeTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment'> | undefined;
}

/** The query of `ledgerTransfers.retrieve`. */
export interface LedgerTransfersRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'payment'> | undefined;
}

/** The query of `sandbox.inbox`. */
export interface SandboxInboxQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: recipient or subject. */
  readonly q?: string | undefined;
  /** How it came. */
  readonly channel?: 'text' | 'mail' | 'call' | undefined;
  /** The phone or mailbox. */
  readonly recipient?: string | undefined;
  /** At this moment or later. */
  readonly receivedFrom?: string | undefined;
  /** Before this moment. */
  readonly receivedTo?: string | undefined;
}

/** The query of `jobs.list`. */
export interface JobsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: what it is about. */
  readonly q?: string | undefined;
  /** What is to be done. */
  readonly kind?: string | undefined;
  /** Due before this moment. */
  readonly runTo?: string | undefined;
}

/** The query of `bankScripts.list`. */
export interface BankScriptsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Which exchanges with the bank it is for. */
  readonly exchange?: 'charge' | 'capture' | 'void' | 'refund' | 'batch' | undefined;
  /** The payment. */
  readonly orderNumber?: string | undefined;
}

/** The query of `payLinks.list`. */
export interface PayLinksListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id; order number, or mail address, phone, first or last name of the payer, or the beginning of one of them. */
  readonly q?: string | undefined;
  /** Whether it was ended: open, expired or revoked. */
  readonly state?: 'open' | 'expired' | 'revoked' | undefined;
  /** Whether it is overdue: see isOverdue. */
  readonly overdue?: boolean | undefined;
  /** The payer. */
  readonly customerId?: string | undefined;
  /** Exactly this one. */
  readonly orderNumber?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'payment'> | undefined;
}

/** The query of `payLinks.retrieve`. */
export interface PayLinksRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'payment'> | undefined;
}

/** The query of `processorAccounts.list`. */
export interface ProcessorAccountsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: a part of its name, gateway or merchant. */
  readonly q?: string | undefined;
  /** Its status. */
  readonly status?: 'active' | 'stopped' | undefined;
  /** Its gateway. */
  readonly processor?: 'nmi' | 'authorize-net' | 'elavon' | 'helcim' | 'stripe' | undefined;
  /** Its currency. */
  readonly currency?: 'USD' | 'CAD' | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `businesses.list`. */
export interface BusinessesListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id or username, or a part of its name. */
  readonly q?: string | undefined;
  /** Its status. */
  readonly status?: 'messaging_only' | 'payments_pending' | 'payments_enabled' | 'payouts_enabled' | 'suspended' | 'closed' | undefined;
  /** Where it lives. */
  readonly environment?: 'sandbox' | 'live' | undefined;
  /** The business directly above. */
  readonly parentId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `businesses.retrieveBranding`. */
export interface BusinessesRetrieveBrandingQuery {
  /** Another color, to try it out. */
  readonly accentColor?: string | undefined;
}

/** The query of `businesses.listMoves`. */
export interface BusinessesListMovesQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: a part of who did it, or of why. */
  readonly q?: string | undefined;
  /** The state after. */
  readonly to?: 'messaging_only' | 'payments_pending' | 'payments_enabled' | 'payouts_enabled' | 'suspended' | 'closed' | undefined;
  /** Who did it. */
  readonly actor?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `applications.list`. */
export interface ApplicationsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: the id, the mail address, or a part of the name of the business. */
  readonly q?: string | undefined;
  /** Its status. */
  readonly status?: 'draft' | 'submitted' | 'screening' | 'in_review' | 'needs_information' | 'enhanced_review' | 'approved' | 'provisioning' | 'active' | 'declined' | 'withdrawn' | 'expired' | undefined;
  /** Of this business. */
  readonly businessId?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
}

/** The query of `checkoutSessions.list`. */
export interface CheckoutSessionsListQuery {
  /** How many at most; 20 when left out. */
  readonly limit?: number | undefined;
  /** Those that follow this cursor, which is `next` of an earlier page. */
  readonly after?: string | undefined;
  /** Those that precede this cursor, which is `previous` of a page. */
  readonly before?: string | undefined;
  /** Search: its id; order number, or mail address, phone, first or last name of the payer, or the beginning of one of them. */
  readonly q?: string | undefined;
  /** The payer. */
  readonly customerId?: string | undefined;
  /** Exactly this one. */
  readonly orderNumber?: string | undefined;
  /** At this moment or later. */
  readonly createdFrom?: string | undefined;
  /** Before this moment. */
  readonly createdTo?: string | undefined;
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'payment'> | undefined;
}

/** The query of `checkoutSessions.retrieve`. */
export interface CheckoutSessionsRetrieveQuery {
  /** Whole objects in the place of their ids, separated by commas. */
  readonly expand?: ReadonlyArray<'customer' | 'payment'> | undefined;
}

/** The query of `figures.retrieve`. */
export interface FiguresRetrieveQuery {
  /** The first day; 30 days when left out. */
  readonly from?: string | undefined;
  /** The last day; today when left out. */
  readonly to?: string | undefined;
  /** That of the business when left out. */
  readonly currency?: 'USD' | 'CAD' | undefined;
}

/** The query of `exports.rows`. */
export interface ExportsRowsQuery {
  /** What is exported. */
  readonly kind: 'customers' | 'plans' | 'subscriptions';
  /** NDJSON when left out: an object on each line. */
  readonly format?: 'csv' | 'ndjson' | undefined;
}
