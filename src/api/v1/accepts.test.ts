import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prefersCsv } from './accepts.ts';

test('rows are sent as CSV to who prefers it to JSON, by weights and exactness', () => {
  for (const accept of [
    'text/csv',
    'Text/CSV; charset=utf-8',
    'text/*',
    'text/csv, */*',
    'application/json;q=0.5, text/csv',
    'text/csv;q=0.2, application/json;q=0.1',
    'text/csv;q=0.001',
    'text/csv;q=0.5, */*;q=0.1',
    'application/json;q=0, text/csv',
  ]) {
    assert.equal(prefersCsv(accept), true, accept);
  }
  for (const accept of [
    '',
    '*/*',
    'application/json',
    'application/json, text/csv',
    'application/json, text/csv;q=0',
    'text/csv;q=0',
    'text/csv;q=0.0, text/*',
    'text/csv ; q = 0.4, application/json;q=0.5',
    'text/csvx',
    'text/html, application/xhtml+xml, */*;q=0.8',
  ]) {
    assert.equal(prefersCsv(accept), false, accept);
  }
});
