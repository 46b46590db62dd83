import assert from 'node:assert/strict';
import { envBeside, officeOf } from '../cli/office.ts';
import { cardCanary, keyNeedles, type Needle, ssnCanary } from './canaries.ts';
import type { CapturedService } from './start-captured.ts';

export type Paper = { readonly place: string; readonly text: string };

/**
 * What an operator does with businesses whose secrets went through the doors: every command that shows or moves
 * one, with marked numbers in what the operator types, and all that the commands said.
 */
export async function workInOffice(service: CapturedService) {
  const office = officeOf(envBeside(service));
  const { ask, run, said } = office;
  const card = cardCanary('card in a reason');
  const ssn = ssnCanary('SSN in a reason');
  const written = ssn.digits.replace(/(...)(..)(....)/, '$1-$2-$3');
  const because = ['--reason', `She sent ${card.digits} and ${written}.`];
  const papers: Paper[] = [];
  const needles: Needle[] = [...card.marks, ...ssn.marks];
  const shows = async (...words: string[]) => {
    await ask(...words);
    const { code, err } = await run(...words);
    assert.deepEqual([code, err], [0, ''], words.join(' '));
  };

  const applications = await ask('application', 'list');
  const waiting = applications.filter(({ state }: { state: string }) => state === 'in_review');
  const [one, other] = waiting.map((found: Named) => `${found.businessId}/${found.id}`);
  assert.ok(one && other, 'two applications wait for a person');
  await ask('application', 'request', one, ...because, '--needs', 'owner_ssn,bank_account');
  await ask('application', 'answer', one, ...because);
  await ask('application', 'escalate', one, ...because);
  await ask('application', 'approve', one, ...because);
  await ask('application', 'decline', other, ...because, '--because', 'untrue');
  await shows('application', 'list');

  const businesses: { id: string; state: string }[] = await ask('business', 'list');
  const [master] = businesses;
  const child = waiting[0].businessId;
  const below = businesses.slice(1);
  const plain = below.filter(({ state }) => state === 'messaging_only').slice(0, 3);
  const paid = below.filter(({ state }) => state === 'payments_enabled').slice(0, 3);
  assert.ok(plain.length > 1 && paid.length > 1);
  for (const { id } of [...plain, ...paid]) await shows('business', 'show', id);
  for (const { businessId, id } of applications.slice(0, 3)) {
    await shows('application', 'show', `${businessId}/${id}`);
  }
  await shows('audit', 'list', '--business', child);
  await shows('audit', 'verify');
  await ask('business', 'suspend', child, ...because);
  await ask('business', 'resume', child, ...because);

  const contact = ['--email', 'ann@example.com', '--phone', '6175550123'];
  const made = await ask(
    'business',
    'create',
    '--name',
    'Office',
    ...contact,
    '--parent',
    master!.id,
  );
  const rotated = await ask('business', 'rotate-key', made.id, '--grace', '1h');
  await shows('business', 'show', made.id);
  for (const [label, { apiKey }] of Object.entries({ made, rotated })) {
    needles.push(...keyNeedles(apiKey).map((needle) => ({ ...needle, label: `key ${label}` })));
  }
  for (const [i, { out, err }] of said.entries()) {
    const isKey = [made, rotated].some(({ apiKey }) => out.includes(apiKey));
    papers.push({ place: isKey ? 'a command that makes a key' : `command ${i}`, text: out + err });
  }
  return { papers, needles };
}

type Named = { readonly businessId: string; readonly id: string };
