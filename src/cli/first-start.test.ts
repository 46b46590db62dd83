import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { welcome } from './first-start.ts';

const config = readConfig({ QUITTANCE_DATA: '/data' });
const start = {
  config,
  baseUrl: 'http://127.0.0.1:8080',
  first: { businessId: 100001n, username: '100001', apiKey: 'a secret key' },
  signInLink: 'http://127.0.0.1:8080/sign-in/link#secret',
};

test('the first key and the link that signs in are shown on a terminal, and nowhere else', () => {
  const shown = welcome({ ...start, isTerminal: true });
  assert.match(shown, /Username {2}100001\n {2}APIKey {4}a secret key\n/);
  assert.match(shown, /curl -u '100001:a secret key'/);
  assert.match(shown, /link#secret\n/);
  const kept = welcome({ ...start, isTerminal: false });
  assert.doesNotMatch(kept, /secret/);
  assert.match(kept, /user login-link --business 100001 --email operator@example\.com\n/);
  assert.match(kept, /are in \/data\/first-start\.json/);
});
