import { leastPartOf, leftOf } from '../../../invoicing/pay-links/parts.ts';
import { type Owed, remindOf } from '../../../invoicing/pay-links/remind.ts';
import { hasRoom, showAddress, withLink } from '../../../invoicing/pay-links/send-link.ts';
import { revokePayLink } from '../../../invoicing/subscriptions/void-invoice.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { payerFace, usualReminder } from '../../../notify/mail/pay-text.ts';
import type { Sql } from '../../../runtime/sql.ts';
import { type Endpoint, endpoint, type V1Call } from '../endpoint.ts';
import { listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { id, object } from '../shape.ts';
import { messageNamed, messageShape } from './conversations.ts';
import { keyOfText } from './key-of-text.ts';
import { linkText, noRoom } from './link-reminders.ts';
import { makePayLink, newLinkRefusals, newPayLink } from './new-pay-link.ts';
import { createMany } from './pay-link-batches.ts';
import { linkNamed, madeLink, payLinkListing, payLinkShape, payLinkWire } from './pay-link-view.ts';

const params = { payLinkId: id('The link.') };

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
    const { link } = await makePayLink(world, call, call.body, call.idempotencyKey);
    const headers = { Location: `/v1/pay-links/${link.id}` };
    return { body: await madeLink(world, call, link.id), headers };
  },
});

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
    // Nothing is made: a repetition shows it again, and its answer with the address is stored nowhere.
    ...{ keepsKey: true, replayHeaders: [] },
    async handle(world, call) {
      const link = await linkNamed(world, call, BigInt(call.params.payLinkId));
      const address = await showAddress(world, link, call.actor);
      return { body: { ...payLinkWire(link, call, world), address } };
    },
  }),
  endpoint({
    id: 'payLinks.remind',
    method: 'POST',
    path: '/v1/pay-links/{payLinkId}/remind',
    doc:
      'Texts the payer of a link once more, at the phone that the payer has by now. Of one link that is done at most three times a ' +
      'day; reminders that were made with the link do not count.',
    right: 'charge',
    params,
    body: object({ text: linkText }),
    answer: messageShape,
    status: 201,
    needsPayments: true,
    needsServices: ['invoicing', 'messaging'],
    refuses: [
      'not_found',
      'wrong_fields',
      'invoice_ended',
      'text_not_wanted',
      'number_takes_no_texts',
      'no_number_to_text_from',
    ],
    async handle(world, call) {
      const { business, params: named, body, actor } = call;
      const text = body.text === undefined ? undefined : withLink(body.text);
      if (text !== undefined && !hasRoom(world, business.id, text))
        throw new Refusal('wrong_fields', { details: [fieldFault('text', noRoom)] });
      const key = { businessId: business.id, id: BigInt(named.payLinkId) };
      const wordsFor = async (tx: Sql, owed: Owed) => text ?? (await remindedOf(tx, owed, call));
      const idempotencyKey = keyOfText(call.idempotencyKey);
      const id = await remindOf(world, key, { business, actor, idempotencyKey, wordsFor });
      const headers = { Location: `/v1/messages/${id}` };
      return { body: await messageNamed(world, call as unknown as V1Call, String(id)), headers };
    },
  }),
  endpoint({
    id: 'payLinks.revoke',
    method: 'POST',
    path: '/v1/pay-links/{payLinkId}/revoke',
    doc:
      'Revokes a pay link and its invoice, and its text if that was not sent yet. One that is paid, or being paid, stays; of one ' +
      'that is paid in part, only what is left ends.',
    right: 'charge',
    params,
    answer: payLinkShape,
    refuses: ['not_found', 'invoice_ended'],
    whileSuspended: true,
    async handle(world, call) {
      const key = BigInt(call.params.payLinkId);
      await revokePayLink(world, call.business, await linkNamed(world, call, key), call.actor);
      return { body: payLinkWire(await linkNamed(world, call, key), call, world) };
    },
  }),
];

/** The usual words. Where the invoice was billed by another name, that is used. */
async function remindedOf(
  tx: Sql,
  { customerId, phone, invoice }: Owed,
  { business, today }: Pick<V1Call, 'business' | 'today'>,
): Promise<string> {
  const { currency, details } = invoice;
  const face = await payerFace(tx, { businessId: business.id, customerId, phone });
  const name = details.bill?.business.name ?? business.name;
  const dueOn = details.bill?.dueOn;
  const isInParts = leastPartOf(details) !== undefined;
  return usualReminder(face, { name, cents: leftOf(invoice), currency, dueOn, isInParts }, today);
}
