import { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../../kernel/refusal.ts';
import { byTurn } from '../../runtime/by-turn.ts';
import { type Checks, createChecks } from '../../runtime/readiness.ts';
import type { World } from '../../world.ts';
import { docsDoor } from '../docs/docs-door.ts';
import { defaultOperations, serviceOperations } from '../operations/index.ts';
import type { Page } from '../pages/page.ts';
import { createPages } from '../pages/pages.ts';
import { signInRoutes } from '../pages/sign-in-page.ts';
import { type Asmx, createAsmx } from '../soap/asmx.ts';
import { methodsOf } from '../soap/methods.ts';
import { createV1 } from '../v1/door.ts';
import { referenceRoutes } from '../v1/reference/routes.ts';
import { callerAddress, ownAddress } from './addresses.ts';
import { BodyFault, readBody } from './body.ts';
import { bodyLimits } from './body-limits.ts';
import { createDoorkeeper, type Doorkeeper } from './caller.ts';
import { createCarrierDoor } from './carrier-door.ts';
import { failure, jsonAnswer, refusalAnswer } from './envelope.ts';
import { frontPage } from './front-page.ts';
import { healthPaths, healthRoutes } from './health.ts';
import { refuseRequest } from './http-rules.ts';
import { jsonBinding } from './json-binding.ts';
import { openApi } from './openapi.ts';
import { isBelowAsmx, isBelowV1, pathOf } from './paths.ts';
import { labelOperation, type Reply, type Request, recordArrival } from './request.ts';
import { headersOfAll } from './safety-headers.ts';
import { siteDoors } from './site-doors.ts';
import { watchRequests } from './watch-requests.ts';

/** Connects sockets to operations. It walks the table of operations and names none. */
export function createHandler(world: World, checks: Checks = createChecks(world)) {
  const door = createDoorkeeper(world);
  const routes = routesOf(world, door, checks);
  const asmx = asmxOf(world, door);
  const v1 = createV1(world, door);
  const others: readonly Door[] = [v1, pageDoor(world), ...siteDoors, createCarrierDoor(world)];
  const { requests, telemetry } = world;
  const { measure, trace } = watchRequests(telemetry);
  const commonHeaders = headersOfAll(world.config, checks);

  const give = byTurn((given: Asked & { found: Page }) => {
    const { request, response, requestId, found, seconds } = given;
    leave(given);
    try {
      const rest = send(request, response, found, commonHeaders(requestId));
      measure(request, seconds(), found.status);
      rest?.catch((error: unknown) => {
        // Cut, so that no part looks whole.
        response.destroy();
        if (!isGone(error)) world.log.error('request.failed', { requestId, error });
      });
    } catch (error) {
      fail(given, error);
    }
  });
  const take = byTurn((asked: Asked) => {
    const { request, requestId } = asked;
    const work = () => answer({ routes, asmx, v1, others }, request, requestId);
    trace(request, requestId, work).then(
      (found) => give({ ...asked, found }),
      (error) => {
        leave(asked);
        fail(asked, error);
      },
    );
  });
  function fail({ request, response, requestId, seconds }: Asked, error: unknown): void {
    world.log.error('request.failed', { requestId, error });
    measure(request, seconds(), 500);
    response.destroy();
  }

  function leave({ hasSlot }: Asked): void {
    if (hasSlot) requests.underWay -= 1;
  }

  return (request: Request, response: Reply): void => {
    recordArrival(request, world.unreadSince());
    const requestId = world.uuid();
    // Health checks decide whether to end this process, so they are answered under full load too.
    const hasSlot = !isHealth(request);
    const seconds = telemetry.stopwatch();
    if (hasSlot && requests.underWay >= world.config.requestsInFlight) {
      const answered = busy({ asmx, v1 }, request, requestId);
      send(request, response, answered, commonHeaders(requestId));
      measure(request, seconds(), answered.status);
      return;
    }
    if (hasSlot) requests.underWay += 1;
    take({ request, response, requestId, hasSlot, seconds });
  };
}

function isHealth({ method, url }: Request): boolean {
  return method !== 'POST' && url !== undefined && healthPaths.has(pathOf(url));
}

type Asked = {
  readonly request: Request;
  readonly response: Reply;
  readonly requestId: string;
  /** Counts among the requests in flight. */
  readonly hasSlot: boolean;
  /** Since it arrived. */
  readonly seconds: () => number;
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
  readonly v1: V1;
  readonly others: readonly Door[];
};
type V1 = ReturnType<typeof createV1>;
type Route = {
  readonly method: 'GET' | 'POST';
  answer(request: Request, requestId: string): Promise<Page>;
};

function routesOf(world: World, door: Doorkeeper, checks: Checks): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>();
  for (const operation of defaultOperations) {
    // Legacy clients send these addresses in any letter case.
    const path = `/api/default/${operation.name.toLowerCase()}`;
    routes.set(path, { method: 'POST', answer: jsonBinding(world, door, operation) });
  }
  let description: Page | undefined;
  routes.set('/openapi.json', {
    method: 'GET',
    async answer() {
      description ??= jsonAnswer(200, openApi(world.config));
      return description;
    },
  });
  for (const [path, make] of referenceRoutes()) {
    routes.set(path, { method: 'GET', answer: async () => make() });
  }
  for (const [path, page] of signInRoutes) {
    routes.set(path, { method: 'GET', answer: async () => page });
  }
  routes.set('/docs', { method: 'GET', answer: docsDoor.answer });
  const front = frontPage(world.config);
  routes.set('/', { method: 'GET', answer: front });
  for (const [path, answer] of healthRoutes(checks)) {
    routes.set(path, {
      method: 'GET',
      answer(request) {
        labelOperation(request, 'health');
        return answer();
      },
    });
  }
  return routes;
}

/** Pages for people; only they accept forms. */
function pageDoor(world: World): Door {
  const pages = createPages(world);
  return {
    below: pages.below,
    async answer(request, requestId) {
      labelOperation(request, 'page');
      const body = await readBody(request, bodyLimits.form);
      const { headers } = request;
      if (body instanceof BodyFault) return pages.refuse(body, { target: request.url!, headers });
      return await pages.answer({
        method: request.method ?? 'GET',
        target: request.url!,
        headers,
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
  { routes, asmx, v1, others }: Doors,
  request: Request,
  requestId: string,
): Promise<Page> {
  const refused = refuseRequest(request);
  if (refused) return unread({ asmx, v1 }, request, requestId, refused);
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
  { asmx, v1 }: Pick<Doors, 'asmx' | 'v1'>,
  request: Request,
  requestId: string,
  { status, message }: { status: number; message: string },
): Page {
  const path = pathOf(request.url ?? '');
  const { headers, ...refused } = isBelowAsmx(path)
    ? asmx.refuse(request, status, message)
    : isBelowV1(path)
      ? v1.refuse(status, message, requestId)
      : jsonAnswer(status, failure(message));
  return { ...refused, headers: { ...headers, Connection: 'close' } };
}

function busy({ asmx, v1 }: Pick<Doors, 'asmx' | 'v1'>, request: Request, requestId: string): Page {
  const refusal = new Refusal('busy');
  const asked = refusalAnswer(refusal);
  const path = pathOf(request.url ?? '');
  if (isBelowV1(path)) return v1.refuseWith(refusal, requestId);
  if (!isBelowAsmx(path)) return asked;
  const { headers, ...refused } = asmx.refuse(request, refusal.status, refusal.message);
  return { ...refused, headers: { ...headers, 'Retry-After': asked.headers['Retry-After']! } };
}

/** Settles once an answer in pieces has been sent, or was cut. */
function send(
  request: Request,
  response: Reply,
  { status, headers, body }: Page,
  common: Readonly<Record<string, string>>,
): Promise<void> | undefined {
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, {
    ...headers,
    ...(isWhole && !isBodiless(status) && { 'Content-Length': Buffer.byteLength(body) }),
    'Cache-Control': headers['Cache-Control'] ?? 'no-store',
    ...common,
  });
  if (!isWhole && request.method !== 'HEAD') return sendPieces(response, body, isLive(headers));
  if (!isWhole) void body[Symbol.asyncIterator]().return?.();
  response.end(isWhole && request.method !== 'HEAD' ? body : undefined);
  return undefined;
}

function isLive(headers: Page['headers']): boolean {
  return headers['Content-Type']?.startsWith('text/event-stream') ?? false;
}

/** RFC 9110, 8.6: answers that have no body by definition do not state its length. */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

/** As fast as the caller takes them. */
async function sendPieces(
  response: Reply,
  pieces: AsyncIterable<string>,
  isLive: boolean,
): Promise<void> {
  const sink = response.inner ?? response;
  if (!(sink instanceof ServerResponse)) throw new Error('rows are sent by node:http only');
  const iterator = pieces[Symbol.asyncIterator]();
  // A pipeline notices a caller who left only when the next piece comes.
  const leave = () => void iterator.return?.();
  if (sink.destroyed) leave();
  else sink.once('close', leave);
  // Elsewhere a caller may close its sending side and wait; who listens has left.
  const { socket } = sink;
  if (isLive && socket) {
    socket.once('end', leave);
    sink.once('close', () => socket.off('end', leave));
  }
  await pipeline({ [Symbol.asyncIterator]: () => iterator }, sink);
}

/** True for an error of a caller that closes its connection before the end. */
function isGone(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
