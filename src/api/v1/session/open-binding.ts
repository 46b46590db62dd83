import { Refusal } from '../../../kernel/refusal.ts';
import { isProvedAt } from '../../../parties/sign-in/session.ts';
import type { SignIn } from '../../../parties/sign-in/sign-in.ts';
import type { World } from '../../../world.ts';
import { callerAddress, ownAddress } from '../../http/addresses.ts';
import type { Request } from '../../http/request.ts';
import type { Page } from '../../pages/page.ts';
import { conditionsOf } from '../conditions.ts';
import { faultProblem, problemAnswer } from '../problem.ts';
import { startReading } from '../reading.ts';
import { bodyOf, bytesOf, paramsOf, queryOf } from '../request-parts.ts';
import { namesIn } from '../router.ts';
import { tokenIn } from './cookie.ts';
import type { OpenCall, OpenEndpoint } from './open-endpoint.ts';
import { isAttended, refuseForeign, visitorOf } from './session-caller.ts';

/** Carries out calls of people who sign in or are signed in. */
export function openBinding(world: World, signIn: SignIn, endpoint: OpenEndpoint) {
  const { config } = world;
  const described = endpoint as never;
  const names = namesIn(endpoint.path);

  return async (request: Request, values: readonly string[], requestId: string): Promise<Page> => {
    const where = { publicUrl: config.publicUrl, requestId };
    try {
      const call = await callOf(request, values);
      const answer = await endpoint.handle(world, call);
      const type = { 'Content-Type': 'application/json; charset=utf-8' };
      const { body, headers } = answer!;
      const status = endpoint.status ?? 200;
      return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
    } catch (error) {
      if (!(error instanceof Refusal)) {
        world.log.error('request.failed', { requestId, operation: endpoint.id, error });
        return faultProblem(where);
      }
      const { code, status } = error;
      world.log.info('request.refused', { requestId, operation: endpoint.id, code, status });
      return problemAnswer(error, where);
    }
  };

  async function callOf(request: Request, values: readonly string[]): Promise<OpenCall> {
    const bytes = await bytesOf(request, described);
    const address = ownAddress(request, config);
    const isSecure = address.startsWith('https:');
    const token = tokenIn(request, isSecure);
    const visitor =
      token === undefined
        ? undefined
        : await visitorOf(world, token, { isActive: isAttended(request) });
    judge(request, token, visitor);
    const reading = startReading({ environment: config.mode });
    const raw = bodyOf(bytes, described);
    // None of these has versions: a condition that would compare nothing is refused.
    conditionsOf(described, request, reading);
    // Nor does any of them take a parameter: one that would do nothing is refused.
    queryOf(described, request.url!, reading);
    const call = {
      params: paramsOf(described, names, values, reading),
      body: endpoint.body?.read(raw, '', reading),
      browser: browserOf(request),
      ...{ address, isSecure, signIn, visitor },
    };
    reading.end();
    return call as OpenCall;
  }

  function judge(request: Request, token: string | undefined, visitor: OpenCall['visitor']): void {
    if (endpoint.needs === 'nothing') {
      refuseForeignPage(request);
      return;
    }
    if (!visitor) throw new Refusal('not_authenticated');
    refuseForeign(request, token!);
    if (endpoint.needs === 'session') return;
    if (visitor.session.stage !== 'whole') throw new Refusal('code_required');
    if (endpoint.needs === 'proof' && !isProvedAt(visitor.session, world.now()))
      throw new Refusal('proof_required');
  }

  function browserOf(request: Request) {
    const name = String(request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '');
    return { address: callerAddress(request, config), name };
  }
}

/** A foreign page must not sign anybody in. */
function refuseForeignPage({ headers }: Request): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw new Refusal('foreign_page');
}
