import type { Socket } from 'node:net';

/** Connections without a complete request: one is arriving, or they are kept alive for the next one. */
export type Arrivals = {
  /**
   * A connection was opened, or a request has begun on it. `address` is its limiter bucket; undefined while the caller
   * is unknown, as on connections of a proxy. A request that had begun before keeps its age.
   */
  begin(socket: Socket, address?: string): void;
  /** Bytes of its body that are held in memory. */
  holds(socket: Socket, bytes: number): void;
  /** The request is complete, or the connection is closed. */
  end(socket: Socket): void;
  /** Its request is answered; the connection may bring another one. */
  rest(socket: Socket): void;
};

export type ArrivalLimits = {
  /** The most unfinished requests and idle connections together. */
  readonly inAll: number;
  /** The most unfinished requests of one address. */
  readonly perAddress: number;
  /** The most bytes of all unfinished bodies together. */
  readonly bytes: number;
};

type Drop = (socket: Socket, wasResting: boolean) => void;
type Arrival = {
  readonly socket: Socket;
  readonly isResting: boolean;
  address: string | undefined;
  bytes: number;
};

/**
 * Above a limit the oldest is dropped, which is the slowest: an honest request is complete within milliseconds, so slow
 * senders displace each other. Sets and maps keep insertion order, so the first is the oldest.
 */
export function createArrivals(limits: ArrivalLimits, drop: Drop): Arrivals {
  const arrivals = new Map<Socket, Arrival>();
  const byAddress = new Map<string, Set<Arrival>>();
  const holding = new Set<Arrival>();
  let bytesHeld = 0;

  return {
    begin(socket, address) {
      const known = arrivals.get(socket);
      if (known && !known.isResting) {
        if (address !== undefined) moveTo(known, address);
        return;
      }
      add({ socket, isResting: false, address: undefined, bytes: 0 }, address);
    },
    holds(socket, bytes) {
      const arrival = arrivals.get(socket);
      if (!arrival) return;
      bytesHeld += bytes - arrival.bytes;
      arrival.bytes = bytes;
      if (bytes > 0) holding.add(arrival);
      else holding.delete(arrival);
      while (bytesHeld > limits.bytes) dropFirst(holding);
    },
    end: remove,
    rest(socket) {
      add({ socket, isResting: true, address: undefined, bytes: 0 });
    },
  };

  function add(arrival: Arrival, address?: string): void {
    remove(arrival.socket);
    arrivals.set(arrival.socket, arrival);
    if (address !== undefined) moveTo(arrival, address);
    if (arrivals.size > limits.inAll) dropFirst(arrivals.values());
  }

  function moveTo(arrival: Arrival, address: string): void {
    if (arrival.address === address) return;
    leaveAddress(arrival);
    arrival.address = address;
    const ofAddress = byAddress.get(address) ?? new Set();
    byAddress.set(address, ofAddress);
    ofAddress.add(arrival);
    if (ofAddress.size > limits.perAddress) dropFirst(ofAddress);
  }

  function leaveAddress(arrival: Arrival): void {
    if (arrival.address === undefined) return;
    const ofAddress = byAddress.get(arrival.address);
    ofAddress?.delete(arrival);
    if (ofAddress?.size === 0) byAddress.delete(arrival.address);
  }

  function remove(socket: Socket): void {
    const arrival = arrivals.get(socket);
    if (!arrival) return;
    arrivals.delete(socket);
    leaveAddress(arrival);
    holding.delete(arrival);
    bytesHeld -= arrival.bytes;
  }

  function dropFirst(of: Iterable<Arrival>): void {
    for (const { socket, isResting } of of) {
      remove(socket);
      drop(socket, isResting);
      return;
    }
  }
}
