import { Refusal } from '../../kernel/refusal.ts';
import { createSignIn } from '../../parties/sign-in/sign-in.ts';
import type { World } from '../../world.ts';
import type { Doorkeeper } from '../http/caller.ts';
import { compressed } from '../http/compressed.ts';
import { labelOperation, type Request } from '../http/request.ts';
import type { Page } from '../pages/page.ts';
import { checkEndpoint, v1Binding } from './binding.ts';
import type { Endpoint, Method } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { problemAnswer } from './problem.ts';
import { routerOf } from './router.ts';
import { openBinding } from './session/open-binding.ts';
import type { OpenEndpoint } from './session/open-endpoint.ts';
import { sessionEndpoints } from './session/session-endpoints.ts';

const endpointsAt = routerOf<Endpoint | OpenEndpoint>([...endpoints, ...sessionEndpoints]);

/** The interface below /v1. */
export function createV1(world: World, door: Doorkeeper) {
  const signIn = createSignIn(world);
  const bindings = new Map<Endpoint | OpenEndpoint, ReturnType<typeof v1Binding>>();
  for (const endpoint of endpoints) {
    checkEndpoint(endpoint);
    bindings.set(endpoint, v1Binding(world, door, endpoint));
  }
  for (const endpoint of sessionEndpoints) {
    bindings.set(endpoint, openBinding(world, signIn, endpoint));
  }

  return {
    below: ['/v1/'],
    async answer(request: Request, requestId: string): Promise<Page> {
      const where = { publicUrl: world.config.publicUrl, requestId };
      const found = endpointsAt(rawPathOf(request.url!));
      if (!found) return problemAnswer(new Refusal('unknown_operation'), where);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const endpoint = found.endpoints.get(method as Method);
      if (endpoint) {
        labelOperation(request, endpoint.id);
        return await compressed(
          request,
          await bindings.get(endpoint)!(request, found.values, requestId),
        );
      }
      const methods = [...found.endpoints.keys()];
      const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
      return problemAnswer(new Refusal('method_not_allowed', { allow }), where);
    },
    /** Refuses a request that is not even read as one of an endpoint. */
    refuse(status: number, message: string, requestId: string): Page {
      const { publicUrl } = world.config;
      const refusal = new Refusal('unreadable', { message });
      return problemAnswer(refusal, { publicUrl, requestId }, status);
    },
    refuseWith: (refusal: Refusal, requestId: string): Page =>
      problemAnswer(refusal, { publicUrl: world.config.publicUrl, requestId }),
  };
}

/** Ids may have capital letters, so the path is taken as sent. */
function rawPathOf(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
