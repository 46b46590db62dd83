import type { Maker } from './maker.ts';

/** Plans and subscriptions in the states that requests about them need. */
export async function makeSubscriptions(maker: Maker, { token }: Record<'token', string>) {
  const { word, amount, post } = maker;
  const code = `${word} monthly`;
  await post('/v1/plans', { code, amount, interval: 'monthly' });
  const subscribe = async (interval: string): Promise<string> =>
    (await post('/v1/subscriptions', { token, planCode: code, interval })).id;
  const made = {
    code,
    subscriptionId: await subscribe('monthly'),
    pausedSubscription: await subscribe('quarterly'),
    endingSubscription: await subscribe('yearly'),
  };
  await post(`/v1/subscriptions/${made.pausedSubscription}/pause`);
  await post(`/v1/subscriptions/${made.endingSubscription}/cancel`, { atEnd: true });
  return made;
}

/** Invoices that are to be paid at an address. */
export async function makeLinks(maker: Maker, made: Record<'customerId', string>) {
  const { word, amount, post, first } = maker;
  const bill = { amount, customerId: made.customerId, description: word };
  const link = async (): Promise<string> => (await post('/v1/pay-links', bill)).id;
  const session = async (): Promise<string> => {
    const successUrl = 'https://shop.example.com/paid';
    return (await post('/v1/checkout-sessions', { ...bill, successUrl })).id;
  };
  const fields = { kind: 'bank', origins: [`https://${word}.example.com`] };
  // The latest invoice is that of the link.
  await link();
  const { id: voidedInvoice } = await first('/v1/invoices?status=open');
  return {
    invoiceId: (await first('/v1/invoices?status=paid')).id as string,
    voidedInvoice: voidedInvoice as string,
    payLinkId: await link(),
    revokedLink: await link(),
    sessionId: await session(),
    expiredSession: await session(),
    fieldSessionId: (await post('/v1/field-sessions', fields)).id as string,
  };
}
