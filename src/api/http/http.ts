import { Refusal } from '../../kernel/refusal.ts';
import { byTurn } from '../../runtime/by-turn.ts';
import type { World } from '../../world.ts';
import { defaultOperations, serviceOperations } from '../operations/index.ts';
import { frontPage } from '../pages/front-page.ts';
import type { Page } from '../pages/page.ts';
import { createPages } from '../pages/pages.ts';
import { type Asmx, createAsmx } from '../soap/asmx.ts';
import { methodsOf } from '../soap/methods.ts';
import { callerAddress, ownAddress } from './addresses.ts';
import { BodyFault, readBody } from './body.ts';
import { bodyLimits } from './body-limits.ts';
import { createDoorkeeper, type Doorkeeper } from './caller.ts';
import { createCarrierDoor } from './carrier-door.ts';
import { type Answer, failure, jsonAnswer, refusalAnswer } from './envelope.ts';
import { health } from './health.ts';
import { refuseRequest } from './http-rules.ts';
import { jsonBinding } from './json-binding.ts';
import { openApi } from './openapi.ts';
import { isBelowAsmx, pathOf } from './paths.ts';
import { noteArrival, type Reply, type Request } from './request.ts';
import { safetyHeaders } from './safety-headers.ts';

/**
 * Connects sockets to operations. It walks the table of operations and names none. Health reports "ready" only when the
 * caller does.
 */
export function createHandler(world: World, isReady = () => true) {
  const door = createDoorkeeper(world);
  const routes = routesOf(world, door, isReady);
  const asmx = asmxOf(world, door);
  const others: readonly Door[] = [pageDoor(world), createCarrierDoor(world)];
  const { requests } = world;
  const safety = safetyHeaders(world.config);

  const give = byTurn((given: Asked & { found: Page }) => {
    const { request, response, requestId, found } = given;
    leave(given);
    try {
      send(request, response, found, { ...safety, 'X-Request-Id': requestId });
    } catch (error) {
      fail(response, requestId, error);
    }
  });
  const take = byTurn((asked: Asked) => {
    const { request, response, requestId } = asked;
    answer({ routes, asmx, others }, request, requestId).then(
      (found) => give({ ...asked, found }),
      (error) => {
        leave(asked);
        fail(response, requestId, error);
      },
    );
  });
  function fail(response: Reply, requestId: string, error: unknown): void {
    world.log.error('request.failed', { requestId, error });
    response.destroy();
  }

  function leave({ hasSlot }: Asked): void {
    if (hasSlot) requests.underWay -= 1;
  }

  return (request: Request, response: Reply): void => {
    noteArrival(request, world.unreadSince());
    const requestId = world.uuid();
    // Health checks decide whether to end this process, so they are answered under full load too.
    const hasSlot = !isHealth(request);
    if (hasSlot && requests.underWay >= world.config.requestsInFlight) {
      send(request, response, busy(asmx, request), { ...safety, 'X-Request-Id': requestId });
      return;
    }
    if (hasSlot) requests.underWay += 1;
    take({ request, response, requestId, hasSlot });
  };
}

function isHealth({ method, url }: Request): boolean {
  return method !== 'POST' && url !== undefined && pathOf(url) === '/health';
}

type Asked = {
  readonly request: Request;
  readonly response: Reply;
  readonly requestId: string;
  /** Counts among the requests in flight. */
  readonly hasSlot: boolean;
};
/** An interface with its own addresses below a path and its own answers. */
export type Door = {
  /** In lower case, ends with a slash. */
  readonly below: readonly string[];
  answer(request: Request, requestId: string): Promise<Page>;
};
type Doors = {
  readonly routes: ReadonlyMap<string, Route>;
  readonly asmx: Asmx;
  readonly others: readonly Door[];
};
type Route = {
  readonly method: 'GET' | 'POST';
  answer(request: Request, requestId: string): Promise<Page>;
};

function routesOf(
  world: World,
  door: Doorkeeper,
  isReady: () => boolean,
): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>();
  for (const operation of defaultOperations) {
    // Legacy clients send these addresses in any letter case.
    const path = `/api/default/${operation.name.toLowerCase()}`;
    routes.set(path, { method: 'POST', answer: jsonBinding(world, door, operation) });
  }
  const description = jsonAnswer(200, openApi(world.config));
  routes.set('/openapi.json', { method: 'GET', answer: async () => description });
  const front = frontPage(world.config);
  routes.set('/', { method: 'GET', answer: async ({ headers }) => front(headers.accept) });
  routes.set('/health', { method: 'GET', answer: health(world, isReady) });
  return routes;
}

/** Pages for people; only they accept forms. */
function pageDoor(world: World): Door {
  const pages = createPages(world);
  return {
    below: pages.below,
    async answer(request, requestId) {
      const body = await readBody(request, bodyLimits.form);
      if (body instanceof BodyFault) return pages.refuse(body.status, body.message);
      return await pages.answer({
        method: request.method ?? 'GET',
        target: request.url!,
        headers: request.headers,
        from: callerAddress(request, world.config),
        ownAddress: ownAddress(request, world.config),
        body,
        requestId,
      });
    },
  };
}

function asmxOf(world: World, door: Doorkeeper): Asmx {
  const { config } = world;
  const hasTestForm =
    config.soapTestForm === 'on' ||
    (config.soapTestForm === 'sandbox' && config.mode === 'sandbox');
  const settings = {
    namespace: config.soapNamespace,
    addressFor: (request: Request) => `${ownAddress(request, config)}/Service.asmx`,
    hasTestForm,
  };
  return createAsmx(methodsOf(world, door, serviceOperations), settings, world.log);
}

async function answer(
  { routes, asmx, others }: Doors,
  request: Request,
  requestId: string,
): Promise<Page> {
  const refused = refuseRequest(request);
  if (refused) return unread(asmx, request, refused);
  const path = pathOf(request.url!);
  if (isBelowAsmx(path)) return await asmx.answer(request, requestId);
  const other = others.find(({ below }) => below.some((start) => path.startsWith(start)));
  if (other) return await other.answer(request, requestId);
  const route = routes.get(path);
  if (!route) return refusalAnswer(new Refusal('unknown_operation'));
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method === route.method) return await route.answer(request, requestId);
  const allow = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
  return refusalAnswer(new Refusal('method_not_allowed', { allow }));
}

/** In the format of the interface that the address belongs to. */
function unread(
  asmx: Asmx,
  request: Request,
  { status, message }: { status: number; message: string },
): Answer {
  const { headers, ...refused } = isBelowAsmx(pathOf(request.url ?? ''))
    ? asmx.refuse(request, status, message)
    : jsonAnswer(status, failure(message));
  return { ...refused, headers: { ...headers, Connection: 'close' } };
}

function busy(asmx: Asmx, request: Request): Answer {
  const refusal = new Refusal('busy');
  const asked = refusalAnswer(refusal);
  if (!isBelowAsmx(pathOf(request.url ?? ''))) return asked;
  const { headers, ...refused } = asmx.refuse(request, refusal.status, refusal.message);
  return { ...refused, headers: { ...headers, 'Retry-After': asked.headers['Retry-After']! } };
}

function send(
  request: Request,
  response: Reply,
  { status, headers, body }: Page,
  common: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': headers['Cache-Control'] ?? 'no-store',
    ...common,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
