import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ConnectionError } from '../../../clients/typescript/src/index.ts';
import { Fault } from './show.tsx';

type Later<Props> = ComponentType<Props> & {
  /** Fetches its program, so that it is there when it is shown. */
  readonly load: () => Promise<void>;
};

/**
 * What is fetched when it is first shown: the first load of a screen has none of it. React's own `lazy` would show what
 * stands in its place for 300 ms at least. Where something stands in its place, that fails with it; a part without, such
 * as a dialog over what somebody typed, says so and is fetched again.
 */
export function later<Props extends object>(
  fetched: () => Promise<ComponentType<Props>>,
  inItsPlace?: ReactNode,
): Later<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const load = async () => {
    Loaded ??= await fetched();
  };
  function Later(props: Props) {
    const [end, setEnd] = useState<{ readonly failed?: ConnectionError }>();
    const isThere = Loaded !== undefined;
    const ask = () => {
      setEnd(undefined);
      load().then(
        () => setEnd({}),
        (cause) => setEnd({ failed: new ConnectionError(cause, undefined) }),
      );
    };
    useEffect(() => {
      // What was not there for this one may have come for another one meanwhile.
      if (!isThere) ask();
    }, []);
    if (Loaded) return <Loaded {...props} />;
    if (!end?.failed) return inItsPlace ?? <template className="bone" />;
    if (inItsPlace !== undefined) throw end.failed;
    return <Fault error={end.failed} retry={ask} />;
  }
  return Object.assign(Later, { load });
}
