import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Shape } from './icon.tsx';

type Told = { readonly text: string; readonly href?: string };
type Toasts = { tell(told: Told): void };

const ToastsContext = createContext<Toasts>({ tell() {} });

export function useToasts(): Toasts {
  return useContext(ToastsContext);
}

/** Says what was done; never an error, which stays where it happened. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Told & { id: number }>();
  // Of one alone: whoever is removed is not left.
  const [held, setHeld] = useState<number>();
  const toast = useRef<HTMLParagraphElement>(null);
  // It makes room for what gets the focus under it.
  useEffect(() => {
    const makeRoom = ({ target }: FocusEvent) => {
      const over = toast.current?.getBoundingClientRect();
      if (!over || toast.current!.contains(target as Element)) return;
      const { left, right, top, bottom } = (target as Element).getBoundingClientRect();
      // A pane is seen beside it.
      if (bottom - top > over.bottom - over.top) return;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (x >= over.left && x <= over.right && y >= over.top && y <= over.bottom)
        setShown(undefined);
    };
    addEventListener('focusin', makeRoom);
    return () => removeEventListener('focusin', makeRoom);
  }, []);
  const toasts = useMemo(
    () => ({ tell: (told: Told) => setShown({ ...told, id: Date.now() }) }),
    [],
  );
  return (
    <ToastsContext value={toasts}>
      {children}
      <div className="toasts" role="status">
        {shown && (
          <p
            key={shown.id}
            ref={toast}
            className={held === shown.id ? 'toast' : 'toast leaves'}
            data-tone="good"
            onMouseEnter={() => setHeld(shown.id)}
            onMouseLeave={() => setHeld(undefined)}
            onFocus={() => setHeld(shown.id)}
            onBlur={() => setHeld(undefined)}
            onAnimationEnd={() => setShown(undefined)}
          >
            <Shape name="captured" />
            <span className="grow">{shown.text}</span>
            {shown.href !== undefined && <Link href={shown.href}>{t(common.open)}</Link>}
          </p>
        )}
      </div>
    </ToastsContext>
  );
}
