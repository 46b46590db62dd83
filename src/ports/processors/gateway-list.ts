import type { GatewayName } from '../../kernel/gateway-names.ts';
import { authorizeNet } from './authorize-net/gateway.ts';
import { elavon } from './elavon/gateway.ts';
import type { GatewayKind } from './gateway-kind.ts';
import { helcim } from './helcim/gateway.ts';
import { nmi } from './nmi/gateway.ts';
import { stripe } from './stripe/gateway.ts';

/** The gateways that have a connector: each is a folder and a line here. */
export const gatewayList: Readonly<Record<GatewayName, GatewayKind>> = {
  nmi,
  'authorize-net': authorizeNet,
  elavon,
  helcim,
  stripe,
};
