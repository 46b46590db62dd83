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
import { callCommands } from './call.ts';
import { caseCommands } from './case.ts';
import { clockCommands } from './clock.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { consentCommands } from './consent.ts';
import { customerCommands } from './customer.ts';
import { databaseCommands } from './database.ts';
import { demo } from './demo.ts';
import { disputeCommands } from './dispute.ts';
import { doctor } from './doctor.ts';
import { exportCommands } from './export.ts';
import { importCommands } from './import.ts';
import { inboxCommands } from './inbox.ts';
import { leadCommands } from './lead.ts';
import { leadFormCommands } from './lead-form.ts';
import { ledgerCommands } from './ledger.ts';
import { loginCommands } from './login.ts';
import { logCommands } from './logs.ts';
import { mailCommands } from './mail.ts';
import { messageCommands } from './message.ts';
import { overdue } from './overdue.ts';
import { payLinkCommands } from './pay-link.ts';
import { paymentCommands } from './payment.ts';
import { paymentUnknown } from './payment-unknown.ts';
import { planCommands } from './plan.ts';
import { processorCommands } from './processor.ts';
import { profileCommands } from './profile.ts';
import { reconcile } from './reconcile.ts';
import { retentionCommands } from './retention.ts';
import { riskCommands } from './risk.ts';
import { simulate } from './simulate.ts';
import { soap } from './soap.ts';
import { startCommands } from './start.ts';
import { status } from './status.ts';
import { subscriptionCommands } from './subscription.ts';
import { subscriptionChangeCommands } from './subscription-change.ts';
import { subscriptionCreateCommands } from './subscription-create.ts';
import { triggerCommand } from './trigger.ts';
import { userCommands } from './user.ts';
import { vaultCommands } from './vault.ts';
import { webhookDeliveryCommands } from './webhook-deliveries.ts';
import { webhookCommands } from './webhooks.ts';
import { webhooksListen } from './webhooks-listen.ts';

/** The commands by purpose, as the help shows them. Each file has the commands of one noun. */
export const groups: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  'Run and look after the service': {
    ...startCommands,
    status,
    doctor,
    overdue,
    ...logCommands,
    ...databaseCommands,
    backup,
    restore,
    ...vaultCommands,
  },
  'Businesses and their applications': {
    ...businessCommands,
    ...businessStateCommands,
    ...businessKeyCommands,
    ...userCommands,
    ...loginCommands,
    ...businessTermCommands,
    ...applicationCommands,
    ...applicationReviewCommands,
  },
  'Payments and money': {
    ...paymentCommands,
    'payment unknown': paymentUnknown,
    ...disputeCommands,
    ...batchCommands,
    ...ledgerCommands,
    ...processorCommands,
    ...riskCommands,
    ...payLinkCommands,
  },
  'Bank transfers': {
    ...achFileCommands,
    ...achEntryCommands,
    ...accountValidationCommands,
  },
  'Plans and subscriptions': {
    ...planCommands,
    ...subscriptionCommands,
    ...subscriptionCreateCommands,
    ...subscriptionChangeCommands,
  },
  'Texts, mail and leads': {
    ...messageCommands,
    ...mailCommands,
    ...consentCommands,
    ...leadFormCommands,
    ...leadCommands,
  },
  'Webhooks and their deliveries': {
    ...webhookCommands,
    ...webhookDeliveryCommands,
    'webhooks listen': webhooksListen,
  },
  'Cases, books and the audit log': {
    ...caseCommands,
    reconcile,
    ...auditCommands,
  },
  'Call the running service': {
    ...callCommands,
    soap,
    ...profileCommands,
    completion: completionCommand(() => commands),
  },
  'Move in and out': {
    ...importCommands,
    ...exportCommands,
    ...retentionCommands,
    ...customerCommands,
  },
  'Try things out in the sandbox': {
    demo,
    simulate,
    trigger: triggerCommand,
    ...inboxCommands,
    ...clockCommands,
  },
};

/** Every command by its words. */
export const commands: Readonly<Record<string, Command>> = Object.assign(
  {},
  ...Object.values(groups),
);
