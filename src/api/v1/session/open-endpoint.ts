import type { Browser, SignIn } from '../../../parties/sign-in/sign-in.ts';
import type { World } from '../../../world.ts';
import { type Endpoint, endpoint, type OpenNeeds, type Result } from '../endpoint.ts';
import type { Properties, Shape } from '../shape.ts';
import type { Visitor } from './session-caller.ts';

/** A call of a person who signs in or is signed in, and of no business. */
export type OpenCall<P = Properties, B = unknown> = {
  readonly params: { readonly [K in keyof P]: string };
  readonly body: B;
  readonly browser: Browser;
  readonly isSecure: boolean;
  /** The service's address as the browser sees it, without a slash at its end. */
  readonly address: string;
  readonly signIn: SignIn;
  /** The signed-in owner of the browser; undefined: nobody is signed in. */
  readonly visitor: Visitor | undefined;
};

export type OpenEndpoint = Omit<Endpoint, 'handle'> & {
  readonly needs: OpenNeeds;
  handle(world: World, call: OpenCall): Promise<Result<unknown> | undefined>;
};

type Draft<P extends Properties, B, A> = Pick<
  Endpoint,
  'id' | 'method' | 'path' | 'doc' | 'status'
> & {
  readonly refuses?: Endpoint['refuses'];
  readonly needs: OpenNeeds;
  readonly params?: P;
  readonly body?: Shape<B>;
  readonly answer?: Shape<A>;
  handle(world: World, call: OpenCall<P, B>): Promise<Result<A> | undefined>;
};

export function openEndpoint<
  P extends Properties = Record<never, never>,
  B = undefined,
  A = undefined,
>({ needs, ...draft }: Draft<P, B, A>): OpenEndpoint {
  const described = endpoint({ ...draft, right: 'read' } as never);
  return { ...described, needs } as unknown as OpenEndpoint;
}
