import type { Application } from '../../applications/application.ts';
import { outcomes, requirements } from '../../applications/codes.ts';
import {
  answer,
  approve,
  decline,
  escalate,
  request,
  withdraw,
} from '../../applications/review.ts';
import { readApplication } from '../../applications/store.ts';
import { Refusal } from '../../base/refusal.ts';
import type { World } from '../../world.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { idWithin, listOf, needed, place, reason } from '../words.ts';

const words = {
  application: place('BUSINESS/ID', idWithin),
  reason: needed('TEXT', reason),
};

export const applicationApprove = houseCommand({
  doc: 'Approves an application; payments begin as soon as the gateway is ready.',
  words,
  async work(world, { application, reason: why }, actor) {
    return await decided(world, application, 'approved', ({ businessId, id, version }) =>
      approve(world, businessId, id, { actor, reason: why, version }),
    );
  },
});

export const applicationRequest = houseCommand({
  doc: `Asks the applicant for what is missing: ${codesOf(requirements)}.`,
  words: { ...words, needs: needed('code,code', listOf(codes(requirements))) },
  async work(world, { application, reason: why, needs }, actor) {
    return await decided(world, application, 'sent back', ({ businessId, id, version }) =>
      request(world, businessId, id, { actor, reason: why, version, requirements: needs }),
    );
  },
});

export const applicationDecline = houseCommand({
  doc: `Declines an application; the applicant is told why: ${codesOf(outcomes)}.`,
  words: { ...words, because: needed('code,code', listOf(codes(outcomes))) },
  async work(world, { application, reason: why, because }, actor) {
    return await decided(world, application, 'declined', ({ businessId, id, version }) =>
      decline(world, businessId, id, { actor, reason: why, version, outcomeCodes: because }),
    );
  },
});

export const applicationWithdraw = houseCommand({
  doc: 'Takes an application back at the wish of the applicant.',
  words,
  async work(world, { application, reason: why }, actor) {
    return await decided(world, application, 'withdrawn', ({ businessId, id, version }) =>
      withdraw(world, businessId, id, { actor, reason: why, version }),
    );
  },
});

export const applicationAnswer = houseCommand({
  doc: 'Takes note that the applicant sent what was missing; it is looked at again.',
  words,
  async work(world, { application, reason: why }, actor) {
    return await decided(world, application, 'answered', ({ businessId, id, version }) =>
      answer(world, businessId, id, { actor, reason: why, version }),
    );
  },
});

export const applicationEscalate = houseCommand({
  doc: 'Has an application looked at more closely.',
  words,
  async work(world, { application, reason: why }, actor) {
    return await decided(world, application, 'escalated', ({ businessId, id, version }) =>
      escalate(world, businessId, id, { actor, reason: why, version }),
    );
  },
});

async function decided(
  { db }: World,
  { businessId, id }: { readonly businessId: bigint; readonly id: bigint },
  done: string,
  decide: (seen: Application) => Promise<Application>,
) {
  const before = await readApplication(db, businessId, id);
  const name = `application ${businessId}/${id}`;
  if (!before) throw new OperatorFault(`there is no ${name}`);
  const data = await decide(before).catch(async (error) => {
    if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
    const { state } = await businessNamed(db, businessId);
    const where = `${name} is ${before.state}, its business ${state}`;
    throw new OperatorFault(`${where}: it cannot be ${done}`);
  });
  return { data, text: `The ${name} was ${before.state} and is ${data.state}.` };
}

function codes<Code extends string>(known: Readonly<Record<Code, string>>): Code[] {
  return Object.keys(known) as Code[];
}

function codesOf(known: Readonly<Record<string, string>>): string {
  return codes(known).join(', ');
}
