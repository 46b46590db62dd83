import type { Bought, NumberSupply } from './carrier.ts';
import {
  type Api,
  type Data,
  international,
  listIn,
  national,
  sidIn,
  textIn,
} from './twilio-api.ts';
import { callbackPaths } from './twilio-callbacks.ts';
import { voiceSettings } from './twilio-calls.ts';

type Options = {
  readonly api: Api;
  /** The SID of the account. */
  readonly path: string;
  /** The URL for texts to the number. */
  readonly publicUrl: string;
  readonly signalAfter: (ms: number) => AbortSignal;
};

/** Another account bought it since it was offered. */
const gone = 'gone';

/**
 * Twilio has no idempotency keys, so the reference is stored there as the name of the number: before a number is
 * bought, Twilio is asked for one with that name.
 */
export function twilioNumbers({ api, path, publicUrl, signalAfter }: Options): NumberSupply {
  return {
    async buy({ areaCode, reference, withinMs }) {
      const until = signalAfter(withinMs);
      const earlier = await boughtBefore(reference, until);
      if (earlier !== 'none') return earlier;
      for (const number of await offers(areaCode, until)) {
        const bought = await order(number, reference, until);
        if (bought !== gone) return bought;
      }
      return undefined;
    },
  };

  /** Undefined: unknown, so none may be bought now. */
  async function boughtBefore(
    name: string,
    until: AbortSignal,
  ): Promise<Bought | 'none' | undefined> {
    const query = { friendlyName: name, pageSize: '20' };
    const reply = await api.get(`${path}/IncomingPhoneNumbers.json`, query, until);
    if (reply.kind !== 'answered' || reply.status !== 200) return undefined;
    if (!Array.isArray(reply.data.incoming_phone_numbers)) return undefined;
    const all = listIn(reply.data.incoming_phone_numbers);
    const ours = all.find(({ friendly_name: given }) => given === name);
    return ours ? numberIn(ours) : 'none';
  }

  /** Numbers of the area, else of any area; none if it is unknown whether the area has some. */
  async function offers(areaCode: string, until: AbortSignal): Promise<string[]> {
    const near = await offered({ areaCode }, until);
    if (near === undefined || near.length > 0) return near ?? [];
    return (await offered({}, until)) ?? [];
  }

  async function offered(area: Record<string, string>, until: AbortSignal) {
    const query = { ...area, smsEnabled: 'true', voiceEnabled: 'true', pageSize: '5' };
    const reply = await api.get(`${path}/AvailablePhoneNumbers/US/Local.json`, query, until);
    if (reply.kind !== 'answered' || reply.status !== 200) return undefined;
    const numbers = listIn(reply.data.available_phone_numbers);
    return numbers.flatMap(({ phone_number: number }) => national(number) ?? []);
  }

  async function order(
    number: string,
    reference: string,
    until: AbortSignal,
  ): Promise<Bought | typeof gone | undefined> {
    const form = {
      phoneNumber: international(number),
      friendlyName: reference,
      smsUrl: publicUrl + callbackPaths.inbound,
      smsMethod: 'POST',
      ...voiceSettings(publicUrl),
    };
    const reply = await api.post(`${path}/IncomingPhoneNumbers.json`, form, until);
    if (reply.kind !== 'answered') return undefined;
    if (reply.status === 200 || reply.status === 201) return numberIn(reply.data);
    return notAvailable.has(String(reply.data.code)) ? gone : undefined;
  }
}

const notAvailable: ReadonlySet<string> = new Set(['21404', '21421', '21422']);

function numberIn({ phone_number: number, sid, voice_url: callsAt }: Data): Bought | undefined {
  const digits = national(number);
  const carrierId = sidIn(sid);
  if (digits === undefined || !carrierId) return undefined;
  return { number: digits, carrierId, callsAt: textIn(callsAt) };
}
