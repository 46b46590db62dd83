import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Page, Payment, Quittance } from '../../../clients/typescript/src/index.ts';
import { pathWith, type Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { rowsOfPage } from './list-spec.ts';

/** The list that a payment was opened from: what it was filtered by, and what was read of it. */
type Opened = {
  readonly query: Query;
  readonly ids: readonly string[];
  readonly previous: string | null;
  readonly next: string | null;
};

export type Neighbours = {
  /** Leads back to the list as it was. */
  readonly list: string;
  readonly newer: (() => void) | undefined;
  readonly older: (() => void) | undefined;
  readonly at: number;
  /** How many the list has; undefined: there are more than one page. */
  readonly all: number | undefined;
};

/** The payments beside this one in the list that it was opened from, also beyond the page of the list. */
export function useNeighbours(paymentId: string): Neighbours {
  const { business, client } = useHere();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [opened, setOpened] = useState(() => openedFrom(queries, business.id, paymentId));
  const index = opened ? opened.ids.indexOf(paymentId) : -1;
  // Read before somebody asks for it, so that the key answers at once.
  const isLast = opened !== undefined && index === opened.ids.length - 1 && opened.next !== null;
  const isFirst = opened !== undefined && index === 0 && opened.previous !== null;
  useEffect(() => {
    if (!opened || !(isLast || isFirst)) return;
    let isOver = false;
    void more(client, opened, isLast ? 'older' : 'newer').then(
      (longer) => !isOver && setOpened(longer),
      // The keys rest at the end of what was read.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [client, opened, isLast, isFirst]);
  if (!opened || index < 0)
    return { list: '/payments', newer: undefined, older: undefined, at: 0, all: undefined };
  const to = (id: string | undefined) =>
    id === undefined ? undefined : () => go(`/payments/${id}`);
  const { ids, query, previous, next } = opened;
  return {
    list: pathWith('/payments', query),
    newer: to(ids[index - 1]),
    older: to(ids[index + 1]),
    at: index + 1,
    all: previous === null && next === null ? ids.length : undefined,
  };
}

/** The latest list that shows it; undefined: it was opened from elsewhere. */
function openedFrom(queries: QueryClient, business: string, id: string): Opened | undefined {
  const lists = queries
    .getQueryCache()
    .findAll({ queryKey: [business, 'payments', 'list'] })
    .map(({ queryKey, state }) => ({
      query: queryKey[3] as Query,
      page: state.data as Page<Payment> | undefined,
      at: state.dataUpdatedAt,
    }))
    .filter(({ page }) => page?.data.some((one) => one.id === id));
  const latest = lists.toSorted((one, other) => other.at - one.at)[0];
  if (!latest?.page) return undefined;
  const { query, page } = latest;
  const { hasMore, previous, next } = page;
  const isBack = query.before !== undefined;
  return {
    query,
    ids: page.data.map((one) => one.id),
    // The end of a list has no more in the direction in which it was read.
    previous: isBack && !hasMore ? null : query.after === undefined && !isBack ? null : previous,
    next: isBack || hasMore ? next : null,
  };
}

async function more(client: Quittance, opened: Opened, where: 'older' | 'newer'): Promise<Opened> {
  const { query, ids, previous, next } = opened;
  const { after: _, before: __, ...filters } = query;
  const cursor = where === 'older' ? { after: next! } : { before: previous! };
  const page = await client.payments.list({ ...filters, ...cursor, limit: rowsOfPage });
  const found = page.data.map((one) => one.id);
  return where === 'older'
    ? { ...opened, ids: [...ids, ...found], next: page.hasMore ? page.next : null }
    : { ...opened, ids: [...found, ...ids], previous: page.hasMore ? page.previous : null };
}
