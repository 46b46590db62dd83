import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from './show-progress.ts';

function watched(t: { after(work: () => void): void }, isTTY: boolean, columns = 80) {
  let at = 0;
  let text = '';
  const to = {
    isTTY,
    columns,
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
  assert.equal(written(), '', 'what is over within two seconds tells nothing');
  secondsPass(1);
  progress.step('ledger_differs', 2, 3);
  secondsPass(1);
  const drawn =
    'reconcile: step 1 of 3, book, 2000 done, 1000/s, after 2 s\r\x1b[2K' +
    'reconcile: step 2 of 3, ledger_differs, after 3 s';
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

test('a step whose work is known shows how much is done, its rate and the time left', (t) => {
  const { progress, secondsPass, written } = watched(t, false);
  secondsPass(9);
  progress.step('files', 1, 2, 2_000_000);
  progress.did(500_000);
  secondsPass(1);
  const begun = 'restore: step 1 of 2, 25%, 3 s left, files, 500K of 2M, 500K/s, after 10 s\n';
  assert.equal(written().replace('reconcile', 'restore'), begun);
  progress.did(3_000_000);
  secondsPass(10);
  assert.match(written(), /, 100%, 0 s left, files, 3\.5M of 2M, \S+\/s, after 20 s\n$/);
});

test('long durations are told in minutes and hours', (t) => {
  const { progress, secondsPass, written } = watched(t, false);
  progress.step('rows', 1, 1, 1_000_000);
  progress.did(1);
  secondsPass(10);
  assert.match(written(), /2778 h left, .* 0\.1\/s, after 10 s\n$/);
  secondsPass(170);
  assert.match(written(), /after 3 min\n$/);
});

test('the line is no wider than the terminal, and what has no room is left out whole', (t) => {
  const { progress, secondsPass, written } = watched(t, true);
  progress.step('migrations', 2, 2, 320);
  progress.part('0038_card_testing');
  progress.did(120);
  secondsPass(2);
  assert.equal(
    written(),
    'reconcile: step 2 of 2, 37%, 3 s left, migrations, at 0038_card_testing, 60/s',
  );
});

test('a narrow terminal shows the step, how much of it is done and the time left', (t) => {
  const { progress, secondsPass, written } = watched(t, true, 48);
  progress.step('subscriptions_of_businesses', 12, 66, 320);
  progress.did(120);
  secondsPass(2);
  assert.equal(written(), 'reconcile: step 12 of 66, 37%, 3 s left, 60/s');
});

test('elsewhere the part that is worked on is named', (t) => {
  const { progress, secondsPass, written } = watched(t, false);
  progress.step('migrations', 2, 2);
  progress.part('0038_card_testing');
  secondsPass(10);
  assert.match(written(), /migrations, at 0038_card_testing, after 10 s\n$/);
});
