import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { quickPlace } from '../../packages/embedded-postgres/test/scratch.ts';
import { listCases, openCase } from '../../src/records/case-store.ts';
import { serveV1 } from '../v1/serve.ts';
import { openOffice } from './office.ts';

/** That of everybody whom `test/v1/signed-in.ts` signs in. */
export const password = 'a long enough secret';

/** A served business with an open case, and terminals with a home folder each. */
export async function openTerminals(t: TestContext, settings: Record<string, string> = {}) {
  const v1 = await serveV1(t, { settings });
  const world = await v1.open();
  const businessId = v1.caller.business.id;
  const home = mkdtempSync(join(await quickPlace(), 'quittance-login-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const terminal = (name: string) => openOffice(v1, { HOME: join(home, name) });
  /** A case about an entry, as commands name it. */
  const open = async (of: bigint, entry = 7n) => {
    const object = { kind: 'ach_entry', id: entry } as const;
    await openCase(world, { businessId: of, kind: 'ach_return', object, evidence: {} });
    const [opened] = await listCases(world.db, { businessId: of, limit: 1 });
    return `${of}/${opened!.id}`;
  };
  const addressOf = (role: string) => `${role}-of-${businessId}@example.com`;
  return { v1, world, businessId, home, terminal, open, addressOf, one: await open(businessId) };
}
type Terminals = Awaited<ReturnType<typeof openTerminals>>;

/** The user with this role signs in at a terminal. */
export async function login(place: Terminals, name: string, role: string) {
  const terminal = place.terminal(name);
  const { code, err } = await terminal.runWith(`${password}\n`, 'login', place.addressOf(role));
  assert.deepEqual([code, err], [0, '']);
  return terminal;
}

const decision = ['--decision', 'noted'];
export const proposing = (one: string) => ['case', 'propose', one, ...decision, '--note', 'asked'];
export const confirming = (one: string) => ['case', 'confirm', one, ...decision];
