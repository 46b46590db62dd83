import type { Log } from '../base/log.ts';
import type { Carriers, NumberSupply, Sent, TextCarrier } from './carrier.ts';

/** So many in a row that were refused, for whatever reason, say something of who should carry them. */
const mostInARow = 10;

/**
 * The same carriers, and the log hears once when one of them takes nothing any more, and once when it does again:
 * what waits for its next try tells nobody. The sandbox fails only as it is asked to.
 */
export function tellingOutages({ texts, mails }: Carriers, log: Log): Carriers {
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

/** Who sells no number says no more than that, and a business without one texts nobody. */
function withNumbers(carrier: TextCarrier, log: Log): TextCarrier {
  const { name, numbers } = carrier;
  if (!numbers) return carrier;
  const listen = outageOf(`${name} numbers`, log);
  const buy: NumberSupply['buy'] = async (wish) => {
    const bought = await numbers.buy(wish);
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

/** One mailbox that is full, or one number that wants no texts, is no outage; neither is an answer that was lost. */
function concernsAll(sent: Sent): boolean {
  return sent.outcome === 'not_sent' && sent.code !== 'carrier_busy';
}
