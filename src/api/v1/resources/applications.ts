import type { Application } from '../../../parties/applications/application.ts';
import { outcomes, requirements } from '../../../parties/applications/codes.ts';
import {
  answer,
  approve,
  type Decision,
  decline,
  request,
  withdraw,
} from '../../../parties/applications/review.ts';
import { submitWithSecrets } from '../../../parties/applications/submit.ts';
import type { World } from '../../../world.ts';
import {
  answerForm,
  answerOf,
  applicationForm,
  formOf,
} from '../../operations/application-form.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { listEndpoint } from '../list.ts';
import { field, id, list, object, type Properties, type Shape, word } from '../shape.ts';
import { formShape, readForm } from '../wire-form.ts';
import { applicationListing, applicationNamed, wholeShape, wholeView } from './application-view.ts';

type Codes<C extends string> = readonly [C, ...C[]];
const requirementCodes = Object.keys(requirements) as unknown as Codes<keyof typeof requirements>;
const outcomeCodes = Object.keys(outcomes) as unknown as Codes<keyof typeof outcomes>;

const params = { applicationId: id('The application, of the business of the call.') };

async function viewNamed({ db }: World, businessId: bigint, named: bigint | string) {
  return await wholeView(db, await applicationNamed({ db }, businessId, String(named)));
}

/** Compares the application with the one that the caller saw. */
function matchOf({ match }: Pick<V1Call, 'match'>): NonNullable<Decision['match']> {
  return async (tx, before) => match(await wholeView(tx, before));
}

const submitOne = endpoint({
  id: 'applications.submit',
  // Screening asks whether another business has this EIN.
  acrossBusinesses: true,
  method: 'POST',
  path: '/v1/applications',
  doc: 'Hands in the application of the business to take payments. It is screened at once.',
  right: 'administer',
  body: formShape(applicationForm.parameters),
  answer: wholeShape,
  status: 201,
  refuses: ['wrong_state', 'service_not_included'],
  isVersioned: true,
  async handle(world, call) {
    const { business, actor } = call;
    const ask = readForm(applicationForm, call, call.body);
    const made = await submitWithSecrets(world, business, { ...formOf(ask), actor });
    return {
      body: await viewNamed(world, business.id, made.id),
      headers: { Location: `/v1/applications/${made.id}` },
    };
  },
});

const reason = field(freeText('Why; its history keeps it.', 'description'));

const answerOne = endpoint({
  id: 'applications.answer',
  method: 'POST',
  path: '/v1/applications/{applicationId}/answer',
  doc: 'Sends what was asked for: the fields that change. The application goes back to its review.',
  right: 'administer',
  params,
  body: object({
    reason,
    fields: { ...formShape(answerForm.parameters), doc: 'What changes; all other fields stay.' },
  }),
  answer: wholeShape,
  refuses: ['not_found', 'wrong_state'],
  isVersioned: true,
  async handle(world, call) {
    const { business, actor, body } = call;
    const seen = await applicationNamed(world, business.id, call.params.applicationId);
    const ask = readForm(answerForm, call, body.fields);
    const changes =
      Object.keys(body.fields).length === 0 ? {} : await answerOf(world, seen, { ask, actor });
    const { id: number, version } = seen;
    const decision = { actor, reason: body.reason, version, match: matchOf(call) };
    await answer(world, business.id, number, { ...changes, ...decision });
    return { body: await viewNamed(world, business.id, number) };
  },
});

type Verdict<B> = (
  world: World,
  seen: Pick<Application, 'businessId' | 'id'>,
  decision: Decision,
  body: B,
) => Promise<Application>;

const decisionOf = <P extends Properties>(
  verb: string,
  doc: string,
  more: P,
  decide: Verdict<{ readonly [K in keyof P]: P[K] extends Shape<infer T> ? T : never }>,
) =>
  endpoint({
    id: `applications.${verb}`,
    method: 'POST',
    path: `/v1/applications/{applicationId}/${verb.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`,
    doc,
    ...(verb === 'withdraw'
      ? { right: 'administer' as const }
      : { right: 'approve' as const, forOperator: true as const }),
    params,
    body: object({ reason, ...more } as { reason: typeof reason } & P),
    answer: wholeShape,
    refuses: ['not_found', 'wrong_state'],
    whileSuspended: true,
    isVersioned: true,
    async handle(world, call) {
      const { business, actor } = call;
      const body = call.body as unknown as { readonly reason: string };
      const seen = await applicationNamed(world, business.id, call.params.applicationId);
      const { version } = seen;
      const decision = { actor, reason: body.reason, version, match: matchOf(call) };
      await decide(world, seen, decision, body as never);
      return { body: await viewNamed(world, business.id, seen.id) };
    },
  });

export const applicationEndpoints = [
  submitOne,
  listEndpoint(
    {
      id: 'applications.list',
      acrossBusinesses: true,
      path: '/v1/applications',
      doc:
        'Lists the applications of the business and of those below it, the newest first. Others than its own are named ' +
        'by their id together with the header Quittance-Business.',
    },
    applicationListing,
  ),
  endpoint({
    id: 'applications.retrieve',
    method: 'GET',
    path: '/v1/applications/{applicationId}',
    doc: 'Returns an application with its history.',
    right: 'read',
    params,
    answer: wholeShape,
    refuses: ['not_found'],
    isVersioned: true,
    handle: async (world, { business, params: { applicationId } }) => ({
      body: await viewNamed(world, business.id, applicationId),
    }),
  }),
  answerOne,
  decisionOf(
    'requestInformation',
    'Asks the applicant for what is missing.',
    {
      requirements: list(word('One of them.', requirementCodes), 'What is missing.', 20),
    },
    (world, { businessId, id: number }, decision, body) =>
      request(world, businessId, number, { ...decision, requirements: body.requirements }),
  ),
  decisionOf(
    'approve',
    'Approves an application. Payments begin as soon as the gateway is ready.',
    {},
    (world, { businessId, id: number }, decision) => approve(world, businessId, number, decision),
  ),
  decisionOf(
    'decline',
    'Declines an application. The applicant is told the reasons.',
    { outcomeCodes: list(word('One of them.', outcomeCodes), 'The reasons.', 20) },
    (world, { businessId, id: number }, decision, body) =>
      decline(world, businessId, number, { ...decision, outcomeCodes: body.outcomeCodes }),
  ),
  decisionOf(
    'withdraw',
    'Withdraws an application.',
    {},
    (world, { businessId, id: number }, decision) => withdraw(world, businessId, number, decision),
  ),
];
