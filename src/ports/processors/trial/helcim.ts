import { type Bench, notObserved, type Trial } from './trial.ts';

const card = {
  number: '4124939999999990',
  expiryMonth: 1,
  expiryYear: 2028,
  address: '1 Main Street',
  postalCode: '04101',
};

/** A test account approves or declines by the security code. */
export const helcimTrial: Trial = {
  card: { ...card, cvv: '100' },
  declines: { card: { cvv: '200' } },
  /**
   * The gateway does not report whether an account moves money. Only a test account answers a security code with the
   * decline that it stands for; a live one declines this card, which is nobody's, each time alike.
   */
  async provesSandbox(bench) {
    const pickUp = await codeOf(bench, '201');
    const expired = await codeOf(bench, '210');
    return pickUp === 'stolen_card' && expired === 'expired_card';
  },
  assumptions: [
    {
      subject: 'the payload of a request that is sent again',
      assumed: 'is perhaps compared by its bytes',
      observe: async () => notObserved('the service sends the same bytes'),
    },
    {
      subject: 'an empty list',
      assumed: 'proves never that nothing was charged',
      observe: async () => notObserved('no request was delayed'),
    },
  ],
};

async function codeOf({ charge, cardOf }: Bench, cvv: string): Promise<string> {
  const { answer } = await charge({ card: cardOf({ ...card, cvv }) });
  return answer.outcome === 'declined' ? answer.code : answer.outcome;
}
