import type { Log } from '../../kernel/log.ts';
import type { Carriers, NumberSupply, Sent, TextCarrier } from './carrier.ts';

/** So many refusals in a row, for whatever reason, count as an outage of the carrier. */
const mostInARow = 10;

/**
 * The same carriers, which log once when an outage begins and once when it ends: messages that wait for their next
 * attempt are not logged. The sandbox fails only on request.
 */
export function logOutages({ texts, mails }: Carriers, log: Log): Carriers {
  const text = texts.live && withNumbers(telling(texts.live, log), log);
  const mail = mails.live && telling(mails.live, log);
  return {
    texts: { sandbox: texts.sandbox === texts.live ? text : texts.sandbox, live: text },
    mails: { sandbox: mails.sandbox === mails.live ? mail : mails.sandbox, live: mail },
  };
}

type Sender<Item> = { readonly name: string; send(item: Item): Promise<Sent> };

function telling<Item, C extends Sender<Item>>(carrier: C & Sender<Item>, log: Log): C {
  const listen = outageOf(carrier.name, log);
  return {
    ...carrier,
    async send(item: Item) {
      const sent = await carrier.send(item);
      listen(sent);
      return sent;
    },
  };
}

/** A supply that sells no number gives no reason, and a business without a number sends no texts. */
function withNumbers(carrier: TextCarrier, log: Log): TextCarrier {
  const { name, numbers } = carrier;
  if (!numbers) return carrier;
  const listen = outageOf(`${name} numbers`, log);
  const buy: NumberSupply['buy'] = async (request) => {
    const bought = await numbers.buy(request);
    listen(bought ? { outcome: 'accepted', carrierId: undefined } : notBought);
    return bought;
  };
  return { ...carrier, numbers: { buy } };
}

const notBought: Sent = { outcome: 'not_sent', code: 'not_bought' };

function outageOf(kind: string, log: Log): (sent: Sent) => void {
  let inARow = 0;
  let isOut = false;
  return (sent) => {
    if (sent.outcome === 'accepted') {
      if (isOut) log.warn('carrier.recovered', { kind });
      inARow = 0;
      isOut = false;
      return;
    }
    inARow += 1;
    if (isOut || (!concernsAll(sent) && inARow < mostInARow)) return;
    isOut = true;
    log.warn('carrier.failing', { kind, code: sent.code, count: inARow });
  };
}

/** True if the failure concerns every message: not a full mailbox, a number that wants no texts, or a lost answer. */
function concernsAll(sent: Sent): boolean {
  return sent.outcome === 'not_sent' && sent.code !== 'carrier_busy';
}
