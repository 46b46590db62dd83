import { useEffect, useState } from 'react';
import { t } from '../words/language.ts';
import { terminal as words } from '../words/terminal.ts';
import { Note } from './show.tsx';

/** While the bank is asked: that it takes its time, how long it took so far, and what must not be done meanwhile. */
export function BankWait() {
  const seconds = useSeconds();
  // Most answers are there before anybody could read this.
  if (seconds === 0) return null;
  return (
    <div role="status">
      <Note tone="move" isWorking title={t(words.askingTitle)}>
        <p>{t(words.askingText)}</p>
        <p className="soft small digits" aria-hidden="true">
          {t(words.askingFor(seconds))}
        </p>
      </Note>
    </div>
  );
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
