import { Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import { routeCall } from '../../notify/conversations/calls.ts';
import { receiveText } from '../../notify/conversations/receive-text.ts';
import { recordProgress } from '../../notify/conversations/record-progress.ts';
import {
  callbackPaths,
  callVerbs,
  type Form,
  isSignedByTwilio,
  readCalled,
  readInbound,
  readStatus,
} from '../../ports/carriers/twilio-callbacks.ts';
import type { World } from '../../world.ts';
import type { Page } from '../pages/page.ts';
import { BodyFault, readBody } from './body.ts';
import { bodyLimits } from './body-limits.ts';
import { failure, jsonAnswer, refusalAnswer } from './envelope.ts';
import type { Door } from './http.ts';
import type { Request } from './request.ts';

/** A message with ten pictures has some forty fields. */
const mostFields = 200;

/** The answer to Twilio: instructions, or nothing. */
function instructions(verb: string | undefined): Page {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>${verb ? `<Response>${verb}</Response>` : '<Response/>'}`,
  };
}

type Call = { readonly query: URLSearchParams; readonly form: Form };
/** The answer, where there are instructions. */
type Listen = (world: World, call: Call) => Promise<string | undefined>;

const listeners: Readonly<Record<string, Listen>> = {
  [callbackPaths.status]: async (world, { query, form }) => {
    const news = readStatus(query, form);
    if (news) await recordProgress(world, { ...news, carrier: 'twilio' });
    return undefined;
  },
  [callbackPaths.inbound]: async (world, { form }) => {
    const text = readInbound(form);
    if (text) await receiveText(world, { ...text, carrier: 'twilio' });
    return undefined;
  },
  [callbackPaths.voice]: async (world, { form }) => {
    const number = readCalled(form);
    const route = number === undefined ? undefined : await routeCall(world.db, number);
    if (route?.outcome === 'forwarded') return callVerbs.forward(route.to);
    return route?.outcome === 'busy' ? callVerbs.busy : callVerbs.notInService;
  },
};

/** Callbacks of carriers: delivery reports, incoming texts, and the routing of calls. Each may arrive twice. */
export function createCarrierDoor(world: World): Door {
  const { publicUrl, twilioAccount, twilioToken } = world.config;
  const token = new Secret(twilioToken);

  return {
    below: ['/carriers/'],
    async answer(request, requestId) {
      const target = request.url!;
      const at = target.indexOf('?');
      const path = at === -1 ? target : target.slice(0, at);
      const listen = Object.hasOwn(listeners, path) ? listeners[path] : undefined;
      if (!listen || twilioAccount === '') return refusalAnswer(new Refusal('unknown_operation'));
      if (request.method !== 'POST') {
        return refusalAnswer(new Refusal('method_not_allowed', { allow: ['POST'] }));
      }
      const body = await readBody(request, bodyLimits.form);
      if (body instanceof BodyFault) return jsonAnswer(body.status, failure(body.message));

      const form = readForm(body);
      const signature = String(request.headers['x-twilio-signature'] ?? '');
      const signed = form && { url: publicUrl + target, form };
      if (!signed || !isForm(request) || !isSignedByTwilio(token, signed, signature)) {
        world.log.warn('carrier.not_signed', { requestId });
        return jsonAnswer(403, failure('The signature is missing or wrong.'));
      }
      const query = new URLSearchParams(at === -1 ? '' : target.slice(at + 1));
      return instructions(await listen(world, { query, form }));
    },
  };
}

function isForm({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded(?:;|$)/i.test(headers['content-type'] ?? '');
}

/** Undefined: longer than any call. */
function readForm(body: Buffer): Form | undefined {
  const text = body.toString('utf8');
  if (text.split('&', mostFields + 1).length > mostFields) return undefined;
  const form = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    form.set(name, [...(form.get(name) ?? []), value]);
  }
  return form;
}
