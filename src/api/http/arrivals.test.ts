import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createArrivals } from './arrivals.ts';

/** Arrivals on named connections, and the names of those that were dropped. */
function open({ inAll = 100, perAddress = 100, bytes = 1000 } = {}) {
  const sockets = new Map<string, Socket>();
  const dropped: string[] = [];
  const named = (name: string) => {
    const socket = sockets.get(name) ?? new Socket();
    sockets.set(name, socket);
    return socket;
  };
  const arrivals = createArrivals({ inAll, perAddress, bytes }, (socket, wasResting) => {
    const [name] = [...sockets].find(([, one]) => one === socket)!;
    dropped.push(wasResting ? `${name}, resting` : name);
  });
  return {
    dropped,
    begin: (name: string, address?: string) => arrivals.begin(named(name), address),
    holds: (name: string, size: number) => arrivals.holds(named(name), size),
    end: (name: string) => arrivals.end(named(name)),
    rest: (name: string) => arrivals.rest(named(name)),
  };
}

test('beyond the limit of an address its oldest unfinished request is dropped, and nobody else', () => {
  const { begin, end, dropped } = open({ perAddress: 2 });
  begin('other', 'b');
  for (const name of ['1', '2', '3']) begin(name, 'a');
  assert.deepEqual(dropped, ['1']);
  end('2');
  begin('4', 'a');
  assert.deepEqual(dropped, ['1']);
  begin('5', 'a');
  assert.deepEqual(dropped, ['1', '3']);
});

test('beyond the limit in all the oldest is dropped, whoever sends it', () => {
  const { begin, rest, dropped } = open({ inAll: 2 });
  begin('1', 'a');
  rest('2');
  begin('3', 'b');
  begin('4', 'c');
  assert.deepEqual(dropped, ['1', '2, resting']);
});

test('a request that becomes known to be of an address keeps its age', () => {
  const { begin, dropped } = open({ inAll: 2 });
  begin('1');
  begin('2');
  begin('1', 'a');
  begin('3');
  assert.deepEqual(dropped, ['1']);
});

test('a connection that rested is as young as the request that begins on it', () => {
  const { begin, rest, dropped } = open({ inAll: 2 });
  rest('1');
  begin('2');
  begin('1', 'a');
  begin('3');
  assert.deepEqual(dropped, ['2']);
});

test('resting connections count for no address', () => {
  const { rest, begin, dropped } = open({ perAddress: 1 });
  begin('1', 'a');
  rest('1');
  begin('2', 'a');
  assert.deepEqual(dropped, []);
});

test('beyond the limit of bytes the oldest that holds any is dropped', () => {
  const { begin, holds, end, dropped } = open({ bytes: 100 });
  for (const name of ['1', '2', '3', '4']) begin(name, name);
  holds('2', 60);
  holds('3', 40);
  holds('3', 30);
  assert.deepEqual(dropped, []);
  holds('4', 20);
  assert.deepEqual(dropped, ['2']);
  end('3');
  holds('4', 100);
  assert.deepEqual(dropped, ['2']);
});
