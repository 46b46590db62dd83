/**
 * Hands over at the end of the event loop's turn, one after another, all that came in during it: many pieces
 * of the same work in a row find the processor's caches warm, and cost half of what they do when each
 * waits between two calls of the system. There is no timer: who is alone waits for nobody.
 */
export function byTurn<T>(work: (item: T) => void): (item: T) => void {
  let waiting: T[] = [];

  return (item) => {
    waiting.push(item);
    if (waiting.length > 1) return;
    setImmediate(() => {
      const items = waiting;
      waiting = [];
      for (const one of items) work(one);
    });
  };
}
