import type { BadAnswer } from './bad-answers.ts';

/** The fault of the requests with one reference of ours. */
export type GatewayFault = {
  /** `never`, or so much later; if it is left out they are executed at once. */
  readonly executes?: 'never' | { readonly afterSeconds: number };
  /** The code of a decline, which the request then gets. Any other code is answered, whatever the outcome is. */
  readonly code?: string;
  readonly text?: string;
  /** With the code of a decline: the advice about another try, if the gateway gives any. */
  readonly advice?: string;
  readonly answer?: BadAnswer;
  /** The fault of the request that comes before the one that moves money, if there is one. */
  readonly before?: Pick<GatewayFault, 'executes' | 'code' | 'answer'>;
  /** The issuer has half of the amount: approved if a partial approval is acceptable, and declined otherwise. */
  readonly approvesPart?: boolean;
  /** The wrong reference in the answer. */
  readonly echo?: string;
  /** An executed request is found only so much later. */
  readonly visibleAfterSeconds?: number;
  /** The request is found, but with a condition that says nothing. */
  readonly unclearForSeconds?: number;
  readonly rows?: 'duplicated' | 'with_one_of_another_caller';
  /** The faults of the next reports about it, one by one. */
  readonly reports?: readonly ReportFault[];
};

/** `error_response`: a whole report that says that there is none. */
export type ReportFault = BadAnswer | 'error_response';
