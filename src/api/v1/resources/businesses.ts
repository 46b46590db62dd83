import { Refusal } from '../../../kernel/refusal.ts';
import { resume } from '../../../parties/applications/resume.ts';
import type { Business } from '../../../parties/businesses/business.ts';
import {
  closeBusiness,
  suspendBusiness,
  type Why,
} from '../../../parties/businesses/change-state.ts';
import { atClockOf } from '../../../parties/businesses/clock.ts';
import { changeProfile } from '../../../parties/businesses/profile.ts';
import { allBelowRoot } from '../../../parties/businesses/rights.ts';
import type { Sql } from '../../../runtime/sql.ts';
import { changeTerms } from '../../../settlement/change-terms.ts';
import type { World } from '../../../world.ts';
import { businessForm, profileParameters } from '../../operations/business-form.ts';
import { freeText } from '../../operations/fields.ts';
import { type Onboarding, onboard } from '../../operations/onboarding.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { checkGrant } from '../granting.ts';
import { listEndpoint } from '../list.ts';
import { field, id, maybe, object, orNull, type Properties, type Shape, text } from '../shape.ts';
import { camelCased, formShape, inCamelCase, readForm } from '../wire-form.ts';
import { brandingEndpoints } from './branding.ts';
import { listBusinessMoves } from './business-moves.ts';
import {
  businessBelow,
  businessLanguage,
  businessListing,
  businessView,
  termFields,
  termsShape,
  termsWire,
  wholeShape,
  wholeWire,
} from './business-view.ts';

const params = { businessId: id('The business of the key, or one below it.') };

const madeShape = object(
  {
    ...wholeShape.properties,
    secret: text('Its API key. It is shown only in this answer.'),
  },
  { name: 'NewBusiness' },
);
const taken = {
  field: 'externalId',
  code: 'taken',
  message: 'externalId belongs to another business.',
};

const createOne = endpoint({
  id: 'businesses.create',
  acrossBusinesses: true,
  method: 'POST',
  path: '/v1/businesses',
  doc:
    'Makes a business below that of the key, or below the one that parentId names. It texts at once and takes payments ' +
    'when its application is approved. Its API key is shown only in this answer, and may do everything there: whoever makes ' +
    'the business needs all rights but operate.',
  right: 'administer',
  body: formShape(businessForm.parameters),
  answer: madeShape,
  status: 201,
  refuses: ['unknown_business', 'idempotency_key_reused', 'right_missing'],
  keepsKey: true,
  async handle(world, call) {
    checkGrant(call, allBelowRoot);
    const ask = readForm(businessForm, call, call.body) as Onboarding;
    const made = await onboard(world, call, ask).catch((error: unknown) => {
      throw error instanceof Refusal ? inCamelCase(error) : error;
    });
    if ('duplicateOf' in made) throw new Refusal('wrong_fields', { details: [taken] });
    const { business, apiKey } = made;
    return {
      body: { ...(await businessView(world.db, business.id)), secret: apiKey },
      headers: { Location: `/v1/businesses/${business.id}` },
    };
  },
});

/** Each business lives by its own clock. */
function atItsClock(world: World, { business }: Pick<V1Call, 'business'>, one: Business): World {
  return atClockOf(world, { clockAheadMs: one.clockAheadMs - business.clockAheadMs });
}

const updateOne = endpoint({
  id: 'businesses.update',
  acrossBusinesses: true,
  method: 'PATCH',
  path: '/v1/businesses/{businessId}',
  doc: 'Changes what a business shows of itself: on receipts, on pages, and where calls to its number go.',
  right: 'administer',
  params,
  body: object({
    ...Object.fromEntries(
      Object.entries(profileParameters).map(([name, { isRequired: _, aka: __, ...parameter }]) => {
        const { default: ___, ...schema } = parameter.schema;
        const shape = field({ ...parameter, schema } as Parameters<typeof field>[0]);
        return [camelCased(name), maybe(orNull(shape as Shape<string>))];
      }),
    ),
    language: maybe(orNull(businessLanguage)),
  }),
  answer: wholeShape,
  refuses: ['not_found', 'changed_meanwhile', 'wrong_state'],
  isVersioned: true,
  async handle(world, call) {
    const one = await businessBelow(world, call, call.params.businessId);
    const sent = Object.keys(profileParameters).flatMap((name) => {
      const value = (call.body as Readonly<Record<string, unknown>>)[camelCased(name)];
      return value === undefined ? [] : [[name, value === null ? '' : String(value)]];
    });
    const changes: Record<string, string> = Object.fromEntries(sent);
    await changeProfile(atItsClock(world, call, one), one.id, changes, {
      actor: call.actor,
      match: (before) => call.match(wholeWire(one, before)),
      language: call.body.language,
    });
    return { body: await businessView(world.db, one.id) };
  },
});

const sentTerms: Properties = Object.fromEntries(
  Object.entries(termFields).map(([name, shape]) => [name, maybe<unknown>(shape)]),
);

const changeTermsOf = endpoint({
  id: 'businesses.updateTerms',
  acrossBusinesses: true,
  method: 'PATCH',
  path: '/v1/businesses/{businessId}/terms',
  doc: 'Changes what is agreed with a business about its money, from its next batch on.',
  right: 'operate',
  forOperator: true,
  params,
  body: object(sentTerms),
  answer: termsShape,
  refuses: ['not_found', 'changed_meanwhile'],
  isVersioned: true,
  async handle(world, call) {
    const one = await businessBelow(world, call, call.params.businessId);
    const changes = Object.fromEntries(
      Object.entries(call.body).filter(([, value]) => value !== undefined),
    );
    const terms = await changeTerms(
      atItsClock(world, call, one),
      one.id,
      changes,
      call.actor,
      (before) => call.match(termsWire(before)),
    );
    return { body: termsWire(terms) };
  },
});

type Change = (world: World, id: bigint, why: Why) => Promise<unknown>;

const moveOf = (verb: string, doc: string, change: Change) =>
  endpoint({
    id: `businesses.${verb}`,
    acrossBusinesses: true,
    method: 'POST',
    path: `/v1/businesses/{businessId}/${verb}`,
    doc,
    right: 'operate',
    forOperator: true,
    params,
    body: object({
      reason: field(freeText('Why; its history and the audit log keep it.', 'description')),
    }),
    answer: wholeShape,
    refuses: ['not_found', 'wrong_state', 'changed_meanwhile'],
    isVersioned: true,
    async handle(world, call) {
      const { actor, body, params: named } = call;
      const one = await businessBelow(world, call, named.businessId);
      // The operator would lock itself out.
      if (one.id === call.business.id) throw new Refusal('wrong_state');
      const match = async (tx: Sql) => call.match(await businessView(tx, one.id));
      await change(atItsClock(world, call, one), one.id, { actor, reason: body.reason, match });
      return { body: await businessView(world.db, one.id) };
    },
  });

export const businessEndpoints = [
  createOne,
  listEndpoint(
    {
      id: 'businesses.list',
      acrossBusinesses: true,
      path: '/v1/businesses',
      doc: 'Lists the business of the key and those below it, the newest first.',
    },
    businessListing,
  ),
  endpoint({
    id: 'businesses.retrieve',
    acrossBusinesses: true,
    method: 'GET',
    path: '/v1/businesses/{businessId}',
    doc: 'Returns the business of the key or one below it.',
    right: 'read',
    params,
    answer: wholeShape,
    refuses: ['not_found'],
    isVersioned: true,
    async handle(world, call) {
      const one = await businessBelow(world, call, call.params.businessId);
      return { body: await businessView(world.db, one.id) };
    },
  }),
  updateOne,
  endpoint({
    id: 'businesses.retrieveTerms',
    acrossBusinesses: true,
    method: 'GET',
    path: '/v1/businesses/{businessId}/terms',
    doc: 'Returns what is agreed with a business about its money.',
    right: 'read',
    params,
    answer: termsShape,
    refuses: ['not_found'],
    isVersioned: true,
    async handle(world, call) {
      const one = await businessBelow(world, call, call.params.businessId);
      return { body: termsWire(one.terms) };
    },
  }),
  changeTermsOf,
  ...brandingEndpoints,
  moveOf('suspend', 'Refuses all calls of a business but refunds and voids.', suspendBusiness),
  moveOf('reinstate', 'Puts a suspended business back into its former state.', resume),
  moveOf('close', 'Refuses all calls of a business for good.', closeBusiness),
  listBusinessMoves,
];
