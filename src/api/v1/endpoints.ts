import type { Described, Endpoint } from './endpoint.ts';
import { achEndpoints } from './resources/ach.ts';
import { achFileEndpoints } from './resources/ach-files.ts';
import { achReturnEndpoints } from './resources/ach-returns.ts';
import { apiKeyEndpoints } from './resources/api-keys.ts';
import { applicationEndpoints } from './resources/applications.ts';
import { auditLogEndpoints } from './resources/audit-log.ts';
import { bankScriptEndpoints } from './resources/bank-scripts.ts';
import { batchEndpoints } from './resources/batches.ts';
import { businessEndpoints } from './resources/businesses.ts';
import { caseEndpoints } from './resources/cases.ts';
import { checkoutSessionEndpoints } from './resources/checkout-sessions.ts';
import { colleagueEndpoints } from './resources/conversation-colleagues.ts';
import { conversationEndpoints } from './resources/conversations.ts';
import { customerEndpoints } from './resources/customers.ts';
import { deliveryEndpoints } from './resources/deliveries.ts';
import { disputeEndpoints } from './resources/disputes.ts';
import { eventEndpoints } from './resources/events.ts';
import { exportEndpoints } from './resources/exports.ts';
import { fieldSessionEndpoints } from './resources/field-sessions.ts';
import { figureEndpoints } from './resources/figures.ts';
import { homeEndpoints } from './resources/home.ts';
import { importEndpoints } from './resources/imports.ts';
import { invoiceEndpoints } from './resources/invoices.ts';
import { leadFormEndpoints } from './resources/lead-forms.ts';
import { leadEndpoints } from './resources/leads.ts';
import { ledgerEndpoints } from './resources/ledger.ts';
import { mailTemplateEndpoints } from './resources/mail-templates.ts';
import { mailEndpoints } from './resources/mails.ts';
import { messageOutlookEndpoints } from './resources/message-outlook.ts';
import { payLinkEndpoints } from './resources/pay-links.ts';
import { paymentEndpoints } from './resources/payments.ts';
import { planEndpoints } from './resources/plans.ts';
import { processorAccountEndpoints } from './resources/processor-accounts.ts';
import { refundEndpoints } from './resources/refunds.ts';
import { roleEndpoints } from './resources/roles.ts';
import { sandboxEndpoints } from './resources/sandbox.ts';
import { sandboxInboxEndpoints } from './resources/sandbox-inbox.ts';
import { subscriptionEndpoints } from './resources/subscriptions.ts';
import { textTemplateEndpoints } from './resources/text-templates.ts';
import { tokenEndpoints } from './resources/tokens.ts';
import { userEndpoints } from './resources/users.ts';
import { webhookEndpointEndpoints } from './resources/webhook-endpoints.ts';
import { sessionEndpoints } from './session/session-endpoints.ts';

/** The table of `/v1`. Adding an endpoint is adding it to the file of its resource. */
export const endpoints: readonly Endpoint[] = [
  ...paymentEndpoints,
  ...refundEndpoints,
  ...invoiceEndpoints,
  ...customerEndpoints,
  ...tokenEndpoints,
  ...apiKeyEndpoints,
  ...userEndpoints,
  ...roleEndpoints,
  ...auditLogEndpoints,
  ...planEndpoints,
  ...subscriptionEndpoints,
  ...webhookEndpointEndpoints,
  ...eventEndpoints,
  ...deliveryEndpoints,
  ...mailEndpoints,
  ...mailTemplateEndpoints,
  ...achEndpoints,
  ...achFileEndpoints,
  ...achReturnEndpoints,
  ...batchEndpoints,
  ...caseEndpoints,
  ...messageOutlookEndpoints,
  ...conversationEndpoints,
  ...colleagueEndpoints,
  ...textTemplateEndpoints,
  ...disputeEndpoints,
  ...leadEndpoints,
  ...leadFormEndpoints,
  ...ledgerEndpoints,
  ...sandboxEndpoints,
  ...sandboxInboxEndpoints,
  ...bankScriptEndpoints,
  ...payLinkEndpoints,
  ...processorAccountEndpoints,
  ...businessEndpoints,
  ...applicationEndpoints,
  ...checkoutSessionEndpoints,
  ...fieldSessionEndpoints,
  ...homeEndpoints,
  ...figureEndpoints,
  ...importEndpoints,
  ...exportEndpoints,
];

/** The endpoints in the documents and clients, including those for people who sign in. */
export const describedEndpoints: readonly Described[] = [...endpoints, ...sessionEndpoints];
