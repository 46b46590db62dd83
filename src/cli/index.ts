import { accountValidationCommands } from './account-validation.ts';
import { achEntryCommands } from './ach-entries.ts';
import { achFileCommands } from './ach-files.ts';
import { applicationCommands } from './application.ts';
import { applicationReviewCommands } from './application-review.ts';
import { auditCommands } from './audit.ts';
import { backup } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { batchCommands } from './batch.ts';
import { businessCommands } from './business.ts';
import { businessKeyCommands } from './business-keys.ts';
import { businessStateCommands } from './business-state.ts';
import { businessTermCommands } from './business-terms.ts';
import { caseCommands } from './case.ts';
import { clockCommands } from './clock.ts';
import type { Command } from './command.ts';
import { consentCommands } from './consent.ts';
import { databaseCommands } from './database.ts';
import { disputeCommands } from './dispute.ts';
import { inboxCommands } from './inbox.ts';
import { leadCommands } from './lead.ts';
import { leadFormCommands } from './lead-form.ts';
import { ledgerCommands } from './ledger.ts';
import { mailCommands } from './mail.ts';
import { messageCommands } from './message.ts';
import { payLinkCommands } from './pay-link.ts';
import { paymentCommands } from './payment.ts';
import { planCommands } from './plan.ts';
import { processorCommands } from './processor.ts';
import { reconcile } from './reconcile.ts';
import { riskCommands } from './risk.ts';
import { simulate } from './simulate.ts';
import { startCommands } from './start.ts';
import { subscriptionCommands } from './subscription.ts';
import { subscriptionChangeCommands } from './subscription-change.ts';
import { subscriptionCreateCommands } from './subscription-create.ts';
import { vaultCommands } from './vault.ts';
import { webhookDeliveryCommands } from './webhook-deliveries.ts';
import { webhookCommands } from './webhooks.ts';
import { webhooksListen } from './webhooks-listen.ts';

/** Every command by its words. Each file has those of one noun. */
export const commands: Readonly<Record<string, Command>> = {
  ...startCommands,
  reconcile,
  simulate,
  ...businessCommands,
  ...businessStateCommands,
  ...businessKeyCommands,
  ...businessTermCommands,
  ...applicationCommands,
  ...applicationReviewCommands,
  ...paymentCommands,
  ...payLinkCommands,
  ...messageCommands,
  ...mailCommands,
  ...consentCommands,
  ...inboxCommands,
  ...planCommands,
  ...subscriptionCommands,
  ...subscriptionCreateCommands,
  ...subscriptionChangeCommands,
  ...caseCommands,
  ...clockCommands,
  ...achFileCommands,
  ...achEntryCommands,
  ...accountValidationCommands,
  ...processorCommands,
  ...riskCommands,
  ...batchCommands,
  ...disputeCommands,
  ...webhookCommands,
  ...webhookDeliveryCommands,
  'webhooks listen': webhooksListen,
  ...leadFormCommands,
  ...leadCommands,
  ...ledgerCommands,
  ...auditCommands,
  backup,
  restore,
  ...databaseCommands,
  ...vaultCommands,
};
