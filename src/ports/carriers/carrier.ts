/** The outcome of handing a message to a carrier. A carrier never throws for anything that a network may do. */
export type Sent =
  | {
      readonly outcome: 'accepted';
      readonly carrierId: string | undefined;
      /** Defined if more is known at once than that it was sent; otherwise callbacks report it. */
      readonly progress?: TextProgress;
    }
  /** Final: the number or mailbox does not accept it. */
  | { readonly outcome: 'refused'; readonly code: string }
  /** It certainly was not sent, and may be sent again. */
  | { readonly outcome: 'not_sent'; readonly code: string }
  /** It may have been sent. */
  | { readonly outcome: 'unknown'; readonly code: string };

export type Text = {
  readonly businessId: bigint;
  /** Our reference; the same for every attempt. */
  readonly reference: string;
  /** Ten digits each. */
  readonly from: string;
  readonly to: string;
  readonly body: string;
};

/** The delivery state of an accepted text, reported by callbacks in any order. */
export type TextProgress = 'sent' | 'delivered' | 'undelivered' | 'failed';

export type PhoneType = 'mobile' | 'landline' | 'voip' | 'tollfree' | 'premium' | 'unknown';

/**
 * Returns the reason why a carrier would take nothing now, as a code of `Sent`; undefined: it would. It sends nothing.
 */
type CheckCarrier = () => Promise<string | undefined>;

export type TextCarrier = {
  /** The name that is stored with messages. */
  readonly name: string;
  send(text: Text): Promise<Sent>;
  /** Only a carrier outside of this machine has one. */
  readonly check?: CheckCarrier;
  /** Only carriers that sell numbers and look up the type of a number have these. */
  readonly numbers: NumberSupply | undefined;
  lookUp: ((number: string) => Promise<LookedUp>) | undefined;
  /** Only carriers that report what happens to calls have this. */
  readonly calls: CallRouting | undefined;
};

/** The carrier asks us for each call to one of our numbers where the call goes. */
export type CallRouting = {
  /** The URL that it asks. */
  readonly address: string;
  /** Makes the carrier ask there about calls to a number, which is named by the carrier's id. */
  route(carrierId: string): Promise<'done' | 'gone' | 'not_now'>;
};

export type LookedUp =
  | { readonly outcome: 'known'; readonly type: PhoneType; readonly carrier: string | undefined }
  | { readonly outcome: 'not_known'; readonly code: string };

/** Buys a number at most once for each reference, even if the answer is lost. */
export type NumberSupply = {
  /**
   * Buys a number in this area code, or in any if the area has none. Undefined: none is available now; ask again later.
   */
  buy(request: NumberRequest): Promise<Bought | undefined>;
};
export type NumberRequest = {
  readonly areaCode: string;
  readonly reference: string;
  /** After so many milliseconds it has returned, with or without a phone number, and buys none later. */
  readonly withinMs: number;
};
export type Bought = {
  readonly number: string;
  readonly carrierId: string;
  /** The URL that the carrier asks about calls to it; undefined until it is set. */
  readonly callsAt: string | undefined;
};

export type Mailbox = { readonly name: string; readonly address: string };

export type Mail = {
  readonly businessId: bigint;
  /** The Message-ID with its brackets; the same for every attempt, so that a reader shows the mail once. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly replyTo: Mailbox | undefined;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
};

/** Made when it is needed: the sandbox only stores its name. */
export type Attachment = {
  readonly name: string;
  readonly type: string;
  /** The Content-ID of an image that stands within the HTML; it is no file of its own then. */
  readonly contentId?: string;
  content(): Promise<Buffer>;
};

export type MailCarrier = {
  readonly name: string;
  send(mail: Mail): Promise<Sent>;
  readonly check?: CheckCarrier;
  /** Closes open connections; nothing is sent any more. */
  close?(): void;
};

type Environment = 'sandbox' | 'live';

/** Undefined: none is set up, and messages are recorded as not sent. */
export type Carriers = {
  readonly texts: { readonly [E in Environment]: TextCarrier | undefined };
  readonly mails: { readonly [E in Environment]: MailCarrier | undefined };
};
