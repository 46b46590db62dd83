import type { WebhookKind } from '../businesses/new-business.ts';
import { webhookOwner } from '../businesses/profile.ts';

/** Where a business wants to hear of one kind of thing, and how that went so far. */
export type Endpoint = EndpointKey & {
  readonly url: string;
  readonly username: string | undefined;
  readonly state: EndpointState;
  /** Whether what happened to one object is told in its order. */
  readonly inOrder: boolean;
  /** Tries that failed since the last one that did not. */
  readonly failures: number;
  readonly failingSince: Date | undefined;
  readonly succeededAt: Date | undefined;
  readonly disabledReason: string | undefined;
  /** Until then posts are signed with the former secret too. */
  readonly previousUntil: Date | undefined;
};

export type EndpointKey = { readonly businessId: bigint; readonly kind: WebhookKind };

/** `failing`: something was given up, or ten tries in a row failed; it is posted to all the same. */
export type EndpointState = 'enabled' | 'failing' | 'disabled';

export const webhookKinds = ['payments', 'messages', 'customers'] as const satisfies WebhookKind[];

/** The names of what lies in the vault for it. */
export function secretsOf({ businessId, kind }: EndpointKey) {
  const owner = webhookOwner(kind);
  return {
    password: { businessId, owner, field: 'webhook_password' },
    secret: { businessId, owner, field: 'webhook_secret' },
    previous: { businessId, owner, field: 'webhook_previous_secret' },
  } as const;
}

/** What flies to it is counted under this name. */
export function destinationOf({ businessId, kind }: EndpointKey): string {
  return `${businessId}/${kind}`;
}
