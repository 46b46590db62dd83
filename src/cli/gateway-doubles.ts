import {
  openAuthorizeNetDouble,
  openElavonDouble,
  openHelcimDouble,
  openNmiDouble,
  openStripeDouble,
} from '#sandbox';
import { pause } from '../build-world.ts';
import type { GatewayName } from '../kernel/gateway-names.ts';
import { Secret } from '../kernel/secret.ts';
import type { GatewayAccount } from '../ports/processors/gateway-kind.ts';
import type { World } from '../world.ts';

/*
 * Doubles of gateways: servers on this machine that behave like a gateway's sandbox. They store their requests in
 * memory alone. Their keys are no secret: nobody else reaches them, and they move nothing.
 */

type Running = { readonly url: string; readonly close: () => void };
type Place = {
  readonly port: number;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
};

type Double = {
  /** Among the ports of all: it stays when gateways are added. */
  readonly offset: number;
  readonly key: string;
  readonly merchant?: string;
  /** Behind the port. */
  readonly path?: string;
  open(place: Place): Promise<Running>;
};

const key = 'sandbox-gateway-key';
const loginId = 'sandboxLogin';
/** Authorize.Net has no longer ones. */
const transactionKey = 'sandboxTransKey1';
const [merchantId, userId] = ['600100', 'sandbox'];
const stripeKey = ['sk', 'test', 'sandboxGatewayKey'].join('_');

const doubles: Readonly<Record<GatewayName, Double>> = {
  nmi: { offset: 0, key, open: (place) => openNmiDouble({ ...place, securityKey: key }) },
  'authorize-net': {
    offset: 1,
    key: transactionKey,
    merchant: loginId,
    open: (place) => openAuthorizeNetDouble({ ...place, loginId, transactionKey, isSandbox: true }),
  },
  elavon: {
    offset: 2,
    key,
    merchant: `${merchantId}:${userId}`,
    path: '/VirtualMerchantDemo',
    open: (place) => openElavonDouble({ ...place, merchantId, userId, pin: key, isTestMode: true }),
  },
  helcim: { offset: 3, key, open: (place) => openHelcimDouble({ ...place, apiToken: key }) },
  stripe: {
    offset: 4,
    key: stripeKey,
    open: (place) => openStripeDouble({ ...place, secretKey: stripeKey }),
  },
};

const host = '127.0.0.1';

/** The account at a double that the service hosts. */
export function accountAtDouble(name: GatewayName, firstPort: number): GatewayAccount {
  const { offset, path = '', key: text, merchant } = doubles[name];
  const address = `http://${host}:${firstPort + offset}${path}`;
  return { address, key: new Secret(text), merchant };
}

export async function openDouble(
  name: GatewayName,
  place: Place,
): Promise<Running & Pick<Double, 'key' | 'merchant'>> {
  const { key: text, merchant, open } = doubles[name];
  return { ...(await open(place)), key: text, ...(merchant !== undefined && { merchant }) };
}

/**
 * All of them, beside a service. A port that is taken is no reason not to start: another process of the service may
 * host them.
 */
export async function hostDoubles({ config, log, now }: World): Promise<() => void> {
  const firstPort = config.gatewayDoublesPort;
  if (firstPort === 0) return () => {};
  const over = new AbortController();
  const running: Running[] = [];
  for (const [name, { offset, open }] of Object.entries(doubles)) {
    const port = firstPort + offset;
    try {
      running.push(await open({ port, now, sleep: (ms) => pause(ms, over.signal) }));
    } catch (error) {
      log.warn('gateway.double_not_hosted', { processor: name, address: String(port), error });
    }
  }
  return () => {
    over.abort();
    for (const { close } of running) close();
  };
}
