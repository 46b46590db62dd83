import type { GatewayName } from '../../../kernel/gateway-names.ts';
import { authorizeNetTrial } from './authorize-net.ts';
import { elavonTrial } from './elavon.ts';
import { helcimTrial } from './helcim.ts';
import { nmiTrial } from './nmi.ts';
import { stripeTrial } from './stripe.ts';
import type { Trial } from './trial.ts';

export const trials: Readonly<Record<GatewayName, Trial>> = {
  nmi: nmiTrial,
  'authorize-net': authorizeNetTrial,
  elavon: elavonTrial,
  helcim: helcimTrial,
  stripe: stripeTrial,
};
