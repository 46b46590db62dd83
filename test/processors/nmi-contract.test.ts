import { processorContract } from './contract.ts';
import { gatewaySubject } from './gateway-subject.ts';
import { openNmiScene } from './nmi-scene.ts';

processorContract('NMI', async (t) => {
  const scene = await openNmiScene();
  t.after(() => scene.close());
  return gatewaySubject(scene, '202');
});
