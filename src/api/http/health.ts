import type { Checks, Obstacle } from '../../runtime/readiness.ts';
import { program, version } from '../../runtime/version.ts';
import { type Answer, jsonAnswer } from './envelope.ts';

export const healthPaths: ReadonlySet<string> = new Set([
  '/health',
  '/livez',
  '/readyz',
  '/version',
]);

/** The addresses at which programs ask about this process; none needs a key. */
export function healthRoutes(checks: Checks): ReadonlyMap<string, () => Promise<Answer>> {
  return new Map([
    ['/health', async () => standing(await checks.health())],
    ['/readyz', async () => standing(await checks.ready())],
    // Asks for nothing: to end a process helps no database.
    ['/livez', async () => jsonAnswer(200, { status: 'alive' })],
    ['/version', async () => jsonAnswer(200, program)],
  ]);
}

function standing(obstacle: Obstacle): Answer {
  if (!obstacle) return jsonAnswer(200, { status: 'ready', version });
  const { status, retryAfterSeconds } = obstacle;
  return jsonAnswer(503, { status, version }, { 'Retry-After': String(retryAfterSeconds) });
}
