import type { Outgoing, Reply } from '../runtime/http-out/outgoing.ts';
import { daysLater } from './calendar.ts';

/** The address of the demo's webhooks: no host has it. */
export const webhookUrl = 'https://shop.harbor-street-cycles.example/quittance/events';

/** An address of a network for documentation. */
const address = '203.0.113.24';

const daysDown = 0.6;

/**
 * The server of the shop, without a network: it accepts its posts, is down for one night, sometimes fails once, and
 * does not understand that a debit came back.
 */
export function demoReceiver(downSince: Date): Outgoing {
  const downUntil = daysLater(downSince, daysDown);
  const seen = new Set<string>();
  return {
    refusalAt: async () => undefined,
    async post({ id, at, eventType }) {
      const isNew = !seen.has(id);
      seen.add(id);
      if (at > downSince && at < downUntil) {
        return { kind: 'failed', reason: 'connection refused', address };
      }
      if (eventType === 'payment.returned') return answered(422, '{"error":"unknown event"}');
      if (isNew && seen.size % 37 === 0) return answered(500, 'Internal Server Error');
      return answered(200, 'ok');
    },
  };
}

function answered(status: number, text: string): Reply {
  return { kind: 'answered', status, address, text, retryAfterMs: undefined };
}
