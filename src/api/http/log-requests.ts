import type { World } from '../../world.ts';
import type { Reply, Request } from './request.ts';

type Handler = (request: Request, response: Reply) => void;

/** With LOG_LEVEL=debug logs a line for every answered request; otherwise returns the handler unchanged. */
export function logRequests(
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
      inner: response,
    });
  };
}

/**
 * The loggable part of a path. A pay link is a secret, and an address may be mistyped, so only alphabetic segments are
 * shown, up to the first other one.
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

/** The segment after one of these is a secret. */
const isPrivateBelow = /^(?:pay|form|carriers)$/i;
