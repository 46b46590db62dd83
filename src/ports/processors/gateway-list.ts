import { authorizeNet } from './authorize-net/gateway.ts';
import { elavon } from './elavon/gateway.ts';
import type { GatewayKind } from './gateway-kind.ts';
import { helcim } from './helcim/gateway.ts';
import { nmi } from './nmi/gateway.ts';
import { stripe } from './stripe/gateway.ts';

/** The gateways that there are connectors for, each a folder and a line here; the ports of their doubles follow it. */
const gateways = { nmi, 'authorize-net': authorizeNet, elavon, helcim, stripe } as const;

export type GatewayName = keyof typeof gateways;
export const gatewayNames = Object.keys(gateways) as readonly GatewayName[];
export const gatewayList: Readonly<Record<GatewayName, GatewayKind>> = gateways;
