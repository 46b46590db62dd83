import { gatewayProperty } from './gateway-property.ts';
import { openStripeScene, secretKey } from './stripe-scene.ts';

gatewayProperty({
  name: 'Stripe',
  habits: {
    codes: ['generic_decline', 'insufficient_funds', '409', '429', '500'],
    refundsSettledOnly: false,
    voidsAuthorizedOnly: true,
    chargesInTwoSteps: true,
  },
  async open() {
    const scene = await openStripeScene();
    return { ...scene, processor: scene.connect(scene.url, { keepsConnections: true }) };
  },
  endOfAbsentRefunds: 'nothing',
  isForAPerson: ({ fault }) => fault.rows === 'with_one_of_another_caller',
  secrets: [secretKey],
});
