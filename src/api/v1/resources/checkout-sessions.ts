import { checkouts } from '../../../invoicing/pay-links/checkout.ts';
import { revokeLink } from '../../../invoicing/pay-links/end-links.ts';
import type { LinkStage } from '../../../invoicing/pay-links/link.ts';
import {
  linkColumns,
  linkJoins,
  listedLinks,
  toListed,
} from '../../../invoicing/pay-links/list-links.ts';
import { linkAddress } from '../../../invoicing/pay-links/send-link.ts';
import { dayMs } from '../../../kernel/duration.ts';
import { lengths } from '../../../kernel/lengths.ts';
import { flaw, type Parsed, parsed } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { hasCredentials, hasStrayCharacter, hasUserPart } from '../../../kernel/web-address.ts';
import type { RowOf } from '../../../runtime/table.ts';
import type { World } from '../../../world.ts';
import { cardless, numberless, plain, verbatim } from '../../operations/fields.ts';
import { type Endpoint, endpoint, type V1Call } from '../endpoint.ts';
import { expandShape, type Listing, listEndpoint, wires } from '../list.ts';
import {
  bool,
  field,
  id,
  list,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { billFields, makePayLink, newLinkRefusals } from './new-pay-link.ts';
import { linkNamed, payLinkListing, payLinkShape, payLinkWire } from './pay-link-view.ts';

const statuses = ['open', 'processing', 'complete', 'canceled', 'expired'] as const;
const methods = ['card', 'bank'] as const;

const {
  status: _,
  messageId: __,
  dueOn: _dueOn,
  isOverdue: _isOverdue,
  ...ofLink
} = payLinkShape.properties;
const sessionShape = object(
  {
    ...ofLink,
    status: word('Complete once money was taken or promised.', statuses),
    successUrl: text('Where the payer goes afterwards.'),
    cancelUrl: orNull(text('Where the payer goes without paying.')),
    methods: list(word('A way to pay.', methods), 'What the page offers.'),
    saveToken: bool('True if the card or account is saved.'),
  },
  { name: 'CheckoutSession', doc: 'A page of ours on which a payer pays, and comes back from.' },
);

function statusOf(stage: LinkStage): (typeof statuses)[number] {
  switch (stage) {
    case 'created':
    case 'scheduled':
    case 'sent':
    case 'opened':
    // The page of a session takes no parts.
    case 'partially_paid':
      return 'open';
    case 'paying':
    // It may be presented again.
    case 'returned':
      return 'processing';
    case 'reserved':
    case 'paid':
      return 'complete';
    case 'canceled':
      return 'canceled';
    case 'expired':
    case 'revoked':
      return 'expired';
  }
}

const wanted = checkouts.omit('businessId', 'id');
const row = listedLinks.with(wanted.fields);
const select = `${linkColumns}, ${wanted.of('k')}`;
const from =
  'pay_links l join checkout_sessions k on k.business_id = l.business_id and k.id = l.id';

function sessionWire(
  one: RowOf<typeof row>,
  call: Pick<V1Call, 'today'>,
  world: World,
): TypeOf<typeof sessionShape> {
  const listed = toListed(one, world.now());
  const {
    status: ___,
    messageId: ____,
    dueOn,
    isOverdue,
    ...link
  } = payLinkWire(listed, call, world);
  return {
    ...link,
    status: statusOf(listed.stage),
    successUrl: one.successUrl,
    cancelUrl: one.cancelUrl ?? null,
    methods: methods.filter((way) => (way === 'card' ? one.takesCards : one.takesBankAccounts)),
    saveToken: one.savesToken,
  };
}

const { state: _____, overdue: ______, ...filters } = payLinkListing.filters;
const listing: Listing<(typeof row)['fields'], TypeOf<typeof sessionShape>> = {
  rows: row,
  select,
  from,
  joins: linkJoins,
  business: 'l.business_id',
  key: payLinkListing.key,
  filters,
  search: payLinkListing.search!,
  expand: payLinkListing.expand! as never,
  item: sessionShape,
  wire: sessionWire,
};

const params = { sessionId: id('The session.') };

async function sessionNamed(world: World, call: V1Call, key: bigint) {
  const found = await row.readOne(
    world.db,
    `select ${select} from ${from} ${linkJoins} where l.business_id = $1 and l.id = $2`,
    [call.business.id, key],
  );
  if (!found) throw new Refusal('not_found');
  const [body] = await wires(world, listing, call, [found]);
  return body!;
}

const notAnAddress = flaw('malformed', 'must be a whole address, such as https://example.com/paid');

function parseReturn(sent: string): Parsed<string> {
  if (hasStrayCharacter(sent)) return notAnAddress;
  if (hasUserPart(sent)) return hasCredentials;
  const url = /^https?:\/\//i.test(sent) && sent.length <= lengths.url ? URL.parse(sent) : null;
  return url ? cardless(sent, parsed(url.href)) : notAnAddress;
}
const returnField = (doc: string) =>
  field(
    numberless(
      verbatim(plain(doc, { type: 'string', format: 'uri', maxLength: lengths.url }, parseReturn)),
    ),
  );

const noMethod = flaw('required', 'must name at least one way to pay');
const mustBeHttps = flaw('malformed', 'must begin with https:// for a live business');

const createOne = endpoint({
  id: 'checkoutSessions.create',
  method: 'POST',
  path: '/v1/checkout-sessions',
  doc:
    'Makes a page on which a payer pays: send the payer to its address. Afterwards the payer comes back to the success ' +
    'address, with the id of the session as checkoutSession; webhooks of the payment name it too.',
  right: 'charge',
  body: object(
    {
      ...billFields,
      expiresAt: maybe(moment('Until when it can be paid; for a day when left out.')),
      successUrl: returnField('Where the payer goes afterwards.'),
      cancelUrl: maybe(returnField('Where the payer goes without paying.')),
      methods: maybe(list(word('A way to pay.', methods), 'All that you take when left out.', 2)),
      saveToken: maybe(bool('Also save the card or account; the page says so.')),
    },
    { name: 'NewCheckoutSession', doc: 'A page on which a payer pays.' },
  ),
  answer: sessionShape,
  status: 201,
  refuses: newLinkRefusals,
  needsPayments: true,
  needsServices: ['invoicing'],
  keepsKey: true,
  async handle(world, call) {
    const { successUrl, cancelUrl, methods: ways = methods, saveToken, ...bill } = call.body;
    if (ways.length === 0) throw wrong('methods', noMethod);
    for (const [at, url] of Object.entries({ successUrl, cancelUrl })) {
      const isOpen = url?.startsWith('http:') && call.business.environment === 'live';
      if (isOpen) throw wrong(at, mustBeHttps);
    }
    const usualEnd = new Date(world.now().getTime() + dayMs);
    const checkout = {
      successUrl,
      cancelUrl,
      takesCards: ways.includes('card'),
      takesBankAccounts: ways.includes('bank'),
      savesToken: saveToken === true,
    };
    const session = { checkout, usualEnd };
    const { link } = await makePayLink(world, call, bill, call.idempotencyKey, session);
    const body = await sessionNamed(world, call as V1Call, link.id);
    const headers = { Location: `/v1/checkout-sessions/${link.id}` };
    return { body: { ...body, address: linkAddress(world, link) }, headers };
  },
});

function wrong(at: string, fault: ReturnType<typeof flaw>): Refusal {
  return new Refusal('wrong_fields', { details: [fieldFault(at, fault)] });
}

export const checkoutSessionEndpoints: readonly Endpoint[] = [
  listEndpoint(
    {
      id: 'checkoutSessions.list',
      path: '/v1/checkout-sessions',
      doc: 'Lists checkout sessions, the newest first.',
    },
    listing,
  ),
  createOne,
  endpoint({
    id: 'checkoutSessions.retrieve',
    method: 'GET',
    path: '/v1/checkout-sessions/{sessionId}',
    doc: 'Returns a checkout session.',
    right: 'read',
    params,
    query: { expand: maybe(expandShape(Object.keys(listing.expand!))) },
    answer: sessionShape,
    refuses: ['not_found'],
    handle: async (world, call) => ({
      body: await sessionNamed(world, call as V1Call, BigInt(call.params.sessionId)),
    }),
  }),
  endpoint({
    id: 'checkoutSessions.expire',
    method: 'POST',
    path: '/v1/checkout-sessions/{sessionId}/expire',
    doc: 'Ends a checkout session that nobody has paid or is paying.',
    right: 'charge',
    params,
    answer: sessionShape,
    refuses: ['not_found', 'invoice_ended'],
    whileSuspended: true,
    async handle(world, call) {
      const key = BigInt(call.params.sessionId);
      await sessionNamed(world, call as V1Call, key);
      await revokeLink(world, await linkNamed(world, call, key), call.actor);
      return { body: await sessionNamed(world, call as V1Call, key) };
    },
  }),
];
