import { Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import { callbackPaths, readInbound, readStatus } from '../carriers/twilio-callbacks.ts';
import { type Form, isSignedByTwilio } from '../carriers/twilio-signature.ts';
import { noteProgress } from '../conversations/note-progress.ts';
import { receiveText } from '../conversations/receive-text.ts';
import type { Page } from '../pages/page.ts';
import type { World } from '../world.ts';
import { BodyFault, readBody } from './body.ts';
import { failure, jsonAnswer, refusalAnswer } from './envelope.ts';
import type { Door } from './http.ts';
import type { Request } from './request.ts';

const mostBytes = 64 * 1024;
/** A text of ten pictures has some forty. */
const mostFields = 200;

/** What Twilio is answered: nothing that it should do. */
const nothingToDo: Page = {
  status: 200,
  headers: { 'Content-Type': 'text/xml; charset=utf-8' },
  body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
};

type Call = { readonly query: URLSearchParams; readonly form: Form };
type Listen = (world: World, call: Call) => Promise<void>;

const listeners: Readonly<Record<string, Listen>> = {
  [callbackPaths.status]: async (world, { query, form }) => {
    const news = readStatus(query, form);
    if (news) await noteProgress(world, { ...news, carrier: 'twilio' });
  },
  [callbackPaths.inbound]: async (world, { form }) => {
    const text = readInbound(form);
    if (text) await receiveText(world, { ...text, carrier: 'twilio' });
  },
};

/** Where carriers tell what became of a text, and hand over what payers wrote. Both may come twice. */
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
      const body = await readBody(request, mostBytes);
      if (body instanceof BodyFault) return jsonAnswer(body.status, failure(body.message));

      const form = readForm(body);
      const signature = String(request.headers['x-twilio-signature'] ?? '');
      const signed = form && { url: publicUrl + target, form };
      if (!signed || !isForm(request) || !isSignedByTwilio(token, signed, signature)) {
        world.log.warn('carrier.not_signed', { requestId });
        return jsonAnswer(403, failure('The signature is missing or wrong.'));
      }
      const query = new URLSearchParams(at === -1 ? '' : target.slice(at + 1));
      await listen(world, { query, form });
      return nothingToDo;
    },
  };
}

function isForm({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded(?:;|$)/i.test(headers['content-type'] ?? '');
}

/** Undefined: more than any call has. */
function readForm(body: Buffer): Form | undefined {
  const text = body.toString('utf8');
  if (text.split('&', mostFields + 1).length > mostFields) return undefined;
  const form = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    form.set(name, [...(form.get(name) ?? []), value]);
  }
  return form;
}
