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
import type { Business } from '../../businesses/business.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { answerForm, answerOf } from '../../operations/application-form.ts';
import type { World } from '../../world.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { idWithin, listOf, needed, option, place, reason } from '../words.ts';
import { formFile, formWords, readForm } from './read-form.ts';

const words = {
  application: place('BUSINESS/ID', idWithin),
  reason: needed('TEXT', reason),
};

export const applicationApprove = houseCommand({
  doc: 'Approves an application; payments begin as soon as the gateway is ready.',
  words,
  async work(world, { application, reason: why }, actor) {
    return await decided(world, application, 'approved', (own, { businessId, id, version }) =>
      approve(own, businessId, id, { actor, reason: why, version }),
    );
  },
});

export const applicationRequest = houseCommand({
  doc: `Asks the applicant for what is missing: ${codesOf(requirements)}.`,
  words: { ...words, needs: needed('code,code', listOf(codes(requirements))) },
  async work(world, { application, reason: why, needs }, actor) {
    return await decided(world, application, 'sent back', (own, { businessId, id, version }) =>
      request(own, businessId, id, { actor, reason: why, version, requirements: needs }),
    );
  },
});

export const applicationDecline = houseCommand({
  doc: `Declines an application; the applicant is told why: ${codesOf(outcomes)}.`,
  words: { ...words, because: needed('code,code', listOf(codes(outcomes))) },
  async work(world, { application, reason: why, because }, actor) {
    return await decided(world, application, 'declined', (own, { businessId, id, version }) =>
      decline(own, businessId, id, { actor, reason: why, version, outcomeCodes: because }),
    );
  },
});

export const applicationWithdraw = houseCommand({
  doc: 'Takes an application back at the wish of the applicant.',
  words,
  async work(world, { application, reason: why }, actor) {
    return await decided(world, application, 'withdrawn', (own, { businessId, id, version }) =>
      withdraw(own, businessId, id, { actor, reason: why, version }),
    );
  },
});

export const applicationAnswer = houseCommand({
  doc:
    'Takes note that the applicant sent what was missing; it is looked at again. --file tells what of it is known ' +
    `anew, such as another AccountNumber with its RoutingNumber; all else stays as it was told. ${formWords}`,
  words: { ...words, file: option('FILE', formFile) },
  async work(world, { application, reason: why, file }, actor) {
    return await decided(world, application, 'answered', async (own, seen, business) => {
      const { businessId, id, version } = seen;
      const told =
        file === undefined
          ? {}
          : await answerOf(own, seen, await readForm(own, answerForm, business, file));
      return await answer(own, businessId, id, { ...told, actor, reason: why, version });
    });
  },
});

export const applicationEscalate = houseCommand({
  doc: 'Has an application looked at more closely.',
  words,
  async work(world, { application, reason: why }, actor) {
    return await decided(world, application, 'escalated', (own, { businessId, id, version }) =>
      escalate(own, businessId, id, { actor, reason: why, version }),
    );
  },
});

async function decided(
  world: World,
  { businessId, id }: { readonly businessId: bigint; readonly id: bigint },
  done: string,
  decide: (own: World, seen: Application, business: Business) => Promise<Application>,
) {
  const { db } = world;
  const before = await readApplication(db, businessId, id);
  const name = `application ${businessId}/${id}`;
  if (!before) throw new OperatorFault(`there is no ${name}`);
  const business = await businessNamed(db, businessId);
  const data = await decide(atClockOf(world, business), before, business).catch(async (error) => {
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
