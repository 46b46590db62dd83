import { useState } from 'react';

/**
 * The row that keys act on, by its id, so that it stays the same when others come before it. Undefined: the first one.
 * Another view begins at its first.
 */
export function useCursor(view: string, start: string | undefined) {
  const [cursor, setCursor] = useState({ view, id: start });
  const put = (id: string | undefined) => setCursor({ view, id });
  return [cursor.view === view ? cursor.id : undefined, put] as const;
}
