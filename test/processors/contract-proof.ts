import { strict as assert } from 'node:assert';
import { chargeRequest, type Make } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import {
  type Authentication3ds,
  type Wallet,
  walletKinds,
} from '../../src/ports/processors/authentication.ts';
import type { ChargeRequest } from '../../src/ports/processors/processor.ts';

export const cryptogram = 'Q2FuYXJ5Q3J5cHRvZ3JhbUU2Nzg=';

export const authenticated: Authentication3ds = {
  version: '2.2.0',
  status: 'authenticated',
  eci: '05',
  cryptogram: new Secret(cryptogram),
  dsTransactionId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  serverTransactionId: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
};

export function deviceNumber(kind: Wallet['kind']): Wallet {
  return { kind, form: 'device_number', cryptogram: new Secret(cryptogram), eci: '07' };
}

export function sealed(kind: Wallet['kind'], number: string): Wallet {
  // Doubles can open it: a real one is encrypted for its gateway.
  const card = JSON.stringify({ number, month: 12, year: 2039 });
  const data = Buffer.from(card).toString('base64');
  const payload = JSON.stringify({ version: 'EC_v1', data, signature: 'c2lnbmF0dXJl' });
  return { kind, form: 'sealed', payload: new Secret(payload) };
}

/** What comes with a sealed payload: nothing of its card. */
export function unknownCard({ card }: ReturnType<typeof chargeRequest>): ChargeRequest['card'] {
  const { holder, address, postalCode } = card;
  return { cvv: undefined, holder, address, postalCode };
}

/** A 3-D Secure result or a wallet goes with the charge, or the charge is refused: it is never dropped. */
export function proofContract(promise: Make): void {
  promise('a 3-D Secure result goes with the charge, or nothing is sent', async (subject) => {
    const { processor, cards, written } = subject;
    const before = await written();
    for (const capture of [true, false]) {
      const reference = `a-${capture}`;
      const plain = chargeRequest(reference, cards.approves, { capture });
      const answer = await processor.charge({ ...plain, authentication: authenticated });
      if (processor.can.threeDSecure) {
        assert.equal(answer.outcome, 'approved');
        assert.deepEqual((await processor.inquire(reference)).outcome, 'approved');
        continue;
      }
      assert.equal(answer.outcome, 'rejected');
      assert.equal(await written(), before);
    }
    assert.ok(!(await written()).includes(cryptogram));
  });

  promise('a card of a wallet is charged in the forms that are declared', async (subject) => {
    const { processor, cards, written } = subject;
    for (const kind of walletKinds) {
      for (const wallet of [deviceNumber(kind), sealed(kind, cards.approves)]) {
        const before = await written();
        const plain = chargeRequest(`${kind.slice(0, 5)}-${wallet.form}`, cards.approves);
        const card = { ...plain.card, cvv: undefined };
        const sent = wallet.form === 'sealed' ? unknownCard(plain) : card;
        const answer = await processor.charge({ ...plain, card: sent, wallet });
        if (processor.can.wallets.includes(wallet.form)) {
          assert.equal(answer.outcome, 'approved');
          continue;
        }
        assert.equal(answer.outcome, 'rejected');
        assert.equal(await written(), before);
      }
    }
    assert.ok(!(await written()).includes(cryptogram));
  });

  promise('a proof that is none approves nothing', async ({ processor, cards }) => {
    const forged = new Secret('forged');
    const plain = chargeRequest('a1', cards.approves);
    const authentication = { ...authenticated, cryptogram: forged };
    const first = await processor.charge({ ...plain, authentication });
    assert.notEqual(first.outcome, 'approved');
    const wallet: Wallet = {
      ...deviceNumber('apple_pay'),
      form: 'device_number',
      cryptogram: forged,
      eci: '07',
    };
    const second = await processor.charge({ ...plain, reference: 'a2', wallet });
    assert.notEqual(second.outcome, 'approved');
    for (const reference of ['a1', 'a2'])
      assert.notEqual((await processor.inquire(reference)).outcome, 'approved');
  });

  promise('a charge has room for one proof', async ({ processor, cards, written }) => {
    const before = await written();
    const proofs = { authentication: authenticated, wallet: deviceNumber('apple_pay') };
    const answer = await processor.charge({ ...chargeRequest('a1', cards.approves), ...proofs });
    assert.equal(answer.outcome, 'rejected');
    assert.equal(await written(), before);
  });
}
