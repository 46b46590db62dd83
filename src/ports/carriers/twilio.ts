import type { Sent, TextCarrier } from './carrier.ts';
import { international, type Reply, sidIn, type TwilioAccess, twilioApi } from './twilio-api.ts';
import { statusAddress } from './twilio-callbacks.ts';
import { twilioCalls } from './twilio-calls.ts';
import { isForNow, wordFor } from './twilio-codes.ts';
import { twilioLookup } from './twilio-lookup.ts';
import { twilioNumbers } from './twilio-numbers.ts';

export type TwilioOptions = TwilioAccess & {
  readonly url: string;
  readonly lookupUrl: string;
  /** The public address under which Twilio reaches us. */
  readonly publicUrl: string;
  readonly buysNumbers: boolean;
};

/** Texts, numbers and lookups by Twilio's REST API of 2010-04-01 and Lookup v2. */
export function twilioTexts(options: TwilioOptions): TextCarrier {
  const { url, lookupUrl, publicUrl, account, signalAfter } = options;
  const api = twilioApi(url, options);
  const path = `/2010-04-01/Accounts/${encodeURIComponent(account)}`;
  return {
    name: 'twilio',
    async send(text) {
      const reply = await api.post(`${path}/Messages.json`, {
        to: international(text.to),
        from: international(text.from),
        body: text.body,
        statusCallback: statusAddress(publicUrl, text),
      });
      return outcomeOf(reply);
    },
    async check() {
      const reply = await api.get(`${path}.json`, {});
      if (reply.kind !== 'answered') return 'carrier_unreachable';
      if (reply.status === 401 || reply.status === 403) return 'carrier_login_refused';
      if (reply.status !== 200) return 'carrier_error';
      return reply.data.status === 'active' ? undefined : 'account_not_active';
    },
    numbers: options.buysNumbers ? twilioNumbers({ api, path, publicUrl, signalAfter }) : undefined,
    lookUp: twilioLookup(twilioApi(lookupUrl, options)),
    calls: twilioCalls({ api, path, publicUrl }),
  };
}

function outcomeOf(reply: Reply): Sent {
  if (reply.kind === 'not_sent') return { outcome: 'not_sent', code: 'carrier_unreachable' };
  if (reply.kind === 'unknown') return { outcome: 'unknown', code: 'no_answer' };
  const { status, data } = reply;
  const carrierId = sidIn(data.sid);
  if (status >= 200 && status < 300 && carrierId) return { outcome: 'accepted', carrierId };
  // After a server error the text may have been accepted before it; the same is true for an answer of a proxy, or one
  // that names no text.
  if (status >= 500 || status < 400 || status === 408) {
    return { outcome: 'unknown', code: 'carrier_error' };
  }
  if (status === 429 || isForNow(data.code)) return { outcome: 'not_sent', code: 'carrier_busy' };
  // An error of our settings: the text was not accepted.
  if (status === 401 || status === 403) {
    return { outcome: 'not_sent', code: 'carrier_login_refused' };
  }
  if (status === 404) return { outcome: 'not_sent', code: 'carrier_not_found' };
  return { outcome: 'refused', code: wordFor(data.code) ?? 'refused_by_carrier' };
}
