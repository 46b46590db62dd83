import { strict as assert } from 'node:assert';
import { chargeRequest, type Make } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { TokenRequest } from '../../src/ports/processors/processor.ts';

type Kept = { readonly outcome: 'kept'; readonly token: Secret };

function keptCard(reference: string, number: string): TokenRequest {
  const { card } = chargeRequest(reference, number);
  return { reference, currency: 'USD', card: { ...card, cvv: undefined } };
}

/** A charge that has nothing of the card but the token. */
function byToken(reference: string, processorToken: Secret) {
  const plain = chargeRequest(reference, '');
  return { ...plain, card: { ...plain.card, number: undefined }, processorToken };
}

function isKept(answer: { readonly outcome: string }): asserts answer is Kept {
  assert.equal(answer.outcome, 'kept');
}

/** Where a processor keeps cards, a token is of the card that it was made of. */
export function tokenContract(promise: Make): void {
  promise('a card is kept, and charged by its token alone', async (subject) => {
    const { processor, unreachable, cards, written } = subject;
    assert.equal(processor.can.tokens !== false, processor.tokenize !== undefined);
    if (!processor.tokenize) return;
    const kept = await processor.tokenize(keptCard('t1', cards.approves));
    isKept(kept);
    const paid = await processor.charge(byToken('a1', kept.token));
    assert.equal(paid.outcome, 'approved');
    assert.deepEqual((await processor.inquire('a1')).outcome, 'approved');
    assert.equal(lastCardIn(await written()), cards.approves.slice(-4));
    const unsent = await unreachable.tokenize?.(keptCard('t2', cards.approves));
    assert.equal(unsent?.outcome, 'not_sent');
  });

  promise(
    'a token is of the card of its own request, whatever was asked before',
    async (subject) => {
      const { processor, cards, written } = subject;
      if (!processor.tokenize) return;
      const first = await processor.tokenize(keptCard('t1', cards.approves));
      isKept(first);
      const second = await processor.tokenize(keptCard('t1', cards.refundDeclines));
      // A copy may be refused, and never answered with the card of the first.
      if (second.outcome === 'kept') {
        assert.equal((await processor.charge(byToken('a1', second.token))).outcome, 'approved');
        assert.equal(lastCardIn(await written()), cards.refundDeclines.slice(-4));
      }
      assert.equal((await processor.charge(byToken('a2', first.token))).outcome, 'approved');
      assert.equal(lastCardIn(await written()), cards.approves.slice(-4));
    },
  );

  promise('another number has another token, or none', async ({ processor, cards, written }) => {
    if (!processor.tokenize) return;
    const before = await processor.tokenize(keptCard('t1', cards.approves));
    isKept(before);
    const other = keptCard('t2', cards.refundDeclines);
    const after = await processor.updateToken?.(before.token, other);
    if (after?.outcome !== 'kept') return;
    assert.notEqual(after.token.reveal(), before.token.reveal());
    assert.equal((await processor.charge(byToken('a1', after.token))).outcome, 'approved');
    assert.equal(lastCardIn(await written()), cards.refundDeclines.slice(-4));
  });

  promise(
    'a token that is none is refused, and no money moves',
    async ({ processor, passSeconds, failsAtTokens }) => {
      if (!processor.tokenize) return;
      for (const [i, none] of ['9000000000001', '1/2', 'none', '%00'].entries()) {
        const answer = await processor.charge(byToken(`a${i}`, new Secret(none)));
        assert.equal(answer.outcome, failsAtTokens ? 'unknown' : 'rejected', none);
        await passSeconds(processor.can.lateWindowSeconds);
        assert.notEqual((await processor.inquire(`a${i}`)).outcome, 'approved');
      }
    },
  );
}

/** Of the latest charge in a journal. */
function lastCardIn(journal: string): string {
  const entries = journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return entries.findLast(({ event }) => event === 'approved').last4;
}
