import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from './show-progress.ts';

function watched(t: { after(work: () => void): void }, isTTY: boolean) {
  let at = 0;
  let text = '';
  const to = {
    isTTY,
    write: (more: string) => {
      text += more;
    },
  };
  const progress = showProgress('reconcile', { to, now: () => new Date(at) });
  t.after(progress.end);
  return {
    progress,
    secondsPass(seconds: number) {
      for (let n = 1; n <= seconds; n += 1) {
        at += 1000;
        progress.tick();
      }
    },
    written: () => text,
  };
}

test('on a terminal, one line is written anew each second, and makes room for what is printed', (t) => {
  const { progress, secondsPass, written } = watched(t, true);
  progress.step('book', 1, 3);
  progress.did(2000);
  secondsPass(1);
  progress.step('ledger_differs', 2, 3);
  secondsPass(1);
  const drawn =
    'reconcile: step 1 of 3, book, 2000 done, 2000/s, after 1 s\r\x1b[2K' +
    'reconcile: step 2 of 3, ledger_differs, after 2 s';
  assert.equal(written(), drawn);
  progress.clear();
  progress.clear();
  assert.equal(written(), `${drawn}\r\x1b[2K`);
});

test('elsewhere a plain line is written every ten seconds, and none by what is over sooner', (t) => {
  const { progress, secondsPass, written } = watched(t, false);
  progress.step('book', 1, 3);
  secondsPass(9);
  assert.equal(written(), '');
  secondsPass(12);
  progress.end();
  assert.equal(
    written(),
    'reconcile: step 1 of 3, book, after 10 s\nreconcile: step 1 of 3, book, after 20 s\n',
  );
});

test('a step whose work is known shows a bar, its rate and the time left', (t) => {
  const { progress, secondsPass, written } = watched(t, false);
  secondsPass(9);
  progress.step('files', 1, 2, 2_000_000);
  progress.did(500_000);
  secondsPass(1);
  const begun =
    'restore: step 1 of 2, files [#####---------------] 25%, 500K of 2M, 500K/s, 3 s left, after 10 s\n';
  assert.equal(written().replace('reconcile', 'restore'), begun);
  progress.did(3_000_000);
  secondsPass(10);
  assert.match(written(), /\[#{20}\] 100%, 3\.5M of 2M, \S+\/s, 0 s left, after 20 s\n$/);
});

test('long durations are told in minutes and hours', (t) => {
  const { progress, secondsPass, written } = watched(t, false);
  progress.step('rows', 1, 1, 1_000_000);
  progress.did(1);
  secondsPass(10);
  assert.match(written(), /0\.1\/s, 2778 h left, after 10 s\n$/);
  secondsPass(170);
  assert.match(written(), /after 3 min\n$/);
});
