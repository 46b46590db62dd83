/** Who is signed in, as /v1/session tells it. Those endpoints are for pages of the service alone, so no client has them. */
export type Session = {
  readonly id: string;
  readonly stage: 'password' | 'whole';
  readonly email: string;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly mustSetSecondFactor: boolean;
  readonly antiForgery: string;
  readonly provedUntil: string;
  readonly endsAt: string;
  readonly memberships: readonly Membership[];
};

export type Membership = {
  readonly userId: string;
  readonly name: string;
  readonly role: string;
  readonly rights: readonly Right[];
  readonly business: SessionBusiness;
};

export type SessionBusiness = {
  readonly id: string;
  readonly name: string;
  readonly environment: 'sandbox' | 'live';
  readonly status: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly isRoot: boolean;
  /** What its clock shows: the time machine may have moved it. */
  readonly now: string;
};

export type Right = 'read' | 'charge' | 'refund' | 'approve' | 'administer' | 'operate';

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
