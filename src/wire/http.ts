import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../base/refusal.ts';
import { operations } from '../operations/index.ts';
import type { World } from '../world.ts';
import { createDoorkeeper } from './caller.ts';
import { type Answer, failure, jsonAnswer, refusalAnswer } from './envelope.ts';
import { refuseRequest } from './http-rules.ts';
import { type Binding, jsonBinding } from './json-binding.ts';
import { openApi } from './openapi.ts';

/**
 * From a socket to an operation and back. It walks the table of operations and names none. Health says
 * "ready" only when the caller does.
 */
export function createHandler(world: World, isReady = () => true) {
  const routes = routesOf(world, isReady);
  let inFlight = 0;

  return (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = world.uuid();
    if (inFlight >= world.config.requestsInFlight) {
      send(request, response, requestId, refusalAnswer(new Refusal('busy')));
      return;
    }
    inFlight += 1;
    void answer(routes, request, requestId)
      .then((found) => send(request, response, requestId, found))
      .catch((error) => {
        world.log.error('request.failed', { requestId, error });
        response.destroy();
      })
      .finally(() => {
        inFlight -= 1;
      });
  };
}

type Route = { readonly method: 'GET' | 'POST'; readonly answer: Binding };

function routesOf(world: World, isReady: () => boolean): ReadonlyMap<string, Route> {
  const door = createDoorkeeper(world);
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    // Matched in any letter case, as the callers of such addresses are used to.
    const path = `/api/default/${operation.name.toLowerCase()}`;
    routes.set(path, { method: 'POST', answer: jsonBinding(world, door, operation) });
  }
  const description = jsonAnswer(200, openApi(world.config));
  routes.set('/openapi.json', { method: 'GET', answer: async () => description });
  routes.set('/health', { method: 'GET', answer: () => health(world, isReady()) });
  return routes;
}

async function answer(
  routes: ReadonlyMap<string, Route>,
  request: IncomingMessage,
  requestId: string,
): Promise<Answer> {
  const refused = refuseRequest(request);
  if (refused) return jsonAnswer(refused.status, failure(refused.message), { Connection: 'close' });
  const route = routes.get(pathOf(request.url!));
  if (!route) return refusalAnswer(new Refusal('unknown_operation'));
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method === route.method) return await route.answer(request, requestId);
  const allow = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
  return refusalAnswer(new Refusal('method_not_allowed', { allow }));
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  const path = (query === -1 ? target : target.slice(0, query)).toLowerCase();
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Ready means that the start is over and the database answers. */
async function health(world: World, isReady: boolean): Promise<Answer> {
  if (!isReady) return jsonAnswer(503, { status: 'starting' }, { 'Retry-After': '1' });
  try {
    await world.db.query('select 1');
    return jsonAnswer(200, { status: 'ready' });
  } catch {
    return jsonAnswer(503, { status: 'the database does not answer' }, { 'Retry-After': '2' });
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Answer,
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
