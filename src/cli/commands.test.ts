import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from './index.ts';

const usages = Object.entries(commands).map(([name, { usage = '' }]) => [name, usage] as const);

test('every command that names an object of a business takes BUSINESS/ID, or ID with --business', () => {
  const naming = usages.filter(([, usage]) => usage.includes('BUSINESS/ID'));
  assert.ok(naming.length > 25, `${naming.length} commands`);
  for (const [name, usage] of naming) assert.match(usage, /--business ID\|USERNAME/, name);
});

test('no command names an object or a business in another form', () => {
  const others =
    /(?:^|[ [])(?!BUSINESS\/ID)[A-Z]+\/[A-Z]+\b|(?<!BUSINESS\/|--origin )\bID\b(?!\|USERNAME)/;
  for (const [name, usage] of usages) assert.doesNotMatch(usage, others, name);
});

test('every list that can grow has the same words for its pages and says its order', () => {
  const whole = [
    'plan list',
    'business-type list',
    'lead-form list',
    'webhooks list',
    'processor list',
    'risk list',
    'profile list',
  ];
  const others = ['webhooks log', 'ach files', 'ach entries', 'ach returns'];
  for (const [name, { doc, usage = '' }] of Object.entries(commands)) {
    assert.doesNotMatch(usage, /--after/, name);
    if ((!name.endsWith(' list') && !others.includes(name)) || whole.includes(name)) continue;
    assert.match(usage, /\[--before (?:BUSINESS\/ID|ID\|USERNAME)\] \[--limit N\]/, name);
    assert.match(doc, /, the newest first\. Shows 100 rows unless --limit says otherwise/, name);
  }
});
