import { useEffect, useRef, useState } from 'react';

const everyMs = 10_000;

/** Tells screen readers what changes by itself, politely and at most every ten seconds. */
export function Announcer({ text }: { text: string }) {
  const [told, setTold] = useState('');
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === told) return;
    const tell = () => {
      toldAt.current = performance.now();
      setTold(text);
    };
    const timer = setTimeout(tell, toldAt.current + everyMs - performance.now());
    return () => clearTimeout(timer);
  }, [text, told]);
  return (
    <span className="unseen" role="status">
      {told}
    </span>
  );
}
