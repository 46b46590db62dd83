import { createPayment } from './create-payment.ts';
import { createToken } from './create-token.ts';
import type { Operation } from './operation.ts';

/** The table. Adding an operation is adding its file and its line here. */
export const operations: readonly Operation[] = [createPayment, createToken];
