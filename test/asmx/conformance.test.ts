import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atEnd } from '../scope.ts';
import { deviations } from './deviations.ts';
import { type Heard, startEcho } from './echo-server.ts';
import { folded } from './foldings.ts';
import { noRecordings, recorded } from './recorded-wsdl.ts';
import { type Recording, readRecordings, standIns } from './recordings.ts';

const recordings = readRecordings();

let echo: Awaited<ReturnType<typeof startEcho>>;
before(async () => {
  echo = await startEcho();
});
atEnd({ after }, () => echo.close());

for (const recording of recordings) {
  test(recording.name, async () => {
    const answer = await echo.ask(recording.asked);
    if (recording.answered.body === standIns.hostPage) assertHostPage(answer, recording);
    else assert.equal(folded(answer), expected(recording));
  });
}

test('the recordings are there, and every deviation names one of them', {
  skip: noRecordings,
}, () => {
  assert.ok(recordings.length >= 109, `only ${recordings.length}`);
  const names = deviations.map(({ recording }) => recording);
  assert.deepEqual([...new Set(names)], names);
  for (const { recording, recorded, ours } of deviations) {
    const found = recordings.find(({ name }) => name === recording);
    assert.ok(found, `${recording} is not there: take it out of the deviations`);
    assert.equal(folded(found.answered).split(recorded).length, 2, `${recording}: ${recorded}`);
    assert.notEqual(ours, recorded, `${recording} does not deviate`);
  }
});

test('nothing was logged as an error', () => {
  assert.deepEqual(echo.troubles, []);
});

/** As recorded, but for a deviation that is listed. */
function expected({ name, answered }: Recording): string {
  const body = answered.body === standIns.wsdl ? recorded('Service.wsdl') : answered.body;
  const text = folded({ ...answered, body });
  const deviation = deviations.find(({ recording }) => recording === name);
  return deviation ? text.replace(deviation.recorded, () => deviation.ours) : text;
}

/** A page of the host, not of the web services: only its status and message were promised. */
function assertHostPage({ status, headers, body }: Heard, { asked, answered }: Recording): void {
  assert.equal(status, answered.status);
  assert.equal(headers.get('cache-control'), answered.headers.get('cache-control'));
  assert.match(headers.get('content-type') ?? '', /^text\/html\b/);
  if (asked.line.startsWith('HEAD ')) return;
  const ending = /\/Service\.asmx(\/\w*)/.exec(asked.line)?.[1];
  const place = ending ? ` for URL unexpectedly ending in '${ending}'` : '';
  const page = body.replaceAll(/&#39;|&#x27;|&apos;/g, "'");
  assert.ok(page.includes(`<title>Request format is unrecognized${place}.</title>`), body);
  assert.ok(body.includes("Server Error in '/' Application."), body);
  assert.ok(body.length < 2_000, 'a short page is enough');
}
