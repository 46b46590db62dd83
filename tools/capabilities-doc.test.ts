import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayNames } from '../src/kernel/gateway-names.ts';
import { allProcessors, capabilitiesDoc } from './capabilities-doc.ts';

test('the matrix has a column for each processor, and a row for each capability', (t) => {
  const page = capabilitiesDoc();
  const [head, , ...rows] = page.split('\n').filter((line) => line.startsWith('|'));
  const columns = ['', 'simulated bank', ...gatewayNames];
  assert.deepEqual(cellsOf(head!), columns);
  for (const row of rows) assert.equal(cellsOf(row).length, columns.length, row);
  for (const line of [head!, ...rows]) t.diagnostic(line);
});

test('what a processor declares and what it has do not differ', () => {
  for (const [name, processor] of allProcessors()) {
    const { can, tokenize, updateToken, settledRows, closeBatch, inquireBatch } = processor;
    const isManual = can.batches === 'manual';
    assert.deepEqual([!!closeBatch, !!inquireBatch], [isManual, isManual], `${name}: batches`);
    assert.equal(!!can.cancelByReference, processor.cancel !== undefined, `${name}: cancel`);
    assert.equal(can.customerSearch, processor.findCustomer !== undefined, `${name}: customers`);
    assert.equal(can.tokens !== false, tokenize !== undefined, `${name}: tokens`);
    if (updateToken) assert.ok(can.tokens, `${name}: changes tokens and keeps none`);
    assert.equal(can.batches === 'automatic', settledRows !== undefined, `${name}: settled rows`);
  }
});

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
