import type { BadAnswer } from './bad-answers.ts';

/** What becomes of the requests with one reference of ours. */
export type GatewayFault = {
  /** Whether and when they are executed; at once if nothing is said. */
  readonly executes?: 'never' | { readonly afterSeconds: number };
  /** The code of a decline, which is what becomes of it; any other one is answered, whatever becomes of it. */
  readonly code?: string;
  readonly text?: string;
  /** With the code of a decline: what is advised about another try, where the gateway tells that. */
  readonly advice?: string;
  readonly answer?: BadAnswer;
  /** Of the request that comes before the one that moves money, where there is one. */
  readonly before?: Pick<GatewayFault, 'executes' | 'code' | 'answer'>;
  /** The issuer has half of the amount: approved where a part will do, and declined otherwise. */
  readonly approvesPart?: boolean;
  /** Another reference in the answer. */
  readonly echo?: string;
  /** What was executed is found only so much later. */
  readonly visibleAfterSeconds?: number;
  /** Found, but with a condition that says nothing. */
  readonly unclearForSeconds?: number;
  readonly rows?: 'duplicated' | 'with_one_of_another_caller';
  /** Of the next reports about it, one by one. */
  readonly reports?: readonly ReportFault[];
};

/** `error_response`: a whole report that says that there is none. */
export type ReportFault = BadAnswer | 'error_response';
