import { gatewayProperty } from './gateway-property.ts';
import { openNmiScene, securityKey } from './nmi-scene.ts';

gatewayProperty({
  name: 'NMI',
  habits: {
    codes: ['200', '202', '301', '400', '420', '421', '430'],
    refundsSettledOnly: false,
  },
  open: openNmiScene,
  // Whether each refund is shown is not certain.
  endOfAbsentRefunds: 'person',
  isForAPerson: ({ kind, fault }, wasExecuted) =>
    fault.rows === 'with_one_of_another_caller' || (kind === 'refund' && !wasExecuted),
  secrets: [securityKey],
});
