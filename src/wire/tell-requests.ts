import type { World } from '../world.ts';
import type { Reply, Request } from './request.ts';

type Handler = (request: Request, response: Reply) => void;

/** With LOG_LEVEL=debug a line for every request that was answered; else the handler as it is. */
export function tellRequests(
  world: Pick<World, 'config' | 'log' | 'now'>,
  handler: Handler,
): Handler {
  const { config, log, now } = world;
  if (config.logLevel !== 'debug') return handler;
  return (request, response) => {
    const begun = now().getTime();
    handler(request, {
      writeHead(status, headers) {
        log.debug('request.answered', {
          requestId: headers['X-Request-Id'],
          method: request.method,
          path: shownPath(request.url ?? ''),
          status,
          durationMs: now().getTime() - begun,
        });
        return response.writeHead(status, headers);
      },
      end: (body) => response.end(body),
      destroy: () => response.destroy(),
    });
  };
}

/**
 * As much of it as says where a request went. A link to pay is a secret, and an address may be mistyped: so only
 * names of letters are shown, and nothing behind the first thing that is none.
 */
function shownPath(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  const shown: string[] = [];
  for (const part of path.split('/').slice(1, 5)) {
    if (!/^[A-Za-z][A-Za-z.-]{0,39}$/.test(part)) {
      if (part !== '') shown.push('…');
      break;
    }
    shown.push(part);
    if (isPrivateBelow.test(part)) {
      shown.push('…');
      break;
    }
  }
  return `/${shown.join('/')}`;
}

/** What follows one of these is the whole of what somebody has to know. */
const isPrivateBelow = /^(?:pay|form|carriers)$/i;
