import type { Membership, Session } from '../../../clients/typescript/src/index.ts';

export type { Membership, Session };

export type SessionBusiness = Membership['business'];
export type Right = Membership['rights'][number];

type Problem = {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
};

/** A refusal of a call below /v1/session. */
class SessionProblem extends Error {
  readonly code: string | undefined;

  constructor({ code, detail, errors }: Problem) {
    super(errors?.map(({ message }) => message).join(' ') || detail || '');
    this.code = code;
  }
}

let antiForgery = '';

export async function callSession<T = Session>(
  method: string,
  path = '',
  body?: unknown,
): Promise<T> {
  const headers: Record<string, string> = { 'X-Anti-Forgery': antiForgery };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`/v1/session${path}`, { method, headers, ...sent });
  const told = await answer.json();
  if (!answer.ok) throw new SessionProblem(told);
  if (told.antiForgery) antiForgery = told.antiForgery;
  return told;
}

/** Undefined: nobody is signed in. */
export async function readSession(): Promise<Session | undefined> {
  try {
    return await callSession('GET');
  } catch (error) {
    if (error instanceof SessionProblem && error.code === 'not_authenticated') return undefined;
    throw error;
  }
}
