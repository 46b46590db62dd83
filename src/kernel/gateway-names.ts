/** The gateways that there are connectors for. */
export const gatewayNames = ['nmi', 'authorize-net', 'elavon', 'helcim', 'stripe'] as const;
export type GatewayName = (typeof gatewayNames)[number];
