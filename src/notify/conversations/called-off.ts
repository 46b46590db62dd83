/**
 * SQL that is true when the charge that event `e` announces will not be made, or not to the card that it names, by how
 * its subscription `s` is now. False for other events, where the subscription is gone, and for a pause or an end that may
 * be taken back: what was announced once is not announced again.
 */
export function isCalledOff(e: string, s: string): string {
  const isExpiry = `${e}.kind = 'subscription.card_expiring'`;
  return `coalesce(
    (${isExpiry} or ${e}.kind = 'subscription.trial_will_end')
    and (${s}.ended_at is not null
      or ${isExpiry} and ${s}.id is not null and ${s}.announced_expiry is distinct from ${e}.data ->> 'expiry'), false)`;
}
