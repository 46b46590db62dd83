import { byTurn } from '../base/by-turn.ts';
import { Refusal } from '../base/refusal.ts';
import { defaultOperations, serviceOperations } from '../operations/index.ts';
import type { Page } from '../pages/page.ts';
import { createPages } from '../pages/pages.ts';
import type { World } from '../world.ts';
import { callerAddress, ownAddress } from './addresses.ts';
import { type Asmx, createAsmx, isBelowAsmx } from './asmx/asmx.ts';
import { methodsOf } from './asmx/methods.ts';
import { BodyFault, readBody } from './body.ts';
import { createDoorkeeper, type Doorkeeper } from './caller.ts';
import { createCarrierDoor } from './carrier-door.ts';
import { type Answer, failure, jsonAnswer, refusalAnswer } from './envelope.ts';
import { refuseRequest } from './http-rules.ts';
import { type Binding, jsonBinding } from './json-binding.ts';
import { openApi } from './openapi.ts';
import type { Reply, Request } from './request.ts';

/**
 * From a socket to an operation and back. It walks the table of operations and names none. Health says
 * "ready" only when the caller does.
 */
export function createHandler(world: World, isReady = () => true) {
  const door = createDoorkeeper(world);
  const routes = routesOf(world, door, isReady);
  const asmx = asmxOf(world, door);
  const others: readonly Door[] = [pageDoor(world), createCarrierDoor(world)];
  const { requests } = world;

  const give = byTurn(({ request, response, requestId, found }: Asked & { found: Page }) => {
    requests.underWay -= 1;
    try {
      send(request, response, requestId, found);
    } catch (error) {
      fail(response, requestId, error);
    }
  });
  const take = byTurn((asked: Asked) => {
    const { request, response, requestId } = asked;
    answer({ routes, asmx, others }, request, requestId).then(
      (found) => give({ ...asked, found }),
      (error) => {
        requests.underWay -= 1;
        fail(response, requestId, error);
      },
    );
  });
  function fail(response: Reply, requestId: string, error: unknown): void {
    world.log.error('request.failed', { requestId, error });
    response.destroy();
  }

  return (request: Request, response: Reply): void => {
    const requestId = world.uuid();
    if (requests.underWay >= world.config.requestsInFlight) {
      send(request, response, requestId, busy(asmx, request));
      return;
    }
    requests.underWay += 1;
    take({ request, response, requestId });
  };
}

type Asked = {
  readonly request: Request;
  readonly response: Reply;
  readonly requestId: string;
};
/** What has addresses of its own below a path, and answers there in a form of its own. */
export type Door = {
  /** In lower case, with a slash at its end. */
  readonly below: readonly string[];
  answer(request: Request, requestId: string): Promise<Page>;
};
type Doors = {
  readonly routes: ReadonlyMap<string, Route>;
  readonly asmx: Asmx;
  readonly others: readonly Door[];
};
type Route = { readonly method: 'GET' | 'POST'; readonly answer: Binding };

function routesOf(
  world: World,
  door: Doorkeeper,
  isReady: () => boolean,
): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>();
  for (const operation of defaultOperations) {
    // Matched in any letter case, as the callers of such addresses are used to.
    const path = `/api/default/${operation.name.toLowerCase()}`;
    routes.set(path, { method: 'POST', answer: jsonBinding(world, door, operation) });
  }
  const description = jsonAnswer(200, openApi(world.config));
  routes.set('/openapi.json', { method: 'GET', answer: async () => description });
  routes.set('/health', { method: 'GET', answer: () => health(world, isReady()) });
  return routes;
}

/** Pages for people; they read forms, which no other address takes. */
function pageDoor(world: World): Door {
  const pages = createPages(world);
  return {
    below: pages.below,
    async answer(request, requestId) {
      const body = await readBody(request, pages.mostBodyBytes);
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

function pathOf(target: string): string {
  const query = target.indexOf('?');
  const sent = (query === -1 ? target : target.slice(0, query)).toLowerCase();
  // Callers paste a base URL with the slash at its end before a path that begins with one.
  const path = sent.replace(/^\/{2,}/, '/');
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** In the form of whichever interface the address belongs to. */
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

/** Ready means that the start is over, the database answers and the vault is open. */
async function health(world: World, isReady: boolean): Promise<Answer> {
  if (!isReady) return jsonAnswer(503, { status: 'starting' }, { 'Retry-After': '1' });
  try {
    // Ids are drawn aside: a payment needs both.
    await Promise.all([world.db.query('select 1'), world.db.aside.query('select 1')]);
    if (!world.vault.standing().isShut) return jsonAnswer(200, { status: 'ready' });
    return jsonAnswer(
      503,
      { status: 'the keys of the vault do not open' },
      { 'Retry-After': '30' },
    );
  } catch {
    return jsonAnswer(503, { status: 'the database does not answer' }, { 'Retry-After': '2' });
  }
}

function send(
  request: Request,
  response: Reply,
  requestId: string,
  { status, headers, body }: Page,
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': headers['Cache-Control'] ?? 'no-store',
    'X-Request-Id': requestId,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
