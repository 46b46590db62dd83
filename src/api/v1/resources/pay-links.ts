import { hash } from 'node:crypto';
import { revokeLink } from '../../../invoicing/pay-links/end-links.ts';
import { type ListedLink, listLinks } from '../../../invoicing/pay-links/list-links.ts';
import { linkAddress, showAddress } from '../../../invoicing/pay-links/send-link.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import { someAtOnce } from '../../../runtime/some-at-once.ts';
import type { World } from '../../../world.ts';
import { type Endpoint, endpoint, type V1Call } from '../endpoint.ts';
import { listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { id, integer, list, object, orNull, type TypeOf, text } from '../shape.ts';
import { makePayLink, newLinkRefusals, newPayLink } from './new-pay-link.ts';
import { payLinkListing, payLinkShape, payLinkWire } from './pay-link-view.ts';

const params = { payLinkId: id('The link.') };

export async function linkNamed(
  world: World,
  { business }: Pick<V1Call, 'business'>,
  key: bigint,
): Promise<ListedLink> {
  const asked = { id: key, most: 1, now: world.now() };
  const [found] = await listLinks(world.db, business.id, asked);
  if (!found) throw new Refusal('not_found');
  return found;
}

async function madeLink(world: World, call: Pick<V1Call, 'business'>, key: bigint) {
  const link = await linkNamed(world, call, key);
  return { ...payLinkWire(link, world), address: linkAddress(world, link) };
}

const createOne = endpoint({
  id: 'payLinks.create',
  method: 'POST',
  path: '/v1/pay-links',
  doc: 'Makes an invoice and an address at which it is paid; sends it by text, or only answers with the address.',
  right: 'charge',
  body: newPayLink,
  answer: payLinkShape,
  status: 201,
  refuses: newLinkRefusals,
  needsPayments: true,
  needsServices: ['invoicing'],
  keepsKey: true,
  async handle(world, call) {
    const link = await makePayLink(world, call, call.body, call.idempotencyKey);
    const headers = { Location: `/v1/pay-links/${link.id}` };
    return { body: await madeLink(world, call, link.id), headers };
  },
});

const mostRows = 500;

const rowResult = object(
  {
    row: integer('Which row of the request; the first has 0.'),
    payLink: orNull(payLinkShape),
    error: orNull(
      object(
        {
          code: text('For programs, as in problem details.'),
          detail: text('What was wrong with the row.'),
          fields: list(text('Its name.'), 'The wrong fields of the row.'),
        },
        { name: 'RowError', doc: 'Why nothing was made of the row.' },
      ),
    ),
  },
  { name: 'PayLinkResult', doc: 'What became of a row.' },
);

const createMany = endpoint({
  id: 'payLinks.createMany',
  method: 'POST',
  path: '/v1/pay-links/batches',
  doc:
    'Makes many invoices with their addresses. Each row succeeds or fails by itself, and has its own result. With an ' +
    'Idempotency-Key the same request again makes only what is not there yet.',
  right: 'charge',
  body: object(
    { rows: list(newPayLink, 'The invoices.', mostRows) },
    { name: 'NewPayLinks', doc: 'Many invoices.' },
  ),
  answer: object(
    { results: list(rowResult, 'One for each row, in their order.') },
    { name: 'PayLinkResults', doc: 'What became of the rows.' },
  ),
  refuses: ['service_not_included'],
  needsPayments: true,
  needsServices: ['invoicing'],
  keepsKey: true,
  // Each row is a request of its own.
  replayHeaders: [],
  mostBytes: 2_000_000,
  async handle(world, call) {
    const results: TypeOf<typeof rowResult>[] = [];
    const rows = call.body.rows.map((sent, row) => ({ sent, row }));
    await someAtOnce(rows, async ({ sent, row }) => {
      results[row] = await resultOf(world, call as V1Call, sent, row);
      return 1;
    });
    return { body: { results } };
  },
});

async function resultOf(
  world: World,
  call: V1Call,
  sent: TypeOf<typeof newPayLink>,
  row: number,
): Promise<TypeOf<typeof rowResult>> {
  const { idempotencyKey: whole } = call;
  // A header can carry no line break, so that no other request has this key.
  const key = whole && {
    key: `\nrow ${row} ${hash('sha256', whole.key)}`,
    content: new Secret(JSON.stringify(['payLinks.createMany', sent])),
  };
  try {
    const link = await makePayLink(world, call, sent, key);
    return { row, payLink: await madeLink(world, call, link.id), error: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message: detail, details } = error;
    const fields = details.map(({ field }) => field);
    return { row, payLink: null, error: { code, detail, fields } };
  }
}

export const payLinkEndpoints: readonly Endpoint[] = [
  listEndpoint(
    {
      id: 'payLinks.list',
      path: '/v1/pay-links',
      doc: 'Lists pay links, the newest first. Their addresses are not shown.',
    },
    payLinkListing,
  ),
  createOne,
  createMany,
  retrieveEndpoint(
    {
      id: 'payLinks.retrieve',
      path: '/v1/pay-links/{payLinkId}',
      doc: 'Returns a pay link, without its address.',
      param: 'payLinkId',
      shape: params.payLinkId,
      column: 'l.id',
    },
    payLinkListing,
  ),
  endpoint({
    id: 'payLinks.showAddress',
    method: 'POST',
    path: '/v1/pay-links/{payLinkId}/address',
    doc: 'Returns a pay link with its address, for its payer. The audit log records that it was shown.',
    right: 'charge',
    params,
    answer: payLinkShape,
    refuses: ['not_found'],
    async handle(world, call) {
      const link = await linkNamed(world, call, BigInt(call.params.payLinkId));
      const address = await showAddress(world, link, call.actor);
      return { body: { ...payLinkWire(link, world), address } };
    },
  }),
  endpoint({
    id: 'payLinks.revoke',
    method: 'POST',
    path: '/v1/pay-links/{payLinkId}/revoke',
    doc: 'Revokes a pay link and its invoice, and its text if that was not sent yet. One that is paid, or being paid, stays.',
    right: 'charge',
    params,
    answer: payLinkShape,
    refuses: ['not_found', 'invoice_ended'],
    whileSuspended: true,
    async handle(world, call) {
      const key = BigInt(call.params.payLinkId);
      await revokeLink(world, await linkNamed(world, call, key), call.actor);
      return { body: payLinkWire(await linkNamed(world, call, key), world) };
    },
  }),
];
