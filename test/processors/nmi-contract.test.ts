import { processorContract } from './contract.ts';
import { gatewaySubject } from './gateway-subject.ts';
import { openNmiScene } from './nmi-scene.ts';

processorContract('NMI', async (t) => {
  const scene = await openNmiScene();
  t.after(() => scene.close());
  // Its refunds show among the actions of the charge, whoever made them.
  return { ...gatewaySubject(scene, '202'), tellsRefunded: true };
});
