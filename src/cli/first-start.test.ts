import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { firstCalls, welcome } from './first-start.ts';

const config = readConfig({ QUITTANCE_DATA: '/data' });
const start = {
  config,
  baseUrl: 'http://127.0.0.1:8080',
  first: { businessId: 100001n, username: '100001', apiKey: 'a-secret-key' },
  signInLink: 'http://127.0.0.1:8080/sign-in/link#secret',
};

test('the first key and the link that signs in are shown on a terminal, and nowhere else', () => {
  const shown = welcome({ ...start, isTerminal: true });
  assert.match(shown, /Username {2}100001\n {2}APIKey {4}a-secret-key\n/);
  assert.match(shown, /\ncurl \S+ -u 100001:a-secret-key /);
  assert.match(shown, /link#secret\n/);
  const kept = welcome({ ...start, isTerminal: false });
  assert.doesNotMatch(kept, /secret/);
  assert.match(kept, /user login-link --business 100001 --email operator@example\.com\n/);
  assert.match(kept, /are in \/data\/first-start\.json/);
  assert.match(kept, /\ncurl \S+ -u USERNAME:APIKEY /);
});

test('what is shown fits a page of a terminal, but for the link and the lines to paste', () => {
  for (const isTerminal of [true, false]) {
    const lines = welcome({ ...start, isTerminal }).split('\n');
    assert.ok(lines.length <= 30, `${lines.length} lines`);
    const pasted = firstCalls(config, start.baseUrl, {
      username: isTerminal ? '100001' : 'USERNAME',
      apiKey: isTerminal ? 'a-secret-key' : 'APIKEY',
    });
    for (const call of pasted) assert.ok(lines.includes(call), 'each is one line');
    const others = lines.filter(
      (line) => !line.startsWith('curl ') && !line.includes('user login-link'),
    );
    for (const line of others) assert.ok(line.length <= 80, line);
  }
});
