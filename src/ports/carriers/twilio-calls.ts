import type { CallRouting } from './carrier.ts';
import type { Api } from './twilio-api.ts';
import { callbackPaths } from './twilio-callbacks.ts';

type Options = { readonly api: Api; readonly path: string; readonly publicUrl: string };

/** The settings of a number for its calls, when it is bought and later. */
export function voiceSettings(publicUrl: string) {
  return { voiceUrl: publicUrl + callbackPaths.voice, voiceMethod: 'POST' } as const;
}

export function twilioCalls({ api, path, publicUrl }: Options): CallRouting {
  const settings = voiceSettings(publicUrl);
  return {
    address: settings.voiceUrl,
    async route(carrierId) {
      const reply = await api.post(`${path}/IncomingPhoneNumbers/${carrierId}.json`, settings);
      if (reply.kind !== 'answered') return 'not_now';
      if (reply.status === 404) return 'gone';
      return reply.status === 200 ? 'done' : 'not_now';
    },
  };
}
