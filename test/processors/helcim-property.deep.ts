import { gatewayProperty } from './gateway-property.ts';
import { apiToken, openHelcimScene } from './helcim-scene.ts';

gatewayProperty({
  name: 'Helcim',
  habits: {
    codes: ['Do Not Honor', 'DECLINE CVV2', 'REQUEST EXCEEDS BALANCE', '500', '503', '408', '409'],
    refundsSettledOnly: true,
  },
  async open() {
    const scene = await openHelcimScene();
    return { ...scene, processor: scene.connect({ keepsConnections: true }) };
  },
  neverProvesAbsence: true,
  endOfAbsentRefunds: 'person',
  isForAPerson: ({ kind, fault }, wasExecuted) =>
    !wasExecuted || kind === 'refund' || fault.rows === 'with_one_of_another_caller',
  secrets: [apiToken],
});
