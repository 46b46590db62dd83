import { openAuthorizeNetScene, transactionKey } from './authorize-net-scene.ts';
import { gatewayProperty } from './gateway-property.ts';

gatewayProperty({
  name: 'Authorize.Net',
  habits: {
    codes: ['2', '27', '44', '19', '120', '253', 'E00001', 'E00053'],
    refundsSettledOnly: true,
  },
  async open() {
    const scene = await openAuthorizeNetScene();
    return { ...scene, processor: scene.connect(scene.url, { keepsConnections: true }) };
  },
  endOfAbsentRefunds: 'nothing',
  isForAPerson: () => false,
  secrets: [transactionKey],
});
