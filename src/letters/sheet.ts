/**
 * What stands in a letter or on a receipt, in the order in which it is read. E-mail, its plain text, the PDF and the
 * hosted page show one and the same sheet, so that they all say the same. Plain text, cut and in one line each: who
 * shows it escapes it.
 */
export type Sheet = {
  readonly subject: string;
  /** Above everything: that it was a test. */
  readonly banner: string | undefined;
  /** Who shows it, at its head and its foot. */
  readonly sender: {
    readonly name: string;
    /** Ways to reach them: address, phone, e-mail, a line each. */
    readonly lines: readonly string[];
  };
  readonly title: string;
  /** The sum that it is about, as large as it can be. */
  readonly amount: string | undefined;
  /** `bad`: money that was paid is not there. */
  readonly tone: 'good' | 'plain' | 'bad';
  readonly paragraphs: readonly string[];
  readonly facts: readonly Row[];
  /** What the sum is made of, and the sum. */
  readonly lines: readonly Row[];
  readonly total: Row | undefined;
  /** Something to do, at a web address. */
  readonly action: Row | undefined;
  /** In small print. */
  readonly remarks: readonly string[];
};

export type Row = { readonly label: string; readonly value: string };
