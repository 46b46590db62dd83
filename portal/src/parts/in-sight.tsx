import { type ReactNode, useEffect, useRef } from 'react';

/** The end of a form: when a notice appears in it, it is scrolled so that notice and button are both seen. */
export function InSight({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isFirst = true;
    const observer = new ResizeObserver(() => {
      if (!isFirst) element.current?.scrollIntoView({ block: 'nearest' });
      isFirst = false;
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} className="stack in-sight">
      {children}
    </div>
  );
}
