import { openElavonScene, pin } from './elavon-scene.ts';
import { gatewayProperty } from './gateway-property.ts';

gatewayProperty({
  name: 'Elavon',
  habits: {
    codes: ['DECLINED: NSF', 'DECLINED CVV2', '3000', '4017', '4022', '6006', '6030'],
    refundsSettledOnly: false,
  },
  open: openElavonScene,
  endOfAbsentRefunds: 'nothing',
  isForAPerson: ({ fault }) => fault.rows === 'with_one_of_another_caller',
  secrets: [pin],
});
