import { achRules } from './ach-rules.ts';
import { batchRules } from './batch-rules.ts';
import { caseRules } from './case-rules.ts';
import { deliveryRules } from './delivery-rules.ts';
import { disputeRules } from './dispute-rules.ts';
import { dueRules } from './due-rules.ts';
import { eventRules } from './event-rules.ts';
import { fileRules } from './file-rules.ts';
import { followUpRules } from './followup-rules.ts';
import { historyRules } from './history-rules.ts';
import { ledgerRules } from './ledger-rules.ts';
import { mailRules } from './mail-rules.ts';
import { paymentRules } from './payment-rules.ts';
import { rowRules } from './row-rules.ts';
import { subscriptionRules } from './subscription-rules.ts';
import type { Rule } from './table-rules.ts';
import { textRules } from './text-rules.ts';
import { validationRules } from './validation-rules.ts';

/** Everything that must hold between our own tables at any moment. */
export const rules: readonly Rule[] = [
  ...paymentRules,
  ...followUpRules,
  ...ledgerRules,
  ...eventRules,
  ...batchRules,
  ...achRules,
  ...validationRules,
  ...fileRules,
  ...caseRules,
  ...disputeRules,
  ...rowRules,
  ...dueRules,
  ...deliveryRules,
  ...mailRules,
  ...subscriptionRules,
  ...historyRules,
  ...textRules,
];
