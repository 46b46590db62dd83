/** What became of something that was handed to a carrier. A carrier never throws for what a network may do. */
export type Sent =
  | {
      readonly outcome: 'accepted';
      readonly carrierId: string | undefined;
      /** Where more is known at once than that it was sent; else callbacks tell of it. */
      readonly progress?: TextProgress;
    }
  /** For good: the number or mailbox does not take it. */
  | { readonly outcome: 'refused'; readonly code: string }
  /** It certainly never left: it may be sent again. */
  | { readonly outcome: 'not_sent'; readonly code: string }
  /** It may have gone out. */
  | { readonly outcome: 'unknown'; readonly code: string };

export type Text = {
  readonly businessId: bigint;
  /** What we call it; the same on every try. */
  readonly reference: string;
  /** Ten digits each. */
  readonly from: string;
  readonly to: string;
  readonly body: string;
};

/** What is known of a text after it was taken, told by callbacks in any order. */
export type TextProgress = 'sent' | 'delivered' | 'undelivered' | 'failed';

export type PhoneType = 'mobile' | 'landline' | 'voip' | 'tollfree' | 'premium' | 'unknown';

export type TextCarrier = {
  /** As messages remember it. */
  readonly name: string;
  send(text: Text): Promise<Sent>;
  /** Where it can sell numbers, and where it can say what kind a number is. */
  readonly numbers: NumberSupply | undefined;
  lookUp: ((number: string) => Promise<LookedUp>) | undefined;
};

export type LookedUp =
  | { readonly outcome: 'known'; readonly type: PhoneType; readonly carrier: string | undefined }
  | { readonly outcome: 'not_known'; readonly code: string };

/** Buys a number at most once for each reference, whatever becomes of the answer. */
export type NumberSupply = {
  /** In this area code, or in any where it has none. Undefined: none to be had now, ask again later. */
  buy(wish: NumberWish): Promise<Bought | undefined>;
};
export type NumberWish = {
  readonly areaCode: string;
  readonly reference: string;
  /** When it comes back at the latest, with or without a number: nothing goes on behind it. */
  readonly withinMs: number;
};
export type Bought = { readonly number: string; readonly carrierId: string };

export type Mailbox = { readonly name: string; readonly address: string };

export type Mail = {
  readonly businessId: bigint;
  /** The same on every try: a reader shows it once. With its brackets. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly replyTo: Mailbox | undefined;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
};

/** Made when it is needed: the sandbox only notes its name. */
export type Attachment = {
  readonly name: string;
  readonly type: string;
  content(): Promise<Buffer>;
};

export type MailCarrier = {
  readonly name: string;
  send(mail: Mail): Promise<Sent>;
  /** Lets go of what it keeps open; nothing is sent any more. */
  close?(): void;
};

type Environment = 'sandbox' | 'live';

/** Undefined: none is set up, and what would go there is noted as not sent. */
export type Carriers = {
  readonly texts: { readonly [E in Environment]: TextCarrier | undefined };
  readonly mails: { readonly [E in Environment]: MailCarrier | undefined };
};
