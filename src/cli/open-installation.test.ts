import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logOf } from './open-installation.ts';

function written(isTTY: boolean): string {
  let all = '';
  const log = logOf({ logLevel: 'info' }, { isTTY, write: (text) => (all += text) });
  log.info('database.migrated', { count: 64, migration: '0064_\u001b[2J' });
  log.flush();
  return all;
}

test('a terminal gets the log as lines for people, and everything else as it is', () => {
  assert.equal(JSON.parse(written(false)).event, 'database.migrated');
  assert.match(
    written(true),
    /^\d\d:\d\d:\d\d {2}info {3}database\.migrated {2}count=64 {2}migration=0064_\\u001b\[2J\n$/,
  );
});
