import {
  ApiError,
  type Membership,
  Quittance,
  type Session,
} from '../../../clients/typescript/src/index.ts';

import { attendedFetch } from './attended.ts';

export type { Membership, Session };

export type SessionBusiness = Membership['business'];
export type Right = Membership['rights'][number];

/** The calls of people about themselves. A code is good for one try, so nothing is tried again. */
export function sessionCalls({ antiForgery }: Pick<Session, 'antiForgery'>) {
  const own = { baseUrl: location.origin, fetch: attendedFetch, retries: 0 };
  return new Quittance({ ...own, session: { antiForgery } }).session;
}

/** Undefined: nobody is signed in. */
export async function readSession(): Promise<Session | undefined> {
  try {
    return await sessionCalls({ antiForgery: '' }).retrieve();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_authenticated') return undefined;
    throw error;
  }
}
