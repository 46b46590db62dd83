import type { LookedUp, PhoneType } from './carrier.ts';
import { plainLine } from './plain-line.ts';
import { type Api, dataIn, international, textIn } from './twilio-api.ts';
import { wordFor } from './twilio-codes.ts';

/** Types of lines as Lookup names them; any other type is unknown. */
const types: Readonly<Record<string, PhoneType>> = {
  mobile: 'mobile',
  landline: 'landline',
  fixedVoip: 'voip',
  nonFixedVoip: 'voip',
  tollFree: 'tollfree',
  premium: 'premium',
  sharedCost: 'premium',
};

const longestCarrier = 100;

export function twilioLookup(api: Api): (number: string) => Promise<LookedUp> {
  return async (number) => {
    const path = `/v2/PhoneNumbers/${encodeURIComponent(international(number))}`;
    const reply = await api.get(path, { fields: 'line_type_intelligence' });
    if (reply.kind !== 'answered') return notKnown('no_answer');
    if (reply.status !== 200) return notKnown(wordFor(reply.data.code) ?? 'carrier_error');
    if (reply.data.valid === false) return known('unknown', undefined);
    const found = dataIn(reply.data.line_type_intelligence);
    const type = textIn(found.type);
    // Some countries require an agreement before Lookup may report their numbers.
    if (type === undefined) return notKnown(wordFor(found.error_code) ?? 'carrier_error');
    const kind = Object.hasOwn(types, type) ? types[type]! : 'unknown';
    const carrier = plainLine(textIn(found.carrier_name) ?? '').slice(0, longestCarrier);
    return known(kind, carrier || undefined);
  };
}

function known(type: PhoneType, carrier: string | undefined): LookedUp {
  return { outcome: 'known', type, carrier };
}

function notKnown(code: string): LookedUp {
  return { outcome: 'not_known', code };
}
