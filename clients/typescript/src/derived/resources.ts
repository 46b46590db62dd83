/* Written by tools/client-files.ts from the table of /v1: change that, then `npm run generate`. */

import { type CallOptions, type Connection, part, Resource, type WriteOptions } from '../connection.ts';
import type { LiveEvent, LiveOptions, LiveReset } from '../live.ts';
import type { Pages } from '../pages.ts';
import type * as t from './types.ts';

export class PaymentsResource extends Resource {
  /** Charges or authorizes a card, or debits a bank account. */
  create(body: t.NewPayment, options: WriteOptions = {}): Promise<t.Payment> {
    return this.connection.call<t.Payment>({ method: 'POST', path: `/v1/payments`, body, outcomes: [503], options });
  }

  /** Lists payments, the newest first. */
  list(query: t.PaymentsListQuery = {}, options: CallOptions = {}): Pages<t.Payment> {
    return this.connection.list<t.Payment>({ method: 'GET', path: `/v1/payments`, query, options });
  }

  /** Returns a payment. It asks nobody: what is not known yet is looked into in the background. */
  retrieve(paymentId: string, query: t.PaymentsRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Payment> {
    return this.connection.call<t.Payment>({ method: 'GET', path: `/v1/payments/${part(paymentId)}`, query, options });
  }

  /** Captures an authorization, whole or in part. */
  capture(paymentId: string, body: {
    /** Everything that was authorized when left out. In the smallest unit of the currency, such as cents. */
    readonly amount?: number | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.Payment> {
    return this.connection.call<t.Payment>({ method: 'POST', path: `/v1/payments/${part(paymentId)}/capture`, body, options });
  }

  /** Withdraws an authorization or a payment that is not settled yet. */
  void(paymentId: string, options: WriteOptions = {}): Promise<t.Payment> {
    return this.connection.call<t.Payment>({ method: 'POST', path: `/v1/payments/${part(paymentId)}/void`, options });
  }

  /** Refunds a payment. All of one that is not settled yet is voided instead, where that is possible: the payer sees neither then. */
  refund(paymentId: string, body: {
    /** Everything that is left when left out. In the smallest unit of the currency, such as cents. */
    readonly amount?: number | undefined;
    /** For your own staff. */
    readonly reason?: string | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.Refund> {
    return this.connection.call<t.Refund>({ method: 'POST', path: `/v1/payments/${part(paymentId)}/refunds`, body, options });
  }

  /** Sends the receipt of a payment once more: to the mailbox or phone that is named, or else where the first one went, or to what is known of the payer. A payment that was voided or returned has none. Of one payment it is sent at most ten times a day. */
  resendReceipt(paymentId: string, body: {
    /** The mailbox that it goes to. */
    readonly email?: string | undefined;
    /** The phone that it goes to as a text: ten digits. */
    readonly phone?: string | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.SentReceipt> {
    return this.connection.call<t.SentReceipt>({ method: 'POST', path: `/v1/payments/${part(paymentId)}/resend-receipt`, body, options });
  }

  /** Lists what was asked of the bank for a payment and what came back, in order: the charge, then captures, voids and refunds, each with what is known about it and the masked exchanges that are kept as evidence. */
  listAttempts(paymentId: string, options: CallOptions = {}): Promise<t.PaymentAttempts> {
    return this.connection.call<t.PaymentAttempts>({ method: 'GET', path: `/v1/payments/${part(paymentId)}/attempts`, options });
  }

  /** Lists the mails and texts that were sent because of a payment: its receipts, what told of refunds, voids and returns, and pay links to its invoice. */
  listMessages(paymentId: string, options: CallOptions = {}): Promise<t.PaymentMessages> {
    return this.connection.call<t.PaymentMessages>({ method: 'GET', path: `/v1/payments/${part(paymentId)}/messages`, options });
  }
}

export class RefundsResource extends Resource {
  /** Lists refunds and voids, the newest first. */
  list(query: t.RefundsListQuery = {}, options: CallOptions = {}): Pages<t.Refund> {
    return this.connection.list<t.Refund>({ method: 'GET', path: `/v1/refunds`, query, options });
  }

  /** Returns a refund. */
  retrieve(refundId: string, query: t.RefundsRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Refund> {
    return this.connection.call<t.Refund>({ method: 'GET', path: `/v1/refunds/${part(refundId)}`, query, options });
  }
}

export class InvoicesResource extends Resource {
  /** Lists invoices of payments, pay links and periods of subscriptions, the newest first. The parts in which one is paid are listed where they are asked for. */
  list(query: t.InvoicesListQuery = {}, options: CallOptions = {}): Pages<t.Invoice> {
    return this.connection.list<t.Invoice>({ method: 'GET', path: `/v1/invoices`, query, options });
  }

  /** Returns an invoice. */
  retrieve(invoiceId: string, query: t.InvoicesRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Invoice> {
    return this.connection.call<t.Invoice>({ method: 'GET', path: `/v1/invoices/${part(invoiceId)}`, query, options });
  }

  /** Returns an invoice as a PDF of one page, as it is now, in the language of its customer. It holds no address at which it is paid. */
  pdf(invoiceId: string, options: CallOptions = {}): Promise<Response> {
    return this.connection.file({ method: 'GET', path: `/v1/invoices/${part(invoiceId)}/pdf`, options });
  }

  /** Lists the mails and texts that were sent because of an invoice: its pay links, and what told of its payments. */
  listMessages(invoiceId: string, options: CallOptions = {}): Promise<t.PaymentMessages> {
    return this.connection.call<t.PaymentMessages>({ method: 'GET', path: `/v1/invoices/${part(invoiceId)}/messages`, options });
  }

  /** Voids an invoice that no payment holds, with its open pay link and the text of that. An invoice of a period waives the period: the subscription goes on with the next one. One that is paid, or being paid, stays; of one that is paid in part, only what is left ends, and what was paid stays paid. */
  void(invoiceId: string, options: WriteOptions = {}): Promise<t.Invoice> {
    return this.connection.call<t.Invoice>({ method: 'POST', path: `/v1/invoices/${part(invoiceId)}/void`, options });
  }
}

export class CustomersResource extends Resource {
  /** Lists customers, the newest first. */
  list(query: t.CustomersListQuery = {}, options: CallOptions = {}): Pages<t.Customer> {
    return this.connection.list<t.Customer>({ method: 'GET', path: `/v1/customers`, query, options });
  }

  /** Makes a customer. One who could not be told from another, by identifier or by mail and phone, is refused. */
  create(body: t.NewCustomer = {}, options: WriteOptions = {}): Promise<t.Customer> {
    return this.connection.call<t.Customer>({ method: 'POST', path: `/v1/customers`, body, options });
  }

  /** Returns a customer. Its ETag without `expand` is the version that a change names in If-Match. */
  retrieve(customerId: string, query: t.CustomersRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Customer> {
    return this.connection.call<t.Customer>({ method: 'GET', path: `/v1/customers/${part(customerId)}`, query, options });
  }

  /** Changes what is sent of a customer; null clears a text. Your own identifier can be changed but not taken away. */
  update(customerId: string, body: t.CustomerChange = {}, options: WriteOptions = {}): Promise<t.Customer> {
    return this.connection.call<t.Customer>({ method: 'PATCH', path: `/v1/customers/${part(customerId)}`, body, options });
  }

  /** Makes one customer of two that are one. The customer of the path stays, keeps its own details and gets those that it lacks; payments, invoices, saved cards, subscriptions, pay links, leads and texts of the other become its own. The other one names it from then on. It cannot be undone. */
  merge(customerId: string, body: t.CustomerMerge, options: WriteOptions = {}): Promise<t.Customer> {
    return this.connection.call<t.Customer>({ method: 'POST', path: `/v1/customers/${part(customerId)}/merge`, body, options });
  }

  /** Removes a person: names, addresses, phones, mail, texts, saved cards and leads. The books keep the amounts and last four digits. It is refused while something is open, and says what. It cannot be undone. */
  forget(customerId: string, options: WriteOptions = {}): Promise<t.ForgottenCustomer> {
    return this.connection.call<t.ForgottenCustomer>({ method: 'POST', path: `/v1/customers/${part(customerId)}/forget`, options });
  }
}

export class TokensResource extends Resource {
  /** Lists saved cards and bank accounts, the newest first. */
  list(query: t.TokensListQuery = {}, options: CallOptions = {}): Pages<t.Token> {
    return this.connection.list<t.Token>({ method: 'GET', path: `/v1/tokens`, query, options });
  }

  /** Saves a card or bank account of a customer. Its number is in no answer, and nowhere but in the vault. */
  create(body: t.NewToken, options: WriteOptions = {}): Promise<t.Token> {
    return this.connection.call<t.Token>({ method: 'POST', path: `/v1/tokens`, body, options });
  }

  /** Returns a saved card or bank account, of whose number only the last four digits are shown. */
  retrieve(token: string, query: t.TokensRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Token> {
    return this.connection.call<t.Token>({ method: 'GET', path: `/v1/tokens/${part(token)}`, query, options });
  }

  /** Disables a saved card or bank account: it is charged no more. It stays visible, for the books. */
  delete(token: string, options: WriteOptions = {}): Promise<void> {
    return this.connection.call<void>({ method: 'DELETE', path: `/v1/tokens/${part(token)}`, options });
  }
}

export class ApiKeysResource extends Resource {
  /** Makes an API key. A key can grant only rights that it has itself. */
  create(body: {
    /** What you call it. */
    readonly name: string;
    /** What it may do; at least one right. Everything if it is null or left out. */
    readonly rights?: ReadonlyArray<'read' | 'charge' | 'refund' | 'approve' | 'administer' | 'operate'> | null | undefined;
  }, options: WriteOptions = {}): Promise<t.NewApiKey> {
    return this.connection.call<t.NewApiKey>({ method: 'POST', path: `/v1/api-keys`, body, options });
  }

  /** Lists the API keys of the business, the newest first, without the keys themselves. A key that its owner chose is listed from its first use. */
  list(query: t.ApiKeysListQuery = {}, options: CallOptions = {}): Pages<t.ApiKey> {
    return this.connection.list<t.ApiKey>({ method: 'GET', path: `/v1/api-keys`, query, options });
  }

  /** Returns an API key without the key itself. */
  retrieve(keyId: string, options: CallOptions = {}): Promise<t.ApiKey> {
    return this.connection.call<t.ApiKey>({ method: 'GET', path: `/v1/api-keys/${part(keyId)}`, options });
  }

  /** Calls a key otherwise. What it may do never changes: make another one for that. */
  update(keyId: string, body: {
    /** What you call it. */
    readonly name: string;
  }, options: WriteOptions = {}): Promise<t.ApiKey> {
    return this.connection.call<t.ApiKey>({ method: 'PATCH', path: `/v1/api-keys/${part(keyId)}`, body, options });
  }

  /** Makes a key with the same name and rights in the place of this one, which ends after a grace period. Rotating a key needs all of its rights, since the answer shows the new one. */
  rotate(keyId: string, body: {
    /** For how long the former key stays valid; a day when left out. */
    readonly graceSeconds?: number | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.NewApiKey> {
    return this.connection.call<t.NewApiKey>({ method: 'POST', path: `/v1/api-keys/${part(keyId)}/rotate`, body, options });
  }

  /** Revokes a key at once and for good, also one that may do more than the caller: nothing is gained by it. Only a key that may operate the service needs that right. Revoking it again changes nothing. */
  revoke(keyId: string, options: WriteOptions = {}): Promise<t.ApiKey> {
    return this.connection.call<t.ApiKey>({ method: 'POST', path: `/v1/api-keys/${part(keyId)}/revoke`, options });
  }
}

export class UsersResource extends Resource {
  /** Invites a person to work for the business. */
  create(body: {
    /** What the user signs in with, and where mail goes; unique in the business. */
    readonly email: string;
    /** As others see it. */
    readonly name: string;
    /** What the user may do; never more than the caller. */
    readonly role: 'viewer' | 'support' | 'approver' | 'cashier' | 'manager' | 'administrator' | 'operator';
  }, options: WriteOptions = {}): Promise<t.User> {
    return this.connection.call<t.User>({ method: 'POST', path: `/v1/users`, body, options });
  }

  /** Lists the users of the business, the newest first. */
  list(query: t.UsersListQuery = {}, options: CallOptions = {}): Pages<t.User> {
    return this.connection.list<t.User>({ method: 'GET', path: `/v1/users`, query, options });
  }

  /** Returns a user. */
  retrieve(userId: string, options: CallOptions = {}): Promise<t.User> {
    return this.connection.call<t.User>({ method: 'GET', path: `/v1/users/${part(userId)}`, options });
  }

  /** Changes what is sent. A user who gets another mail address is invited there, and joins anew. The last administrator keeps a role that manages users, and its address. */
  update(userId: string, body: {
    /** What the user signs in with, and where mail goes; unique in the business. */
    readonly email?: string | undefined;
    /** As others see it. */
    readonly name?: string | undefined;
    /** What the user may do; never more than the caller. */
    readonly role?: 'viewer' | 'support' | 'approver' | 'cashier' | 'manager' | 'administrator' | 'operator' | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.User> {
    return this.connection.call<t.User>({ method: 'PATCH', path: `/v1/users/${part(userId)}`, body, options });
  }

  /** Keeps a user from signing in; of one who has not joined yet the invitation is withdrawn. The last administrator cannot be disabled. */
  disable(userId: string, options: WriteOptions = {}): Promise<t.User> {
    return this.connection.call<t.User>({ method: 'POST', path: `/v1/users/${part(userId)}/disable`, options });
  }

  /** Invites a disabled user again. */
  enable(userId: string, options: WriteOptions = {}): Promise<t.User> {
    return this.connection.call<t.User>({ method: 'POST', path: `/v1/users/${part(userId)}/enable`, options });
  }

  /** Mails the invitation again, to a user who has not signed in yet. The link of the former one ends. */
  invite(userId: string, options: WriteOptions = {}): Promise<t.User> {
    return this.connection.call<t.User>({ method: 'POST', path: `/v1/users/${part(userId)}/invite`, options });
  }

  /** Invites a user who has not signed in yet by a link that the caller hands over, where no mail server is set up. The links of former invitations end. Until the user opens a link that was mailed, it counts as one person with the caller where two must decide. */
  showInvitation(userId: string, options: WriteOptions = {}): Promise<{
    /** Opens the door once. It is shown only in this answer. */
    readonly link: string;
    /** When it ends. */
    readonly expiresAt: string;
  }> {
    return this.connection.call<{
    /** Opens the door once. It is shown only in this answer. */
    readonly link: string;
    /** When it ends. */
    readonly expiresAt: string;
  }>({ method: 'POST', path: `/v1/users/${part(userId)}/invitation-link`, options });
  }

  /** Signs the person behind a user out, in every browser and business. */
  endSessions(userId: string, options: WriteOptions = {}): Promise<{
    /** How many sessions ended. */
    readonly ended: number;
  }> {
    return this.connection.call<{
    /** How many sessions ended. */
    readonly ended: number;
  }>({ method: 'POST', path: `/v1/users/${part(userId)}/end-sessions`, options });
  }
}

export class RolesResource extends Resource {
  /** Lists the roles that users can have, the least first. */
  list(query: t.RolesListQuery = {}, options: CallOptions = {}): Pages<t.Role> {
    return this.connection.list<t.Role>({ method: 'GET', path: `/v1/roles`, query, options });
  }
}

export class AuditLogResource extends Resource {
  /** Lists who did what in the business, the newest first. */
  list(query: t.AuditLogListQuery = {}, options: CallOptions = {}): Pages<t.AuditLogEntry> {
    return this.connection.list<t.AuditLogEntry>({ method: 'GET', path: `/v1/audit-log`, query, options });
  }

  /** Recomputes the hash chain of the audit log and says where it is broken. It reads the whole log. */
  verify(options: CallOptions = {}): Promise<t.AuditLogVerification> {
    return this.connection.call<t.AuditLogVerification>({ method: 'GET', path: `/v1/audit-log/verification`, options });
  }
}

export class PlansResource extends Resource {
  /** Lists plans, the newest first. */
  list(query: t.PlansListQuery = {}, options: CallOptions = {}): Pages<t.Plan> {
    return this.connection.list<t.Plan>({ method: 'GET', path: `/v1/plans`, query, options });
  }

  /** Makes a plan, from which subscriptions are made. */
  create(body: t.NewPlan, options: WriteOptions = {}): Promise<t.Plan> {
    return this.connection.call<t.Plan>({ method: 'POST', path: `/v1/plans`, body, options });
  }

  /** Returns a plan. */
  retrieve(code: string, options: CallOptions = {}): Promise<t.Plan> {
    return this.connection.call<t.Plan>({ method: 'GET', path: `/v1/plans/${part(code)}`, options });
  }

  /** Changes what is sent of a plan. Subscriptions that were made from it do not change. */
  update(code: string, body: t.PlanChange = {}, options: WriteOptions = {}): Promise<t.Plan> {
    return this.connection.call<t.Plan>({ method: 'PATCH', path: `/v1/plans/${part(code)}`, body, options });
  }
}

export class SubscriptionsResource extends Resource {
  /** Returns what happened about the latest period that is owed since its charge failed, and what will happen when. */
  retrieveDunning(subscriptionId: string, options: CallOptions = {}): Promise<t.Dunning> {
    return this.connection.call<t.Dunning>({ method: 'GET', path: `/v1/subscriptions/${part(subscriptionId)}/dunning`, options });
  }

  /** Lists subscriptions, the newest first. */
  list(query: t.SubscriptionsListQuery = {}, options: CallOptions = {}): Pages<t.Subscription> {
    return this.connection.list<t.Subscription>({ method: 'GET', path: `/v1/subscriptions`, query, options });
  }

  /** Charges a saved card or bank account once in every period. A period that begins today is charged before the answer: where that did not succeed, the status is incomplete. Without an Idempotency-Key the same request again is the same subscription while that lives. */
  create(body: t.NewSubscription, options: WriteOptions = {}): Promise<t.Subscription> {
    return this.connection.call<t.Subscription>({ method: 'POST', path: `/v1/subscriptions`, body, options });
  }

  /** Returns a subscription. Its ETag without `expand` is the version that a change names in If-Match. */
  retrieve(subscriptionId: string, query: t.SubscriptionsRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Subscription> {
    return this.connection.call<t.Subscription>({ method: 'GET', path: `/v1/subscriptions/${part(subscriptionId)}`, query, options });
  }

  /** Changes the price of a subscription: to that of a plan, with what is sent in place of its own. The difference for the rest of a paid period is added to the next charge or taken off it. Another interval begins a period today. */
  update(subscriptionId: string, body: t.SubscriptionChange = {}, options: WriteOptions = {}): Promise<t.Subscription> {
    return this.connection.call<t.Subscription>({ method: 'PATCH', path: `/v1/subscriptions/${part(subscriptionId)}`, body, options });
  }

  /** Answers with what subscriptions.update would make of a subscription and what that would cost now. It changes nothing. Send its `difference` as `expected` with the change, so that no other sum is charged. */
  previewChange(subscriptionId: string, body: t.SubscriptionTerms = {}, options: WriteOptions = {}): Promise<t.SubscriptionPreview> {
    return this.connection.call<t.SubscriptionPreview>({ method: 'POST', path: `/v1/subscriptions/${part(subscriptionId)}/preview`, body, options });
  }

  /** Charges another saved card or account of the same customer from now on, and what is open at once. */
  changeSource(subscriptionId: string, body: {
    /** The saved card or account to charge. */
    readonly token: string;
  }, options: WriteOptions = {}): Promise<t.Subscription> {
    return this.connection.call<t.Subscription>({ method: 'POST', path: `/v1/subscriptions/${part(subscriptionId)}/source`, body, options });
  }

  /** Pauses a subscription. Periods that would begin meanwhile are never charged. */
  pause(subscriptionId: string, options: WriteOptions = {}): Promise<t.Subscription> {
    return this.connection.call<t.Subscription>({ method: 'POST', path: `/v1/subscriptions/${part(subscriptionId)}/pause`, options });
  }

  /** Resumes a paused subscription with its next period. */
  resume(subscriptionId: string, options: WriteOptions = {}): Promise<t.Subscription> {
    return this.connection.call<t.Subscription>({ method: 'POST', path: `/v1/subscriptions/${part(subscriptionId)}/resume`, options });
  }

  /** Cancels a subscription: now, with its open invoices, or at the end of its period. What is being paid is not affected. */
  cancel(subscriptionId: string, body: {
    /** True: at the end of its period; false when left out. */
    readonly atEnd?: boolean | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.Subscription> {
    return this.connection.call<t.Subscription>({ method: 'POST', path: `/v1/subscriptions/${part(subscriptionId)}/cancel`, body, options });
  }

  /** Takes back that a subscription ends with its period. */
  keep(subscriptionId: string, options: WriteOptions = {}): Promise<t.Subscription> {
    return this.connection.call<t.Subscription>({ method: 'POST', path: `/v1/subscriptions/${part(subscriptionId)}/keep`, options });
  }

  /** Lists the periods of a subscription that have begun, the latest first. */
  listPeriods(subscriptionId: string, query: t.SubscriptionsListPeriodsQuery = {}, options: CallOptions = {}): Pages<t.SubscriptionPeriod> {
    return this.connection.list<t.SubscriptionPeriod>({ method: 'GET', path: `/v1/subscriptions/${part(subscriptionId)}/periods`, query, options });
  }

  /** Returns the address of the page at which the payer sees the subscription, gives it another card, and lets it end where the terms of the business allow that. The audit log records that it was shown. */
  showAddress(subscriptionId: string, options: WriteOptions = {}): Promise<t.SubscriptionAddress> {
    return this.connection.call<t.SubscriptionAddress>({ method: 'POST', path: `/v1/subscriptions/${part(subscriptionId)}/address`, options });
  }

  /** Gives the page of the payer another address, and returns it. The former one leads nowhere from then on, also in mails and texts that were sent. */
  replaceAddress(subscriptionId: string, options: WriteOptions = {}): Promise<t.SubscriptionAddress> {
    return this.connection.call<t.SubscriptionAddress>({ method: 'POST', path: `/v1/subscriptions/${part(subscriptionId)}/address/replace`, options });
  }
}

export class WebhookEndpointsResource extends Resource {
  /** Makes the endpoint of a kind. The secret that signs its posts is shown only in this answer. */
  create(body: {
    /** What it hears of. A business has one endpoint of each kind. */
    readonly kind: 'payments' | 'messages' | 'customers';
    /** Where events are posted to: https://, in a sandbox also http://. */
    readonly url: string;
    /** For basic authentication; only for payments. */
    readonly username?: string | undefined;
    /** Beside the username. */
    readonly password?: string | undefined;
    /** Types to switch on, beside those that every endpoint of its kind gets. */
    readonly eventTypes?: ReadonlyArray<string> | undefined;
  }, options: WriteOptions = {}): Promise<t.WebhookEndpointWithSecret> {
    return this.connection.call<t.WebhookEndpointWithSecret>({ method: 'POST', path: `/v1/webhook-endpoints`, body, options });
  }

  /** Lists the webhook endpoints of the business, the newest first. */
  list(query: t.WebhookEndpointsListQuery = {}, options: CallOptions = {}): Pages<t.WebhookEndpoint> {
    return this.connection.list<t.WebhookEndpoint>({ method: 'GET', path: `/v1/webhook-endpoints`, query, options });
  }

  /** Returns a webhook endpoint without its secret. */
  retrieve(endpointId: string, options: CallOptions = {}): Promise<t.WebhookEndpoint> {
    return this.connection.call<t.WebhookEndpoint>({ method: 'GET', path: `/v1/webhook-endpoints/${part(endpointId)}`, options });
  }

  /** Changes what is sent. Another address or other credentials also enable the endpoint. */
  update(endpointId: string, body: {
    /** Where events are posted to: https://, in a sandbox also http://. */
    readonly url?: string | undefined;
    /** For basic authentication; only for payments. */
    readonly username?: string | null | undefined;
    /** Beside the username. */
    readonly password?: string | null | undefined;
    /** Types to switch on, beside those that every endpoint of its kind gets. */
    readonly eventTypes?: ReadonlyArray<string> | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.WebhookEndpoint> {
    return this.connection.call<t.WebhookEndpoint>({ method: 'PATCH', path: `/v1/webhook-endpoints/${part(endpointId)}`, body, options });
  }

  /** Removes an endpoint and its secret. Deliveries that wait for it are discarded. */
  delete(endpointId: string, options: WriteOptions = {}): Promise<void> {
    return this.connection.call<void>({ method: 'DELETE', path: `/v1/webhook-endpoints/${part(endpointId)}`, options });
  }

  /** Enables a disabled endpoint. What it missed is sent by a replay. */
  enable(endpointId: string, options: WriteOptions = {}): Promise<t.WebhookEndpoint> {
    return this.connection.call<t.WebhookEndpoint>({ method: 'POST', path: `/v1/webhook-endpoints/${part(endpointId)}/enable`, options });
  }

  /** Makes another secret. During a grace period posts are signed with both. */
  rotateSecret(endpointId: string, body: {
    /** A day when left out. */
    readonly graceSeconds?: number | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.WebhookEndpointWithSecret> {
    return this.connection.call<t.WebhookEndpointWithSecret>({ method: 'POST', path: `/v1/webhook-endpoints/${part(endpointId)}/rotate-secret`, body, options });
  }

  /** Posts EventType=webhook.test to the endpoint, signed like every post, and waits for the answer. It is no delivery, and is posted to a disabled endpoint too. */
  test(endpointId: string, options: WriteOptions = {}): Promise<t.WebhookTest> {
    return this.connection.call<t.WebhookTest>({ method: 'POST', path: `/v1/webhook-endpoints/${part(endpointId)}/test`, options });
  }

  /** Sends events again that did not arrive, with the same webhook-id and body. */
  replay(endpointId: string, body: {
    /** Of what happened at this moment or later. */
    readonly since: string;
    /** Failed, when left out: deliveries that were given up. All: every event, also those without a delivery. */
    readonly which?: 'failed' | 'all' | undefined;
  }, options: WriteOptions = {}): Promise<t.Replay> {
    return this.connection.call<t.Replay>({ method: 'POST', path: `/v1/webhook-endpoints/${part(endpointId)}/replay`, body, options });
  }
}

export class EventsResource extends Resource {
  /** Tells of events as they happen, as server-sent events. Each message has the kind of its event as `event`, its id as `id`, and `{"id", "kind", "objectId"}` as `data`. Read what you show once the stream is open, then again whatever a message names. A listener that comes back with Last-Event-ID hears what it missed; a message may come twice, with the same id. After too many events at once the message is `reset`: read everything anew. A comment each 15 seconds shows that the stream lives. It ends when the session or the key does, or loses the right; it does not prolong a session. */
  live(options: LiveOptions = {}): AsyncGenerator<LiveEvent | LiveReset, void, undefined> {
    return this.connection.live({ method: 'GET', path: `/v1/events/live`, options });
  }

  /** Lists what happened in the business, the newest first. */
  list(query: t.EventsListQuery = {}, options: CallOptions = {}): Pages<t.Event> {
    return this.connection.list<t.Event>({ method: 'GET', path: `/v1/events`, query, options });
  }

  /** Returns an event as it happened. */
  retrieve(eventId: string, options: CallOptions = {}): Promise<t.Event> {
    return this.connection.call<t.Event>({ method: 'GET', path: `/v1/events/${part(eventId)}`, options });
  }
}

export class DeliveriesResource extends Resource {
  /** Lists the deliveries of events to webhook endpoints, the newest first. */
  list(query: t.DeliveriesListQuery = {}, options: CallOptions = {}): Pages<t.Delivery> {
    return this.connection.list<t.Delivery>({ method: 'GET', path: `/v1/deliveries`, query, options });
  }

  /** Returns a delivery with its body and each of its tries. */
  retrieve(deliveryId: string, query: t.DeliveriesRetrieveQuery = {}, options: CallOptions = {}): Promise<t.DeliveryWithTries> {
    return this.connection.call<t.DeliveryWithTries>({ method: 'GET', path: `/v1/deliveries/${part(deliveryId)}`, query, options });
  }

  /** Sends it again: a new delivery with the same webhook-id and body. */
  replay(deliveryId: string, options: WriteOptions = {}): Promise<t.DeliveryWithTries> {
    return this.connection.call<t.DeliveryWithTries>({ method: 'POST', path: `/v1/deliveries/${part(deliveryId)}/replay`, options });
  }
}

export class MailsResource extends Resource {
  /** Lists mails to payers and to the business, the newest first. */
  list(query: t.MailsListQuery = {}, options: CallOptions = {}): Pages<t.Mail> {
    return this.connection.list<t.Mail>({ method: 'GET', path: `/v1/mails`, query, options });
  }

  /** Returns a mail with its words. They follow from its event, and are written when it is sent. */
  retrieve(mailId: string, options: CallOptions = {}): Promise<t.MailWithText> {
    return this.connection.call<t.MailWithText>({ method: 'GET', path: `/v1/mails/${part(mailId)}`, options });
  }
}

export class MailTemplatesResource extends Resource {
  /** Lists the mail templates of the business by kind and language. */
  list(query: t.MailTemplatesListQuery = {}, options: CallOptions = {}): Pages<t.MailTemplate> {
    return this.connection.list<t.MailTemplate>({ method: 'GET', path: `/v1/mail-templates`, query, options });
  }

  /** Gives the mails of one kind and language own words. Mails that are written from now on have them. */
  create(body: t.NewMailTemplate, options: WriteOptions = {}): Promise<t.MailTemplate> {
    return this.connection.call<t.MailTemplate>({ method: 'POST', path: `/v1/mail-templates`, body, options });
  }

  /** Answers with the last mail of a kind as it would be with these words, of a sample where there is none among the last 5000 events, and for a caller without the right read. It sends and stores nothing. */
  preview(body: t.MailTemplateDraft, options: CallOptions = {}): Promise<t.MailPreview> {
    return this.connection.call<t.MailPreview>({ method: 'POST', path: `/v1/mail-templates/preview`, body, options });
  }

  /** Returns a mail template. */
  retrieve(mailTemplateId: string, options: CallOptions = {}): Promise<t.MailTemplate> {
    return this.connection.call<t.MailTemplate>({ method: 'GET', path: `/v1/mail-templates/${part(mailTemplateId)}`, options });
  }

  /** Changes what is sent of a mail template; null goes back to the usual words. */
  update(mailTemplateId: string, body: t.MailTemplateChange = {}, options: WriteOptions = {}): Promise<t.MailTemplate> {
    return this.connection.call<t.MailTemplate>({ method: 'PATCH', path: `/v1/mail-templates/${part(mailTemplateId)}`, body, options });
  }

  /** Removes a mail template: its mails have the usual words again. */
  delete(mailTemplateId: string, options: WriteOptions = {}): Promise<void> {
    return this.connection.call<void>({ method: 'DELETE', path: `/v1/mail-templates/${part(mailTemplateId)}`, options });
  }
}

export class AchEntriesResource extends Resource {
  /** Lists bank transfers, the newest first. Those with isReturned are the returns. */
  list(query: t.AchEntriesListQuery = {}, options: CallOptions = {}): Pages<t.AchEntry> {
    return this.connection.list<t.AchEntry>({ method: 'GET', path: `/v1/ach-entries`, query, options });
  }

  /** Returns a bank transfer. */
  retrieve(entryId: string, query: t.AchEntriesRetrieveQuery = {}, options: CallOptions = {}): Promise<t.AchEntry> {
    return this.connection.call<t.AchEntry>({ method: 'GET', path: `/v1/ach-entries/${part(entryId)}`, query, options });
  }

  /** Sends a returned debit again, where the rules of the network allow that. */
  represent(entryId: string, body: {
    /** Corrects it, where the bank asks for that. In the smallest unit of the currency, such as cents. */
    readonly amount?: number | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.AchEntry> {
    return this.connection.call<t.AchEntry>({ method: 'POST', path: `/v1/ach-entries/${part(entryId)}/represent`, body, options });
  }
}

export class AchFilesResource extends Resource {
  /** Lists files to and from the bank, the newest first: those of a sandbox business, or for the operator those of all live ones. */
  list(query: t.AchFilesListQuery = {}, options: CallOptions = {}): Pages<t.AchFile> {
    return this.connection.list<t.AchFile>({ method: 'GET', path: `/v1/ach-files`, query, options });
  }

  /** Returns a file to or from the bank. Its bank transfers are found by fileId. */
  retrieve(fileId: string, options: CallOptions = {}): Promise<t.AchFile> {
    return this.connection.call<t.AchFile>({ method: 'GET', path: `/v1/ach-files/${part(fileId)}`, options });
  }
}

export class AccountValidationsResource extends Resource {
  /** Lists validations of bank accounts, the newest first. */
  list(query: t.AccountValidationsListQuery = {}, options: CallOptions = {}): Pages<t.AccountValidation> {
    return this.connection.list<t.AccountValidation>({ method: 'GET', path: `/v1/account-validations`, query, options });
  }

  /** Returns the validation of a bank account. */
  retrieve(validationId: string, options: CallOptions = {}): Promise<t.AccountValidation> {
    return this.connection.call<t.AccountValidation>({ method: 'GET', path: `/v1/account-validations/${part(validationId)}`, options });
  }
}

export class AchReturnsResource extends Resource {
  /** Lists what banks answered: returns, and corrections of accounts, the newest first. */
  list(query: t.AchReturnsListQuery = {}, options: CallOptions = {}): Pages<t.AchReturn> {
    return this.connection.list<t.AchReturn>({ method: 'GET', path: `/v1/ach-returns`, query, options });
  }

  /** Returns a return or a correction. */
  retrieve(returnId: string, query: t.AchReturnsRetrieveQuery = {}, options: CallOptions = {}): Promise<t.AchReturn> {
    return this.connection.call<t.AchReturn>({ method: 'GET', path: `/v1/ach-returns/${part(returnId)}`, query, options });
  }
}

export class BatchesResource extends Resource {
  /** Lists batches, the newest first. */
  list(query: t.BatchesListQuery = {}, options: CallOptions = {}): Pages<t.Batch> {
    return this.connection.list<t.Batch>({ method: 'GET', path: `/v1/batches`, query, options });
  }

  /** Returns a batch. */
  retrieve(batchId: string, options: CallOptions = {}): Promise<t.Batch> {
    return this.connection.call<t.Batch>({ method: 'GET', path: `/v1/batches/${part(batchId)}`, options });
  }

  /** Lists the payments and refunds in a batch, the newest first. */
  items(batchId: string, query: t.BatchesItemsQuery = {}, options: CallOptions = {}): Pages<t.BatchItem> {
    return this.connection.list<t.BatchItem>({ method: 'GET', path: `/v1/batches/${part(batchId)}/items`, query, options });
  }

  /** Closes what is open now, at one account or at all. */
  close(body: {
    /** One account; all of them when left out. */
    readonly processor?: string | undefined;
  } = {}, options: WriteOptions = {}): Promise<{
    /** The batches that were closed; none if nothing was open. */
    readonly data: ReadonlyArray<t.Batch>;
  }> {
    return this.connection.call<{
    /** The batches that were closed; none if nothing was open. */
    readonly data: ReadonlyArray<t.Batch>;
  }>({ method: 'POST', path: `/v1/batches`, body, options });
  }
}

export class PayoutsResource extends Resource {
  /** Lists payouts to the bank of the business, the newest first. */
  list(query: t.PayoutsListQuery = {}, options: CallOptions = {}): Pages<t.Payout> {
    return this.connection.list<t.Payout>({ method: 'GET', path: `/v1/payouts`, query, options });
  }

  /** Returns a payout. Its batches are found by payoutId. */
  retrieve(payoutId: string, options: CallOptions = {}): Promise<t.Payout> {
    return this.connection.call<t.Payout>({ method: 'GET', path: `/v1/payouts/${part(payoutId)}`, options });
  }
}

export class CasesResource extends Resource {
  /** Lists what only people can decide, the newest first. */
  list(query: t.CasesListQuery = {}, options: CallOptions = {}): Pages<t.Case> {
    return this.connection.list<t.Case>({ method: 'GET', path: `/v1/cases`, query, options });
  }

  /** Returns a case. */
  retrieve(caseId: string, options: CallOptions = {}): Promise<t.Case> {
    return this.connection.call<t.Case>({ method: 'GET', path: `/v1/cases/${part(caseId)}`, options });
  }

  /** Lists what people did about a case, the oldest first. */
  history(caseId: string, query: t.CasesHistoryQuery = {}, options: CallOptions = {}): Pages<t.CaseAct> {
    return this.connection.list<t.CaseAct>({ method: 'GET', path: `/v1/cases/${part(caseId)}/history`, query, options });
  }

  /** Proposes a decision. Another person must confirm it. Once there are users who may decide, in the business or above it, two signed-in persons must: a key neither proposes, nor confirms, nor rejects. */
  propose(caseId: string, body: {
    /** One of the decisions of the case. */
    readonly decision: string;
    /** Why. */
    readonly note: string;
  }, options: WriteOptions = {}): Promise<t.Case> {
    return this.connection.call<t.Case>({ method: 'POST', path: `/v1/cases/${part(caseId)}/propose`, body, options });
  }

  /** Confirms the decision that another person proposed and carries it out. Keys that come from one key, or were made by one person, are one person. */
  confirm(caseId: string, body: {
    /** The decision that was proposed. */
    readonly decision: string;
    /** What the second person adds, for the audit log. */
    readonly note?: string | undefined;
  }, options: WriteOptions = {}): Promise<t.Case> {
    return this.connection.call<t.Case>({ method: 'POST', path: `/v1/cases/${part(caseId)}/confirm`, body, options });
  }

  /** Rejects a proposal: the case is open again. */
  reject(caseId: string, body: {
    /** Why. */
    readonly note: string;
  }, options: WriteOptions = {}): Promise<t.Case> {
    return this.connection.call<t.Case>({ method: 'POST', path: `/v1/cases/${part(caseId)}/reject`, body, options });
  }
}

export class MessagesResource extends Resource {
  /** Says what would become of a text to a phone if it were written now, and changes nothing. It is no promise: consent, the hour and the limits are judged again when the text is sent. */
  outlook(query: t.MessagesOutlookQuery, options: CallOptions = {}): Promise<t.MessageOutlook> {
    return this.connection.call<t.MessageOutlook>({ method: 'GET', path: `/v1/messages/outlook`, query, options });
  }

  /** Lists texts in and out, the newest first. */
  list(query: t.MessagesListQuery = {}, options: CallOptions = {}): Pages<t.Message> {
    return this.connection.list<t.Message>({ method: 'GET', path: `/v1/messages`, query, options });
  }

  /** Returns a text. */
  retrieve(messageId: string, query: t.MessagesRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Message> {
    return this.connection.call<t.Message>({ method: 'GET', path: `/v1/messages/${part(messageId)}`, query, options });
  }

  /** Sends a text in the name of the business. A status of queued says that it goes out at once, scheduled that it waits until sendsAt, and blocked that it will not be sent, and errorCode why. */
  create(body: t.NewMessage, options: WriteOptions = {}): Promise<t.Message> {
    return this.connection.call<t.Message>({ method: 'POST', path: `/v1/messages`, body, options });
  }

  /** Cancels a text that was not sent yet. */
  cancel(messageId: string, options: WriteOptions = {}): Promise<t.Message> {
    return this.connection.call<t.Message>({ method: 'POST', path: `/v1/messages/${part(messageId)}/cancel`, options });
  }
}

export class ConversationsResource extends Resource {
  /** Lists conversations by text, the one with the newest text first. One that gets a text meanwhile is on the first page. */
  list(query: t.ConversationsListQuery = {}, options: CallOptions = {}): Pages<t.Conversation> {
    return this.connection.list<t.Conversation>({ method: 'GET', path: `/v1/conversations`, query, options });
  }

  /** Returns a conversation. Its texts are found by conversationId. */
  retrieve(conversationId: string, query: t.ConversationsRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Conversation> {
    return this.connection.call<t.Conversation>({ method: 'GET', path: `/v1/conversations/${part(conversationId)}`, query, options });
  }

  /** Marks a conversation as read, for everybody in the business: it waits no longer. The next text of the person makes it wait again. */
  markRead(conversationId: string, body: {
    /** True when left out. False: it waits again, if the person ever wrote. */
    readonly isRead?: boolean | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.Conversation> {
    return this.connection.call<t.Conversation>({ method: 'POST', path: `/v1/conversations/${part(conversationId)}/read`, body, options });
  }

  /** Assigns a conversation to a user of the business, or to nobody. Whoever may write texts sees and answers it as before: it only says who takes care of it. A disabled user keeps what was assigned before, and gets nothing more. */
  update(conversationId: string, body: t.ConversationChange = {}, options: WriteOptions = {}): Promise<t.Conversation> {
    return this.connection.call<t.Conversation>({ method: 'PATCH', path: `/v1/conversations/${part(conversationId)}`, body, options });
  }

  /** Lists what colleagues wrote about a conversation, the newest first. None of it is ever sent to the person. */
  listNotes(conversationId: string, query: t.ConversationsListNotesQuery = {}, options: CallOptions = {}): Pages<t.ConversationNote> {
    return this.connection.list<t.ConversationNote>({ method: 'GET', path: `/v1/conversations/${part(conversationId)}/notes`, query, options });
  }

  /** Writes a note about a conversation, for the people who work for the business. It is in no text, mail, webhook or page of the person. It cannot be changed, goes when the customer is forgotten, and answers nobody. */
  addNote(conversationId: string, body: t.NewConversationNote, options: WriteOptions = {}): Promise<t.ConversationNote> {
    return this.connection.call<t.ConversationNote>({ method: 'POST', path: `/v1/conversations/${part(conversationId)}/notes`, body, options });
  }
}

export class TextTemplatesResource extends Resource {
  /** Lists the text templates of the business by name. */
  list(query: t.TextTemplatesListQuery = {}, options: CallOptions = {}): Pages<t.TextTemplate> {
    return this.connection.list<t.TextTemplate>({ method: 'GET', path: `/v1/text-templates`, query, options });
  }

  /** Makes a text template; a business has at most 100. */
  create(body: t.NewTextTemplate, options: WriteOptions = {}): Promise<t.TextTemplate> {
    return this.connection.call<t.TextTemplate>({ method: 'POST', path: `/v1/text-templates`, body, options });
  }

  /** Returns a text template. */
  retrieve(templateId: string, options: CallOptions = {}): Promise<t.TextTemplate> {
    return this.connection.call<t.TextTemplate>({ method: 'GET', path: `/v1/text-templates/${part(templateId)}`, options });
  }

  /** Changes what is sent of a text template. */
  update(templateId: string, body: t.TextTemplateChange = {}, options: WriteOptions = {}): Promise<t.TextTemplate> {
    return this.connection.call<t.TextTemplate>({ method: 'PATCH', path: `/v1/text-templates/${part(templateId)}`, body, options });
  }

  /** Removes a text template. Texts that were written from it stay. */
  delete(templateId: string, options: WriteOptions = {}): Promise<void> {
    return this.connection.call<void>({ method: 'DELETE', path: `/v1/text-templates/${part(templateId)}`, options });
  }
}

export class DisputesResource extends Resource {
  /** Lists disputes, the newest first. */
  list(query: t.DisputesListQuery = {}, options: CallOptions = {}): Pages<t.Dispute> {
    return this.connection.list<t.Dispute>({ method: 'GET', path: `/v1/disputes`, query, options });
  }

  /** Returns a dispute. */
  retrieve(disputeId: string, query: t.DisputesRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Dispute> {
    return this.connection.call<t.Dispute>({ method: 'GET', path: `/v1/disputes/${part(disputeId)}`, query, options });
  }
}

export class LeadsResource extends Resource {
  /** Lists leads, the newest first. */
  list(query: t.LeadsListQuery = {}, options: CallOptions = {}): Pages<t.Lead> {
    return this.connection.list<t.Lead>({ method: 'GET', path: `/v1/leads`, query, options });
  }

  /** Returns a lead. */
  retrieve(leadId: string, query: t.LeadsRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Lead> {
    return this.connection.call<t.Lead>({ method: 'GET', path: `/v1/leads/${part(leadId)}`, query, options });
  }

  /** Says what your system did with a lead. One that it took waits no longer; one that it did not take keeps waiting, with the message. Both may be said again. */
  acknowledge(leadId: string, body: {
    /** Whether your system took it; true when left out. */
    readonly isTaken?: boolean | undefined;
    /** Of your system, kept with the lead. */
    readonly message?: string | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.Lead> {
    return this.connection.call<t.Lead>({ method: 'POST', path: `/v1/leads/${part(leadId)}/acknowledge`, body, options });
  }
}

export class LeadFormsResource extends Resource {
  /** Lists lead forms, the newest first. */
  list(query: t.LeadFormsListQuery = {}, options: CallOptions = {}): Pages<t.LeadForm> {
    return this.connection.list<t.LeadForm>({ method: 'GET', path: `/v1/lead-forms`, query, options });
  }

  /** Makes a form that people fill in who want to be contacted: it asks for name and contact, then what is given here. A form never changes; close it and make another one. */
  create(body: t.NewLeadForm, options: WriteOptions = {}): Promise<t.LeadForm> {
    return this.connection.call<t.LeadForm>({ method: 'POST', path: `/v1/lead-forms`, body, options });
  }

  /** Returns a lead form. */
  retrieve(formId: string, options: CallOptions = {}): Promise<t.LeadForm> {
    return this.connection.call<t.LeadForm>({ method: 'GET', path: `/v1/lead-forms/${part(formId)}`, options });
  }

  /** Closes a lead form for good; its page says so. Its leads stay. */
  close(formId: string, options: WriteOptions = {}): Promise<t.LeadForm> {
    return this.connection.call<t.LeadForm>({ method: 'POST', path: `/v1/lead-forms/${part(formId)}/close`, options });
  }
}

export class LedgerAccountsResource extends Resource {
  /** Lists the balance of each account, now or at a moment of the past. All are in one answer: they are few, and pages of sums that grow meanwhile would not balance. */
  list(query: t.LedgerAccountsListQuery = {}, options: CallOptions = {}): Promise<{
    /** Every account that was ever used. */
    readonly data: ReadonlyArray<t.LedgerAccount>;
  }> {
    return this.connection.call<{
    /** Every account that was ever used. */
    readonly data: ReadonlyArray<t.LedgerAccount>;
  }>({ method: 'GET', path: `/v1/ledger/accounts`, query, options });
  }
}

export class LedgerTransfersResource extends Resource {
  /** Lists the transfers of the ledger, the newest first. */
  list(query: t.LedgerTransfersListQuery = {}, options: CallOptions = {}): Pages<t.LedgerTransfer> {
    return this.connection.list<t.LedgerTransfer>({ method: 'GET', path: `/v1/ledger/transfers`, query, options });
  }

  /** Returns a transfer of the ledger. */
  retrieve(transferId: string, query: t.LedgerTransfersRetrieveQuery = {}, options: CallOptions = {}): Promise<t.LedgerTransfer> {
    return this.connection.call<t.LedgerTransfer>({ method: 'GET', path: `/v1/ledger/transfers/${part(transferId)}`, query, options });
  }
}

export class LedgerResource extends Resource {
  /** Explains the ledger to the cent by payments, refunds, batches, bank transfers and payouts. */
  verify(options: CallOptions = {}): Promise<{
    /** The first 1,000 that were found; none if all is explained. */
    readonly data: ReadonlyArray<t.LedgerFinding>;
  }> {
    return this.connection.call<{
    /** The first 1,000 that were found; none if all is explained. */
    readonly data: ReadonlyArray<t.LedgerFinding>;
  }>({ method: 'GET', path: `/v1/ledger/verify`, options });
  }
}

export class SandboxResource extends Resource {
  /** Lists the test cards and what the simulated bank does with each. */
  cards(options: CallOptions = {}): Promise<{
    /** All of them. */
    readonly data: ReadonlyArray<t.TestCard>;
  }> {
    return this.connection.call<{
    /** All of them. */
    readonly data: ReadonlyArray<t.TestCard>;
  }>({ method: 'GET', path: `/v1/sandbox/cards`, options });
  }

  /** Lists what the phones and mailboxes of payers received, the newest first. */
  inbox(query: t.SandboxInboxQuery = {}, options: CallOptions = {}): Pages<t.InboxItem> {
    return this.connection.list<t.InboxItem>({ method: 'GET', path: `/v1/sandbox/inbox`, query, options });
  }

  /** Returns a text or mail that arrived. */
  inboxItem(itemId: string, options: CallOptions = {}): Promise<t.InboxItem> {
    return this.connection.call<t.InboxItem>({ method: 'GET', path: `/v1/sandbox/inbox/${part(itemId)}`, options });
  }

  /** Returns the time of the business and what is due next. */
  clock(options: CallOptions = {}): Promise<t.Clock> {
    return this.connection.call<t.Clock>({ method: 'GET', path: `/v1/sandbox/clock`, options });
  }

  /** Moves the clock of a sandbox business on, and does what falls due on the way, each thing at its time. */
  advance(body: {
    /** How far. */
    readonly hours: number;
  }, options: WriteOptions = {}): Promise<t.Clock> {
    return this.connection.call<t.Clock>({ method: 'POST', path: `/v1/sandbox/clock/advance`, body, options });
  }

  /** Writes a text to the business, as the phone of a payer does: anything, or STOP, START or HELP. */
  writeText(body: t.PayerText, options: WriteOptions = {}): Promise<t.Message> {
    return this.connection.call<t.Message>({ method: 'POST', path: `/v1/sandbox/inbox/texts`, body, options });
  }
}

export class JobsResource extends Resource {
  /** Lists work of the business that waits, by kind. */
  list(query: t.JobsListQuery = {}, options: CallOptions = {}): Pages<t.Job> {
    return this.connection.list<t.Job>({ method: 'GET', path: `/v1/jobs`, query, options });
  }
}

export class BankScriptsResource extends Resource {
  /** Lists what the simulated bank is still to do, the newest first. */
  list(query: t.BankScriptsListQuery = {}, options: CallOptions = {}): Pages<t.BankScript> {
    return this.connection.list<t.BankScript>({ method: 'GET', path: `/v1/sandbox/bank-scripts`, query, options });
  }

  /** Tells the simulated bank what to do with the next charges, captures, voids, refunds or batches of the business, whatever their cards: a decline code, or a fault of the network. It holds once this call has answered. Of several the oldest is done first, and before them those that name the order. */
  create(body: t.NewBankScript, options: WriteOptions = {}): Promise<t.BankScript> {
    return this.connection.call<t.BankScript>({ method: 'POST', path: `/v1/sandbox/bank-scripts`, body, options });
  }

  /** Returns a script. */
  retrieve(scriptId: string, options: CallOptions = {}): Promise<t.BankScript> {
    return this.connection.call<t.BankScript>({ method: 'GET', path: `/v1/sandbox/bank-scripts/${part(scriptId)}`, options });
  }

  /** Deletes a script: what it did not do yet is not done. One that was done as often as it says is gone by itself. */
  delete(scriptId: string, options: WriteOptions = {}): Promise<void> {
    return this.connection.call<void>({ method: 'DELETE', path: `/v1/sandbox/bank-scripts/${part(scriptId)}`, options });
  }
}

export class PayLinksResource extends Resource {
  /** Lists pay links, the newest first. Their addresses are not shown. */
  list(query: t.PayLinksListQuery = {}, options: CallOptions = {}): Pages<t.PayLink> {
    return this.connection.list<t.PayLink>({ method: 'GET', path: `/v1/pay-links`, query, options });
  }

  /** Makes an invoice and an address at which it is paid; sends it by text, or only answers with the address. */
  create(body: t.NewPayLink, options: WriteOptions = {}): Promise<t.PayLink> {
    return this.connection.call<t.PayLink>({ method: 'POST', path: `/v1/pay-links`, body, options });
  }

  /** Makes many invoices with their addresses. Each row succeeds or fails by itself, and has its own result. With an Idempotency-Key the same request again makes only what is not there yet; with the name of a round, so does any request with the same rows. A dry run answers what making would, and writes nothing. */
  createMany(body: t.NewPayLinks, options: WriteOptions = {}): Promise<t.PayLinkResults> {
    return this.connection.call<t.PayLinkResults>({ method: 'POST', path: `/v1/pay-links/batches`, body, options });
  }

  /** Returns a pay link, without its address. */
  retrieve(payLinkId: string, query: t.PayLinksRetrieveQuery = {}, options: CallOptions = {}): Promise<t.PayLink> {
    return this.connection.call<t.PayLink>({ method: 'GET', path: `/v1/pay-links/${part(payLinkId)}`, query, options });
  }

  /** Returns a pay link with its address, for its payer. The audit log records that it was shown. */
  showAddress(payLinkId: string, options: WriteOptions = {}): Promise<t.PayLink> {
    return this.connection.call<t.PayLink>({ method: 'POST', path: `/v1/pay-links/${part(payLinkId)}/address`, options });
  }

  /** Texts the payer of a link once more, at the phone that the payer has by now. Of one link that is done at most three times a day; reminders that were made with the link do not count. */
  remind(payLinkId: string, body: {
    /** The text; the address stands where it has [PBTLINK], else at its end. The usual words when left out. */
    readonly text?: string | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.Message> {
    return this.connection.call<t.Message>({ method: 'POST', path: `/v1/pay-links/${part(payLinkId)}/remind`, body, options });
  }

  /** Revokes a pay link and its invoice, and its text if that was not sent yet. One that is paid, or being paid, stays; of one that is paid in part, only what is left ends. */
  revoke(payLinkId: string, options: WriteOptions = {}): Promise<t.PayLink> {
    return this.connection.call<t.PayLink>({ method: 'POST', path: `/v1/pay-links/${part(payLinkId)}/revoke`, options });
  }
}

export class ProcessorAccountsResource extends Resource {
  /** Connects an account at a gateway, or gives one that is connected another key. The gateway is asked whether it takes the key before anything is stored. Card payments go to the first account in their currency. */
  connect(body: {
    /** Which gateway it is. */
    readonly processor: 'nmi' | 'authorize-net' | 'elavon' | 'helcim' | 'stripe';
    /** What payments remember it by; the name of the gateway when left out. */
    readonly name?: string | undefined;
    /** It never changes; USD when left out. */
    readonly currency?: 'USD' | 'CAD' | undefined;
    /** The key that the gateway gave out. */
    readonly key: string;
    /** One of several behind the key, or the login that goes with it. */
    readonly merchant?: string | undefined;
    /** Where the gateway is called, for a white label. Only for the business at the root. */
    readonly address?: string | undefined;
  }, options: WriteOptions = {}): Promise<t.ProcessorAccount> {
    return this.connection.call<t.ProcessorAccount>({ method: 'POST', path: `/v1/processor-accounts`, body, options });
  }

  /** Lists the accounts of the business at gateways, the newest first, without their keys. */
  list(query: t.ProcessorAccountsListQuery = {}, options: CallOptions = {}): Pages<t.ProcessorAccount> {
    return this.connection.list<t.ProcessorAccount>({ method: 'GET', path: `/v1/processor-accounts`, query, options });
  }

  /** Returns an account at a gateway without its key. */
  retrieve(accountId: string, options: CallOptions = {}): Promise<t.ProcessorAccount> {
    return this.connection.call<t.ProcessorAccount>({ method: 'GET', path: `/v1/processor-accounts/${part(accountId)}`, options });
  }

  /** Asks the gateway whether it takes the key and whether the account is in test mode. What is wrong stops the account; one that was stopped is active again when all is well. */
  check(accountId: string, options: WriteOptions = {}): Promise<t.ProcessorAccountCheck> {
    return this.connection.call<t.ProcessorAccountCheck>({ method: 'POST', path: `/v1/processor-accounts/${part(accountId)}/check`, options });
  }

  /** Sends the card payments in its currency to an account from now on, or makes it their fallback. */
  choose(accountId: string, body: {
    /** Payments, when left out. Fallback: those that certainly did not happen at the other account. */
    readonly use?: 'payments' | 'fallback' | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.ProcessorAccount> {
    return this.connection.call<t.ProcessorAccount>({ method: 'POST', path: `/v1/processor-accounts/${part(accountId)}/choose`, body, options });
  }

  /** Sends nothing more that moves money to an account; what was sent before is still asked about. A check starts it again. */
  stop(accountId: string, body: {
    /** Why; the audit log keeps it. */
    readonly reason: string;
  }, options: WriteOptions = {}): Promise<t.ProcessorAccount> {
    return this.connection.call<t.ProcessorAccount>({ method: 'POST', path: `/v1/processor-accounts/${part(accountId)}/stop`, body, options });
  }
}

export class BusinessesResource extends Resource {
  /** Makes a business below that of the key, or below the one that parentId names. It texts at once and takes payments when its application is approved. Its API key is shown only in this answer, and may do everything there: whoever makes the business needs all rights but operate. */
  create(body: {
    /** First name of the main contact. */
    readonly firstName: string;
    /** Last name of the main contact. */
    readonly lastName: string;
    /** The contact's e-mail address. */
    readonly email: string;
    /** The contact's phone number, up to 10 digits without formatting. */
    readonly phone: string;
    /** The contact's street address. */
    readonly address1?: string | undefined;
    /** Second line of the contact's address. */
    readonly address2?: string | undefined;
    /** The contact's city. */
    readonly city?: string | undefined;
    /** The contact's state, as a 2-letter code. */
    readonly state?: string | undefined;
    /** The contact's postal code. */
    readonly postalCode?: string | undefined;
    /** Legal name of the business. */
    readonly businessLegalName: string;
    /** Phone number of the business, up to 10 digits without formatting: calls are forwarded to it, and its area code is that of the mobile number that is assigned. Phone when blank. */
    readonly businessPhone?: string | undefined;
    /** E-mail address of the business, shown at the bottom of receipts. When blank, none is shown and receipts come from Email. */
    readonly businessEmail?: string | undefined;
    /** The business's street address. */
    readonly businessAddress1?: string | undefined;
    /** Second line of the business's address. */
    readonly businessAddress2?: string | undefined;
    /** The business's city. */
    readonly businessCity?: string | undefined;
    /** The business's state, as a 2-letter code. */
    readonly businessState?: string | undefined;
    /** The business's postal code. */
    readonly businessPostalCode?: string | undefined;
    /** Number of the business type, as the operator gave it out. When blank, that of the site above it. */
    readonly businessTypeId?: string | undefined;
    /** Address of the business's site, with or without http:// or https://. */
    readonly url: string;
    /** Tax identification number of the business: 9 digits. */
    readonly ein: string;
    /** Your own identifier of the business, unique among those below its parent: when there is one with it, none is created. */
    readonly externalId?: string | undefined;
    /** Company or agent that referred the business; reported to the account team. */
    readonly referralId?: string | undefined;
    /** Your own mobile number for the business, instead of an assigned one. */
    readonly mobileNumberAssigned?: string | undefined;
    /** SalesSiteID of the business that the new one is to belong to: yours or one below it. Yours when blank. */
    readonly parentId?: string | undefined;
    /** Kept with the business. */
    readonly gateway?: string | undefined;
    /** Kept with the business. */
    readonly externalMid?: string | undefined;
    /** Kept with the business. */
    readonly externalTerminalId?: string | undefined;
  }, options: WriteOptions = {}): Promise<t.NewBusiness> {
    return this.connection.call<t.NewBusiness>({ method: 'POST', path: `/v1/businesses`, body, options });
  }

  /** Lists the business of the key and those below it, the newest first. */
  list(query: t.BusinessesListQuery = {}, options: CallOptions = {}): Pages<t.Business> {
    return this.connection.list<t.Business>({ method: 'GET', path: `/v1/businesses`, query, options });
  }

  /** Returns the business of the key or one below it. */
  retrieve(businessId: string, options: CallOptions = {}): Promise<t.BusinessDetails> {
    return this.connection.call<t.BusinessDetails>({ method: 'GET', path: `/v1/businesses/${part(businessId)}`, options });
  }

  /** Changes what a business shows of itself: on receipts, on pages, and where calls to its number go. */
  update(businessId: string, body: {
    /** Phone number of the business, up to 10 digits without formatting: calls are forwarded to it, and its area code is that of the mobile number that is assigned. Phone when blank. */
    readonly businessPhone?: string | null | undefined;
    /** E-mail address of the business, shown at the bottom of receipts. When blank, none is shown and receipts come from Email. */
    readonly businessEmail?: string | null | undefined;
    /** The business's street address. */
    readonly businessAddress1?: string | null | undefined;
    /** Second line of the business's address. */
    readonly businessAddress2?: string | null | undefined;
    /** The business's city. */
    readonly businessCity?: string | null | undefined;
    /** The business's state, as a 2-letter code. */
    readonly businessState?: string | null | undefined;
    /** Address of the business's site, with or without http:// or https://. */
    readonly url?: string | null | undefined;
    /** In which its pages, mails and texts speak to payers whose own language is not known; null: pages follow the browser, and all else is English. */
    readonly language?: 'en' | 'es' | 'fr' | null | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.BusinessDetails> {
    return this.connection.call<t.BusinessDetails>({ method: 'PATCH', path: `/v1/businesses/${part(businessId)}`, body, options });
  }

  /** Returns what is agreed with a business about its money. */
  retrieveTerms(businessId: string, options: CallOptions = {}): Promise<t.BusinessTerms> {
    return this.connection.call<t.BusinessTerms>({ method: 'GET', path: `/v1/businesses/${part(businessId)}/terms`, options });
  }

  /** Changes what is agreed with a business about its money, from its next batch on. */
  updateTerms(businessId: string, body: {
    /** Of what is settled, in hundredths of a percent. */
    readonly cardFeeBps?: number | undefined;
    /** For each card payment. */
    readonly cardFeeCents?: number | undefined;
    /** For each bank payment. */
    readonly achFeeCents?: number | undefined;
    /** For each bank payment that comes back. */
    readonly returnFeeCents?: number | undefined;
    /** Banking days for which the money of a bank payment is held. */
    readonly holdDays?: number | undefined;
    /** True if a debit that came back for want of funds is sent again. */
    readonly represents?: boolean | undefined;
    /** True if bank payments go with the next file of the same day. */
    readonly sameDay?: boolean | undefined;
    /** True if a new bank account gets a prenote before it is debited. */
    readonly prenotes?: boolean | undefined;
    /** True if a card may pay a part of the amount. */
    readonly partialApprovals?: boolean | undefined;
    /** True if a charge with a wrong security code is declined. */
    readonly voidsWrongCode?: boolean | undefined;
    /** True if a charge with a wrong address is declined. */
    readonly voidsWrongAddress?: boolean | undefined;
    /** True if payers may let a subscription end with its period, on their page. */
    readonly payerCancels?: boolean | undefined;
    /** For how long an equal partial refund without Idempotency-Key is the same refund; 0: never. */
    readonly repeatMinutes?: number | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.BusinessTerms> {
    return this.connection.call<t.BusinessTerms>({ method: 'PATCH', path: `/v1/businesses/${part(businessId)}/terms`, body, options });
  }

  /** Returns the logo and the color that a business shows on pages, mails and PDFs for its payers. With accentColor it answers what would be shown with that color, and stores nothing. */
  retrieveBranding(businessId: string, query: t.BusinessesRetrieveBrandingQuery = {}, options: CallOptions = {}): Promise<t.Branding> {
    return this.connection.call<t.Branding>({ method: 'GET', path: `/v1/businesses/${part(businessId)}/branding`, query, options });
  }

  /** Changes the logo and the color that a business shows on pages, mails and PDFs for its payers. Null goes back to those of the service. What was mailed before keeps what it had. */
  updateBranding(businessId: string, body: {
    /** Such as #1f4fd8. */
    readonly accentColor?: string | null | undefined;
    /** A PNG (8 bits a channel, not interlaced) or JPEG (gray or RGB) image, in base64: 16 to 1000 pixels on each side, at most 400,000 in all. Only the picture itself is kept, no metadata. */
    readonly logo?: string | null | undefined;
  } = {}, options: WriteOptions = {}): Promise<t.Branding> {
    return this.connection.call<t.Branding>({ method: 'PATCH', path: `/v1/businesses/${part(businessId)}/branding`, body, options });
  }

  /** Refuses all calls of a business but refunds and voids. */
  suspend(businessId: string, body: {
    /** Why; its history and the audit log keep it. */
    readonly reason: string;
  }, options: WriteOptions = {}): Promise<t.BusinessDetails> {
    return this.connection.call<t.BusinessDetails>({ method: 'POST', path: `/v1/businesses/${part(businessId)}/suspend`, body, options });
  }

  /** Puts a suspended business back into its former state. */
  reinstate(businessId: string, body: {
    /** Why; its history and the audit log keep it. */
    readonly reason: string;
  }, options: WriteOptions = {}): Promise<t.BusinessDetails> {
    return this.connection.call<t.BusinessDetails>({ method: 'POST', path: `/v1/businesses/${part(businessId)}/reinstate`, body, options });
  }

  /** Refuses all calls of a business for good. */
  close(businessId: string, body: {
    /** Why; its history and the audit log keep it. */
    readonly reason: string;
  }, options: WriteOptions = {}): Promise<t.BusinessDetails> {
    return this.connection.call<t.BusinessDetails>({ method: 'POST', path: `/v1/businesses/${part(businessId)}/close`, body, options });
  }

  /** Lists the changes of state of a business, the latest first. */
  listMoves(businessId: string, query: t.BusinessesListMovesQuery = {}, options: CallOptions = {}): Pages<t.BusinessMove> {
    return this.connection.list<t.BusinessMove>({ method: 'GET', path: `/v1/businesses/${part(businessId)}/moves`, query, options });
  }
}

export class ApplicationsResource extends Resource {
  /** Hands in the application of the business to take payments. It is screened at once. */
  submit(body: {
    /** The owner's first name. */
    readonly firstName: string;
    /** The owner's last name. */
    readonly lastName: string;
    /** The owner's date of birth, as MM-DD-YYYY, at least 18 years back. */
    readonly dateOfBirth: string;
    /** The owner's social security number: 9 digits, without hyphens. */
    readonly ssn: string;
    /** The owner's e-mail address; it appears on receipts and invoices. */
    readonly email: string;
    /** The owner's phone number, up to 10 digits without formatting. */
    readonly phone: string;
    /** The owner's street address. */
    readonly address1: string;
    /** Second line of the owner's address; a blank when there is none. */
    readonly address2?: string | undefined;
    /** The owner's city. */
    readonly city: string;
    /** The owner's state, as a 2-letter code. */
    readonly state: string;
    /** The owner's postal code. */
    readonly postalCode: string;
    /** Legal name of the business. */
    readonly businessLegalName: string;
    /** Name that the business trades under. */
    readonly dba: string;
    /** Tax identification number of the business: 9 digits. */
    readonly ein: string;
    /** Address of the business's site, with or without http:// or https://. */
    readonly url: string;
    /** The business's street address; it appears on invoices and receipts. */
    readonly businessAddress: string;
    /** The business's city. */
    readonly businessCity: string;
    /** The business's state, as a 2-letter code. */
    readonly businessState: string;
    /** The business's postal code. */
    readonly businessPostalCode: string;
    /** Name on the bank account that deposits go to. */
    readonly accountName: string;
    /** Number of the bank account that deposits go to. */
    readonly accountNumber: string;
    /** Name of the bank. */
    readonly bankName: string;
    /** Routing number of the bank. */
    readonly routingNumber: string;
    /** Payment gateway under whose id the business charges at the simulated bank, from the activation of its payments on and while it has no account at a gateway. */
    readonly gatewayId?: string | undefined;
    /** Passkey sent to the simulated bank with each charge, while the business has no account at a gateway. */
    readonly gatewayPasskey?: string | undefined;
    /** Tier or plan that was chosen. */
    readonly tier?: string | undefined;
    /** Legal form of the business. */
    readonly ownershipType?: 'LLC' | 'Corporation' | 'Partnership' | 'Sole Proprietor' | 'Non-Profit' | undefined;
    /** Amount of a usual transaction. */
    readonly averageTicket?: string | undefined;
    /** Largest amount of a transaction; at least AverageTicket. */
    readonly highTicket?: string | undefined;
    /** Total card payments in a usual month. */
    readonly cardMonthlyVolume?: string | undefined;
    /** Merchant category code. */
    readonly mccCode?: string | undefined;
    /** Goods or services that the business sells. */
    readonly businessDescription?: string | undefined;
    /** Percentage of sales with the card present. The three percentages of sales add up to 100; where not all are sent, to at most 100. */
    readonly swipedPercent?: string | undefined;
    /** Percentage of sales with the card number keyed in. The three percentages of sales add up to 100; where not all are sent, to at most 100. */
    readonly keyedPercent?: string | undefined;
    /** Percentage of sales on the web. The three percentages of sales add up to 100; where not all are sent, to at most 100. */
    readonly ecommercePercent?: string | undefined;
    /** The owner's title. */
    readonly ownerTitle?: string | undefined;
    /** Percentage of the business that the owner has. */
    readonly ownershipPercent?: string | undefined;
    /** Whether the owner controls the business. */
    readonly isOwnerController?: string | undefined;
    /** Whether the owner signs for the business. */
    readonly isOwnerSigner?: string | undefined;
    /** Country of the owner's address. */
    readonly ownerAddressCountryCode?: string | undefined;
    /** Country of the business's address. */
    readonly businessAddressCountryCode?: string | undefined;
    /** Type of the bank account that deposits go to: Checking or Savings, also with Personal or Business before it; checking when it is blank. */
    readonly accountType?: string | undefined;
    /** IP address, version 4 or 6, that the merchant signed the application from. */
    readonly ipAddress?: unknown | unknown | undefined;
  }, options: WriteOptions = {}): Promise<t.ApplicationDetails> {
    return this.connection.call<t.ApplicationDetails>({ method: 'POST', path: `/v1/applications`, body, options });
  }

  /** Lists the applications of the business and of those below it, the newest first. Others than its own are named by their id together with the header Quittance-Business. */
  list(query: t.ApplicationsListQuery = {}, options: CallOptions = {}): Pages<t.Application> {
    return this.connection.list<t.Application>({ method: 'GET', path: `/v1/applications`, query, options });
  }

  /** Returns an application with its history. */
  retrieve(applicationId: string, options: CallOptions = {}): Promise<t.ApplicationDetails> {
    return this.connection.call<t.ApplicationDetails>({ method: 'GET', path: `/v1/applications/${part(applicationId)}`, options });
  }

  /** Sends what was asked for: the fields that change. The application goes back to its review. */
  answer(applicationId: string, body: {
    /** Why; its history keeps it. */
    readonly reason: string;
    /** What changes; all other fields stay. */
    readonly fields: {
      /** The owner's first name. */
      readonly firstName?: string | undefined;
      /** The owner's last name. */
      readonly lastName?: string | undefined;
      /** The owner's date of birth, as MM-DD-YYYY, at least 18 years back. */
      readonly dateOfBirth?: string | undefined;
      /** The owner's social security number: 9 digits, without hyphens. */
      readonly ssn?: string | undefined;
      /** The owner's phone number, up to 10 digits without formatting. */
      readonly phone?: string | undefined;
      /** The owner's street address. */
      readonly address1?: string | undefined;
      /** Second line of the owner's address; a blank when there is none. */
      readonly address2?: string | undefined;
      /** The owner's city. */
      readonly city?: string | undefined;
      /** The owner's state, as a 2-letter code. */
      readonly state?: string | undefined;
      /** The owner's postal code. */
      readonly postalCode?: string | undefined;
      /** Legal name of the business. */
      readonly businessLegalName?: string | undefined;
      /** Name that the business trades under. */
      readonly dba?: string | undefined;
      /** Tax identification number of the business: 9 digits. */
      readonly ein?: string | undefined;
      /** Address of the business's site, with or without http:// or https://. */
      readonly url?: string | undefined;
      /** The business's street address; it appears on invoices and receipts. */
      readonly businessAddress?: string | undefined;
      /** The business's city. */
      readonly businessCity?: string | undefined;
      /** The business's state, as a 2-letter code. */
      readonly businessState?: string | undefined;
      /** The business's postal code. */
      readonly businessPostalCode?: string | undefined;
      /** Name on the bank account that deposits go to. */
      readonly accountName?: string | undefined;
      /** Number of the bank account that deposits go to. */
      readonly accountNumber?: string | undefined;
      /** Name of the bank. */
      readonly bankName?: string | undefined;
      /** Routing number of the bank. */
      readonly routingNumber?: string | undefined;
      /** Payment gateway under whose id the business charges at the simulated bank, from the activation of its payments on and while it has no account at a gateway. */
      readonly gatewayId?: string | undefined;
      /** Passkey sent to the simulated bank with each charge, while the business has no account at a gateway. */
      readonly gatewayPasskey?: string | undefined;
      /** Tier or plan that was chosen. */
      readonly tier?: string | undefined;
      /** Legal form of the business. */
      readonly ownershipType?: 'LLC' | 'Corporation' | 'Partnership' | 'Sole Proprietor' | 'Non-Profit' | undefined;
      /** Amount of a usual transaction. */
      readonly averageTicket?: string | undefined;
      /** Largest amount of a transaction; at least AverageTicket. */
      readonly highTicket?: string | undefined;
      /** Total card payments in a usual month. */
      readonly cardMonthlyVolume?: string | undefined;
      /** Merchant category code. */
      readonly mccCode?: string | undefined;
      /** Goods or services that the business sells. */
      readonly businessDescription?: string | undefined;
      /** Percentage of sales with the card present. The three percentages of sales add up to 100; where not all are sent, to at most 100. */
      readonly swipedPercent?: string | undefined;
      /** Percentage of sales with the card number keyed in. The three percentages of sales add up to 100; where not all are sent, to at most 100. */
      readonly keyedPercent?: string | undefined;
      /** Percentage of sales on the web. The three percentages of sales add up to 100; where not all are sent, to at most 100. */
      readonly ecommercePercent?: string | undefined;
      /** The owner's title. */
      readonly ownerTitle?: string | undefined;
      /** Percentage of the business that the owner has. */
      readonly ownershipPercent?: string | undefined;
      /** Whether the owner controls the business. */
      readonly isOwnerController?: string | undefined;
      /** Whether the owner signs for the business. */
      readonly isOwnerSigner?: string | undefined;
      /** Country of the owner's address. */
      readonly ownerAddressCountryCode?: string | undefined;
      /** Country of the business's address. */
      readonly businessAddressCountryCode?: string | undefined;
      /** Type of the bank account that deposits go to: Checking or Savings, also with Personal or Business before it; checking when it is blank. */
      readonly accountType?: string | undefined;
      /** IP address, version 4 or 6, that the merchant signed the application from. */
      readonly ipAddress?: unknown | unknown | undefined;
    };
  }, options: WriteOptions = {}): Promise<t.ApplicationDetails> {
    return this.connection.call<t.ApplicationDetails>({ method: 'POST', path: `/v1/applications/${part(applicationId)}/answer`, body, options });
  }

  /** Asks the applicant for what is missing. */
  requestInformation(applicationId: string, body: {
    /** Why; its history keeps it. */
    readonly reason: string;
    /** What is missing. */
    readonly requirements: ReadonlyArray<'business_ein' | 'business_registration' | 'business_address' | 'business_description' | 'website' | 'owner_identity' | 'owner_ssn' | 'owner_address' | 'ownership' | 'bank_account' | 'bank_statements' | 'processing_history'>;
  }, options: WriteOptions = {}): Promise<t.ApplicationDetails> {
    return this.connection.call<t.ApplicationDetails>({ method: 'POST', path: `/v1/applications/${part(applicationId)}/request-information`, body, options });
  }

  /** Approves an application. Payments begin as soon as the gateway is ready. */
  approve(applicationId: string, body: {
    /** Why; its history keeps it. */
    readonly reason: string;
  }, options: WriteOptions = {}): Promise<t.ApplicationDetails> {
    return this.connection.call<t.ApplicationDetails>({ method: 'POST', path: `/v1/applications/${part(applicationId)}/approve`, body, options });
  }

  /** Declines an application. The applicant is told the reasons. */
  decline(applicationId: string, body: {
    /** Why; its history keeps it. */
    readonly reason: string;
    /** The reasons. */
    readonly outcomeCodes: ReadonlyArray<'business_not_supported' | 'business_not_verified' | 'owner_not_verified' | 'bank_account_not_verified' | 'credit_risk' | 'restricted_party' | 'terminated_before' | 'duplicate' | 'incomplete' | 'untrue'>;
  }, options: WriteOptions = {}): Promise<t.ApplicationDetails> {
    return this.connection.call<t.ApplicationDetails>({ method: 'POST', path: `/v1/applications/${part(applicationId)}/decline`, body, options });
  }

  /** Withdraws an application. */
  withdraw(applicationId: string, body: {
    /** Why; its history keeps it. */
    readonly reason: string;
  }, options: WriteOptions = {}): Promise<t.ApplicationDetails> {
    return this.connection.call<t.ApplicationDetails>({ method: 'POST', path: `/v1/applications/${part(applicationId)}/withdraw`, body, options });
  }
}

export class CheckoutSessionsResource extends Resource {
  /** Lists checkout sessions, the newest first. */
  list(query: t.CheckoutSessionsListQuery = {}, options: CallOptions = {}): Pages<t.CheckoutSession> {
    return this.connection.list<t.CheckoutSession>({ method: 'GET', path: `/v1/checkout-sessions`, query, options });
  }

  /** Makes a page on which a payer pays: send the payer to its address. Afterwards the payer comes back to the success address, with the id of the session as checkoutSession; webhooks of the payment name it too. */
  create(body: t.NewCheckoutSession, options: WriteOptions = {}): Promise<t.CheckoutSession> {
    return this.connection.call<t.CheckoutSession>({ method: 'POST', path: `/v1/checkout-sessions`, body, options });
  }

  /** Returns a checkout session. */
  retrieve(sessionId: string, query: t.CheckoutSessionsRetrieveQuery = {}, options: CallOptions = {}): Promise<t.CheckoutSession> {
    return this.connection.call<t.CheckoutSession>({ method: 'GET', path: `/v1/checkout-sessions/${part(sessionId)}`, query, options });
  }

  /** Ends a checkout session that nobody has paid or is paying. */
  expire(sessionId: string, options: WriteOptions = {}): Promise<t.CheckoutSession> {
    return this.connection.call<t.CheckoutSession>({ method: 'POST', path: `/v1/checkout-sessions/${part(sessionId)}/expire`, options });
  }
}

export class FieldSessionsResource extends Resource {
  /** Lets the script /js/v1/quittance.js put fields for a card or bank account into a page of yours, for half an hour and one token. Neither your page nor your server sees the number. Make one for each payer, on your server. */
  create(body: t.FieldSessionRequest, options: WriteOptions = {}): Promise<t.NewFieldSession> {
    return this.connection.call<t.NewFieldSession>({ method: 'POST', path: `/v1/field-sessions`, body, options });
  }

  /** Returns a session of fields, with the token that was made. It is kept for 30 days. */
  retrieve(fieldSessionId: string, options: CallOptions = {}): Promise<t.FieldSession> {
    return this.connection.call<t.FieldSession>({ method: 'GET', path: `/v1/field-sessions/${part(fieldSessionId)}`, options });
  }
}

export class HomeResource extends Resource {
  /** Returns what waits for somebody in the business, in one answer. Nothing is counted beyond 100. */
  retrieve(options: CallOptions = {}): Promise<t.Home> {
    return this.connection.call<t.Home>({ method: 'GET', path: `/v1/home`, options });
  }
}

export class FiguresResource extends Resource {
  /** Returns what the business took and refunded, day by day, for at most 366 days. Amounts are those of the ledger; test payments of a live business are left out. A day that is over changes only while the outcome of a payment made on it is not known. */
  retrieve(query: t.FiguresRetrieveQuery = {}, options: CallOptions = {}): Promise<t.Figures> {
    return this.connection.call<t.Figures>({ method: 'GET', path: `/v1/figures`, query, options });
  }
}

export class ImportsResource extends Resource {
  /** Imports customers, plans or subscriptions. Each row has its own id, and one that is there already stays as it is: the same rows may be sent again. Rows succeed or fail by themselves. Send a long file in portions. */
  create(body: t.NewImport, options: WriteOptions = {}): Promise<t.ImportResults> {
    return this.connection.call<t.ImportResults>({ method: 'POST', path: `/v1/imports`, body, options });
  }
}

export class ExportsResource extends Resource {
  /** Returns all customers, plans or subscriptions in the form that an import takes, as they come from the database. The id of a subscription, and of a customer without an identifier of yours, is `quittance:BUSINESS/ID`: the id of the business, and its own. What is created meanwhile may be missing. */
  rows(query: t.ExportsRowsQuery, options: CallOptions = {}): Promise<Response> {
    return this.connection.file({ method: 'GET', path: `/v1/exports`, query, options });
  }
}

export class SessionResource extends Resource {
  /** Signs in by mail address and password. Who has a second factor sends a code next. */
  create(body: {
    /** The mail address. */
    readonly email: string;
    /** The password. */
    readonly password: string;
  }, options: WriteOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'POST', path: `/v1/session`, body, options });
  }

  /** Proves by a code: the second factor of a sign-in, or before money leaves. */
  sendCode(body: {
    /** Six digits of the app, or a recovery code. */
    readonly code: string;
  }, options: WriteOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'POST', path: `/v1/session/code`, body, options });
  }

  /** Proves by the password, for whoever has no second factor. */
  prove(body: {
    /** The password. */
    readonly password: string;
  }, options: WriteOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'POST', path: `/v1/session/proof`, body, options });
  }

  /** What a passkey is asked to sign to sign somebody in. It is good for five minutes and one answer. */
  beginPasskeySignIn(options: WriteOptions = {}): Promise<{
    /** For navigator.credentials.get, as PublicKeyCredential.parseRequestOptionsFromJSON takes them. */
    readonly options: unknown;
  }> {
    return this.connection.call<{
    /** For navigator.credentials.get, as PublicKeyCredential.parseRequestOptionsFromJSON takes them. */
    readonly options: unknown;
  }>({ method: 'POST', path: `/v1/session/passkey/begin`, options });
  }

  /** Signs in by a passkey, in the place of password and code. */
  createByPasskey(body: {
    /** The answer of the authenticator, as PublicKeyCredential.toJSON() gives it. */
    readonly credential: { readonly [name: string]: unknown };
  }, options: WriteOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'POST', path: `/v1/session/passkey`, body, options });
  }

  /** What one of the passkeys of this person is asked to sign for a proof. */
  beginPasskeyProof(options: WriteOptions = {}): Promise<{
    /** For navigator.credentials.get, as PublicKeyCredential.parseRequestOptionsFromJSON takes them. */
    readonly options: unknown;
  }> {
    return this.connection.call<{
    /** For navigator.credentials.get, as PublicKeyCredential.parseRequestOptionsFromJSON takes them. */
    readonly options: unknown;
  }>({ method: 'POST', path: `/v1/session/proof/passkey/begin`, options });
  }

  /** Proves by a passkey: the second factor of a sign-in, or before money leaves. */
  proveByPasskey(body: {
    /** The answer of the authenticator, as PublicKeyCredential.toJSON() gives it. */
    readonly credential: { readonly [name: string]: unknown };
  }, options: WriteOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'POST', path: `/v1/session/proof/passkey`, body, options });
  }

  /** Proves by a login link, which is used up: for whoever has neither password nor passkey. */
  proveByLink(body: {
    /** The part of the link behind the #. */
    readonly token: string;
  }, options: WriteOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'POST', path: `/v1/session/proof/link`, body, options });
  }

  /** Who is signed in, and what it may do. */
  retrieve(options: CallOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'GET', path: `/v1/session`, options });
  }

  /** Signs out. */
  end(options: WriteOptions = {}): Promise<{
    /** True. */
    readonly ended: boolean;
  }> {
    return this.connection.call<{
    /** True. */
    readonly ended: boolean;
  }>({ method: 'DELETE', path: `/v1/session`, options });
  }

  /** What a link is for. It is not used up. */
  lookAtLink(body: {
    /** The part of the link behind the #. */
    readonly token: string;
  }, options: WriteOptions = {}): Promise<{
    /** What it is for. */
    readonly kind: 'invitation' | 'reset' | 'login';
    /** Whom it signs in. */
    readonly email: string;
    /** The name of the business that it is from. */
    readonly business: string;
    /** What to send with it. */
    readonly needs: 'newPassword' | 'password' | 'nothing';
  }> {
    return this.connection.call<{
    /** What it is for. */
    readonly kind: 'invitation' | 'reset' | 'login';
    /** Whom it signs in. */
    readonly email: string;
    /** The name of the business that it is from. */
    readonly business: string;
    /** What to send with it. */
    readonly needs: 'newPassword' | 'password' | 'nothing';
  }>({ method: 'POST', path: `/v1/session/link/look`, body, options });
  }

  /** Uses a link, once. */
  useLink(body: {
    /** The part of the link behind the #. */
    readonly token: string;
    /** The password. */
    readonly password?: string | undefined;
  }, options: WriteOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'POST', path: `/v1/session/link`, body, options });
  }

  /** Mails a link for a new password, if there is such a person. The answer is always the same. */
  forgot(body: {
    /** The mail address. */
    readonly email: string;
  }, options: WriteOptions = {}): Promise<{
    /** True, whether or not there is such a person. */
    readonly sent: boolean;
  }> {
    return this.connection.call<{
    /** True, whether or not there is such a person. */
    readonly sent: boolean;
  }>({ method: 'POST', path: `/v1/session/forgotten`, body, options });
  }

  /** Changes how others see this person, in every business that it works for. */
  update(body: {
    /** As others see it. */
    readonly name: string;
  }, options: WriteOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'PATCH', path: `/v1/session`, body, options });
  }

  /** A secret for an app that shows codes. It counts once a code of it is confirmed. Whoever has neither a password nor a passkey chooses one first. */
  beginSecondFactor(options: WriteOptions = {}): Promise<{
    /** To type into the app. */
    readonly secret: string;
    /** The same as an address. */
    readonly address: string;
    /** The address as a picture. */
    readonly qrCode: {
      /** How many squares a side has. */
      readonly size: number;
      /** The dark squares as a path of SVG, each one unit wide. */
      readonly path: string;
    };
  }> {
    return this.connection.call<{
    /** To type into the app. */
    readonly secret: string;
    /** The same as an address. */
    readonly address: string;
    /** The address as a picture. */
    readonly qrCode: {
      /** How many squares a side has. */
      readonly size: number;
      /** The dark squares as a path of SVG, each one unit wide. */
      readonly path: string;
    };
  }>({ method: 'POST', path: `/v1/session/second-factor`, options });
  }

  /** From now on codes of this app are asked for. */
  confirmSecondFactor(body: {
    /** Six digits of the app, or a recovery code. */
    readonly code: string;
  }, options: WriteOptions = {}): Promise<{
    /** Each signs in once whoever lost the app or the passkey; shown once. */
    readonly recoveryCodes: ReadonlyArray<string>;
  }> {
    return this.connection.call<{
    /** Each signs in once whoever lost the app or the passkey; shown once. */
    readonly recoveryCodes: ReadonlyArray<string>;
  }>({ method: 'POST', path: `/v1/session/second-factor/confirm`, body, options });
  }

  /** Codes of the app are not asked for any more. With the last second factor recovery codes end, too. */
  removeSecondFactor(options: WriteOptions = {}): Promise<{
    /** True. */
    readonly removed: boolean;
  }> {
    return this.connection.call<{
    /** True. */
    readonly removed: boolean;
  }>({ method: 'DELETE', path: `/v1/session/second-factor`, options });
  }

  /** Codes for whoever loses the app or the passkey. The former ones end. */
  createRecoveryCodes(options: WriteOptions = {}): Promise<{
    /** Each signs in once whoever lost the app or the passkey; shown once. */
    readonly recoveryCodes: ReadonlyArray<string>;
  }> {
    return this.connection.call<{
    /** Each signs in once whoever lost the app or the passkey; shown once. */
    readonly recoveryCodes: ReadonlyArray<string>;
  }>({ method: 'POST', path: `/v1/session/recovery-codes`, options });
  }

  /** Chooses another password, and ends all other sessions. */
  setPassword(body: {
    /** The password. */
    readonly password: string;
  }, options: WriteOptions = {}): Promise<t.Session> {
    return this.connection.call<t.Session>({ method: 'POST', path: `/v1/session/password`, body, options });
  }

  /** The browsers in which this person is signed in. */
  list(options: CallOptions = {}): Promise<{
    /** The newest first. */
    readonly data: ReadonlyArray<{
      /** The session. */
      readonly id: string;
      /** Whether it is the one that asks. */
      readonly isThis: boolean;
      /** As it calls itself. */
      readonly browser: string;
      /** The network address that it signed in from. */
      readonly address: string;
      /** When it signed in. */
      readonly createdAt: string;
      /** Its last request, to the minute. */
      readonly seenAt: string;
    }>;
  }> {
    return this.connection.call<{
    /** The newest first. */
    readonly data: ReadonlyArray<{
      /** The session. */
      readonly id: string;
      /** Whether it is the one that asks. */
      readonly isThis: boolean;
      /** As it calls itself. */
      readonly browser: string;
      /** The network address that it signed in from. */
      readonly address: string;
      /** When it signed in. */
      readonly createdAt: string;
      /** Its last request, to the minute. */
      readonly seenAt: string;
    }>;
  }>({ method: 'GET', path: `/v1/session/all`, options });
  }

  /** Ends all other sessions of this person. */
  endOthers(options: WriteOptions = {}): Promise<{
    /** True. */
    readonly ended: boolean;
  }> {
    return this.connection.call<{
    /** True. */
    readonly ended: boolean;
  }>({ method: 'DELETE', path: `/v1/session/all`, options });
  }

  /** Ends a session of this person. Doing it again changes nothing. */
  endOne(sessionId: string, options: WriteOptions = {}): Promise<{
    /** True. */
    readonly ended: boolean;
  }> {
    return this.connection.call<{
    /** True. */
    readonly ended: boolean;
  }>({ method: 'DELETE', path: `/v1/session/all/${part(sessionId)}`, options });
  }

  /** The passkeys of this person, the oldest first. */
  listPasskeys(options: CallOptions = {}): Promise<{
    /** At most twenty. */
    readonly data: ReadonlyArray<t.Passkey>;
  }> {
    return this.connection.call<{
    /** At most twenty. */
    readonly data: ReadonlyArray<t.Passkey>;
  }>({ method: 'GET', path: `/v1/session/passkeys`, options });
  }

  /** What an authenticator is asked for a new passkey with. It is good for five minutes and one answer. */
  beginPasskey(options: WriteOptions = {}): Promise<{
    /** For navigator.credentials.create, as PublicKeyCredential.parseCreationOptionsFromJSON takes them. */
    readonly options: unknown;
  }> {
    return this.connection.call<{
    /** For navigator.credentials.create, as PublicKeyCredential.parseCreationOptionsFromJSON takes them. */
    readonly options: unknown;
  }>({ method: 'POST', path: `/v1/session/passkeys/begin`, options });
  }

  /** Adds a passkey: from now on it signs in by itself, and a password alone does not. */
  addPasskey(body: {
    /** What you call it. */
    readonly name: string;
    /** The answer of the authenticator, as PublicKeyCredential.toJSON() gives it. */
    readonly credential: { readonly [name: string]: unknown };
  }, options: WriteOptions = {}): Promise<{
    readonly passkey: t.Passkey;
    /** Each signs in once whoever lost the app or the passkey; shown once. */
    readonly recoveryCodes: ReadonlyArray<string>;
  }> {
    return this.connection.call<{
    readonly passkey: t.Passkey;
    /** Each signs in once whoever lost the app or the passkey; shown once. */
    readonly recoveryCodes: ReadonlyArray<string>;
  }>({ method: 'POST', path: `/v1/session/passkeys`, body, options });
  }

  /** Calls a passkey otherwise. */
  renamePasskey(passkeyId: string, body: {
    /** What you call it. */
    readonly name: string;
  }, options: WriteOptions = {}): Promise<{
    /** True. */
    readonly renamed: boolean;
  }> {
    return this.connection.call<{
    /** True. */
    readonly renamed: boolean;
  }>({ method: 'PATCH', path: `/v1/session/passkeys/${part(passkeyId)}`, body, options });
  }

  /** Removes a passkey, which signs in no more. Sessions that began with it go on. With the last second factor recovery codes end, too. Whoever has no password keeps the last one. */
  removePasskey(passkeyId: string, options: WriteOptions = {}): Promise<{
    /** True. */
    readonly removed: boolean;
  }> {
    return this.connection.call<{
    /** True. */
    readonly removed: boolean;
  }>({ method: 'DELETE', path: `/v1/session/passkeys/${part(passkeyId)}`, options });
  }
}

/** Every resource of `/v1`. */
export class Resources {
  readonly payments: PaymentsResource;
  readonly refunds: RefundsResource;
  readonly invoices: InvoicesResource;
  readonly customers: CustomersResource;
  readonly tokens: TokensResource;
  readonly apiKeys: ApiKeysResource;
  readonly users: UsersResource;
  readonly roles: RolesResource;
  readonly auditLog: AuditLogResource;
  readonly plans: PlansResource;
  readonly subscriptions: SubscriptionsResource;
  readonly webhookEndpoints: WebhookEndpointsResource;
  readonly events: EventsResource;
  readonly deliveries: DeliveriesResource;
  readonly mails: MailsResource;
  readonly mailTemplates: MailTemplatesResource;
  readonly achEntries: AchEntriesResource;
  readonly achFiles: AchFilesResource;
  readonly accountValidations: AccountValidationsResource;
  readonly achReturns: AchReturnsResource;
  readonly batches: BatchesResource;
  readonly payouts: PayoutsResource;
  readonly cases: CasesResource;
  readonly messages: MessagesResource;
  readonly conversations: ConversationsResource;
  readonly textTemplates: TextTemplatesResource;
  readonly disputes: DisputesResource;
  readonly leads: LeadsResource;
  readonly leadForms: LeadFormsResource;
  readonly ledgerAccounts: LedgerAccountsResource;
  readonly ledgerTransfers: LedgerTransfersResource;
  readonly ledger: LedgerResource;
  readonly sandbox: SandboxResource;
  readonly jobs: JobsResource;
  readonly bankScripts: BankScriptsResource;
  readonly payLinks: PayLinksResource;
  readonly processorAccounts: ProcessorAccountsResource;
  readonly businesses: BusinessesResource;
  readonly applications: ApplicationsResource;
  readonly checkoutSessions: CheckoutSessionsResource;
  readonly fieldSessions: FieldSessionsResource;
  readonly home: HomeResource;
  readonly figures: FiguresResource;
  readonly imports: ImportsResource;
  readonly exports: ExportsResource;
  readonly session: SessionResource;

  constructor(connection: Connection) {
    this.payments = new PaymentsResource(connection);
    this.refunds = new RefundsResource(connection);
    this.invoices = new InvoicesResource(connection);
    this.customers = new CustomersResource(connection);
    this.tokens = new TokensResource(connection);
    this.apiKeys = new ApiKeysResource(connection);
    this.users = new UsersResource(connection);
    this.roles = new RolesResource(connection);
    this.auditLog = new AuditLogResource(connection);
    this.plans = new PlansResource(connection);
    this.subscriptions = new SubscriptionsResource(connection);
    this.webhookEndpoints = new WebhookEndpointsResource(connection);
    this.events = new EventsResource(connection);
    this.deliveries = new DeliveriesResource(connection);
    this.mails = new MailsResource(connection);
    this.mailTemplates = new MailTemplatesResource(connection);
    this.achEntries = new AchEntriesResource(connection);
    this.achFiles = new AchFilesResource(connection);
    this.accountValidations = new AccountValidationsResource(connection);
    this.achReturns = new AchReturnsResource(connection);
    this.batches = new BatchesResource(connection);
    this.payouts = new PayoutsResource(connection);
    this.cases = new CasesResource(connection);
    this.messages = new MessagesResource(connection);
    this.conversations = new ConversationsResource(connection);
    this.textTemplates = new TextTemplatesResource(connection);
    this.disputes = new DisputesResource(connection);
    this.leads = new LeadsResource(connection);
    this.leadForms = new LeadFormsResource(connection);
    this.ledgerAccounts = new LedgerAccountsResource(connection);
    this.ledgerTransfers = new LedgerTransfersResource(connection);
    this.ledger = new LedgerResource(connection);
    this.sandbox = new SandboxResource(connection);
    this.jobs = new JobsResource(connection);
    this.bankScripts = new BankScriptsResource(connection);
    this.payLinks = new PayLinksResource(connection);
    this.processorAccounts = new ProcessorAccountsResource(connection);
    this.businesses = new BusinessesResource(connection);
    this.applications = new ApplicationsResource(connection);
    this.checkoutSessions = new CheckoutSessionsResource(connection);
    this.fieldSessions = new FieldSessionsResource(connection);
    this.home = new HomeResource(connection);
    this.figures = new FiguresResource(connection);
    this.imports = new ImportsResource(connection);
    this.exports = new ExportsResource(connection);
    this.session = new SessionResource(connection);
  }
}
