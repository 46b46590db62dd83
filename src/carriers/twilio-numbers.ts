import type { Bought, NumberSupply } from './carrier.ts';
import { type Api, type Data, international, listIn, national, sidIn } from './twilio-api.ts';
import { callbackPaths } from './twilio-callbacks.ts';

type Options = {
  readonly api: Api;
  /** Of the account. */
  readonly path: string;
  /** Where what is written to the number is handed over. */
  readonly publicUrl: string;
  readonly signalAfter: (ms: number) => AbortSignal;
};

/** Somebody else bought it since it was offered. */
const gone = 'gone';

/**
 * Twilio knows no keys of retries, so the reference is the name of the number there: before one is bought, it is
 * asked whether there is one of that name.
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

  /** Undefined: not known, so that none may be bought now. */
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

  /** Those of the area, else any; none when nobody says whether the area has some. */
  async function offers(areaCode: string, until: AbortSignal): Promise<string[]> {
    const near = await offered({ areaCode }, until);
    if (near === undefined || near.length > 0) return near ?? [];
    return (await offered({}, until)) ?? [];
  }

  async function offered(area: Record<string, string>, until: AbortSignal) {
    const query = { ...area, smsEnabled: 'true', pageSize: '5' };
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
    };
    const reply = await api.post(`${path}/IncomingPhoneNumbers.json`, form, until);
    if (reply.kind !== 'answered') return undefined;
    if (reply.status === 200 || reply.status === 201) return numberIn(reply.data);
    return notAvailable.has(String(reply.data.code)) ? gone : undefined;
  }
}

const notAvailable: ReadonlySet<string> = new Set(['21404', '21421', '21422']);

function numberIn({ phone_number: number, sid }: Data): Bought | undefined {
  const digits = national(number);
  const carrierId = sidIn(sid);
  return digits !== undefined && carrierId ? { number: digits, carrierId } : undefined;
}
