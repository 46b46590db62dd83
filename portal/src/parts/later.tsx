import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Later<Props> = ComponentType<Props> & {
  /** Fetches its program, so that it is there when it is shown. */
  readonly load: () => Promise<void>;
};

/**
 * What is fetched when it is first shown: the first load of a screen has none of it. React's own `lazy` would show what
 * stands in its place for 300 ms at least.
 */
export function later<Props extends object>(
  fetched: () => Promise<ComponentType<Props>>,
  inItsPlace: ReactNode = <template className="bone" />,
): Later<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const load = async () => {
    Loaded ??= await fetched();
  };
  function Later(props: Props) {
    const [end, setEnd] = useState<{ readonly failed?: unknown }>();
    const isThere = Loaded !== undefined;
    useEffect(() => {
      // What was not there for this one may have come for another one meanwhile.
      if (!isThere)
        load().then(
          () => setEnd({}),
          (failed) => setEnd({ failed }),
        );
    }, []);
    if (end?.failed) throw end.failed;
    return Loaded ? <Loaded {...props} /> : inItsPlace;
  }
  return Object.assign(Later, { load });
}
