import { answerForm, answerOf } from '../api/operations/application-form.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Application } from '../parties/applications/application.ts';
import { outcomes, requirements } from '../parties/applications/codes.ts';
import {
  answer,
  approve,
  decline,
  escalate,
  request,
  withdraw,
} from '../parties/applications/review.ts';
import type { Business } from '../parties/businesses/business.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import type { World } from '../world.ts';
import { applicationNamed } from './application.ts';
import { formFile, formHelp, readForm } from './application-file.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { nameOf } from './layout.ts';
import { businessNamed, type Key, object } from './names.ts';
import { listOf, reason } from './values.ts';
import { option, required } from './words.ts';

const words = { application: object, reason: required('TEXT', reason) };

function codes<Code extends string>(known: Readonly<Record<Code, string>>): Code[] {
  return Object.keys(known) as Code[];
}

async function decided(
  world: World,
  key: Key,
  done: string,
  decide: (own: World, seen: Application, business: Business) => Promise<Application>,
) {
  const { db } = world;
  const before = await applicationNamed(db, key);
  const name = `application ${nameOf(before)}`;
  const business = await businessNamed(db, key.businessId);
  const data = await decide(atClockOf(world, business), before, business).catch(async (error) => {
    if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
    const { state } = await businessNamed(db, key.businessId);
    const where = `${name} is ${before.state}, its business ${state}`;
    throw new ExpectedError(`${where}: it cannot be ${done}`);
  });
  return { data, text: `The ${name} was ${before.state} and is ${data.state}.` };
}

export const applicationReviewCommands = {
  'application approve': dataCommand({
    doc: 'Approves an application. Payments begin as soon as the gateway is ready.',
    words,
    work: async (world, { application, reason: why }, actor) =>
      await decided(world, application, 'approved', (own, { businessId, id, version }) =>
        approve(own, businessId, id, { actor, reason: why, version }),
      ),
  }),
  'application request': dataCommand({
    doc: `Asks the applicant for missing information: ${codes(requirements).join(', ')}.`,
    words: { ...words, needs: required('code,code', listOf(codes(requirements))) },
    work: async (world, { application, reason: why, needs }, actor) =>
      await decided(world, application, 'sent back', (own, { businessId, id, version }) =>
        request(own, businessId, id, { actor, reason: why, version, requirements: needs }),
      ),
  }),
  'application decline': dataCommand({
    doc: `Declines an application. The applicant is told the reasons: ${codes(outcomes).join(', ')}.`,
    words: { ...words, because: required('code,code', listOf(codes(outcomes))) },
    work: async (world, { application, reason: why, because }, actor) =>
      await decided(world, application, 'declined', (own, { businessId, id, version }) =>
        decline(own, businessId, id, { actor, reason: why, version, outcomeCodes: because }),
      ),
  }),
  'application withdraw': dataCommand({
    doc: 'Withdraws an application at the request of the applicant.',
    words,
    work: async (world, { application, reason: why }, actor) =>
      await decided(world, application, 'withdrawn', (own, { businessId, id, version }) =>
        withdraw(own, businessId, id, { actor, reason: why, version }),
      ),
  }),
  'application answer': dataCommand({
    doc:
      'Records that the applicant sent the missing information; the application goes back to review. --file holds the ' +
      'fields that changed, such as another AccountNumber with its RoutingNumber; all others stay. ' +
      formHelp,
    words: { ...words, file: option('FILE', formFile) },
    work: async (world, { application, reason: why, file }, actor, { input }) =>
      await decided(world, application, 'answered', async (own, seen, business) => {
        const { businessId, id, version } = seen;
        const changes =
          file === undefined
            ? {}
            : await answerOf(own, seen, {
                ask: await readForm(own, answerForm, business, file, input),
                actor,
              });
        return await answer(own, businessId, id, { ...changes, actor, reason: why, version });
      }),
  }),
  'application escalate': dataCommand({
    doc: 'Moves an application to enhanced review.',
    words,
    work: async (world, { application, reason: why }, actor) =>
      await decided(world, application, 'escalated', (own, { businessId, id, version }) =>
        escalate(own, businessId, id, { actor, reason: why, version }),
      ),
  }),
} as const;
