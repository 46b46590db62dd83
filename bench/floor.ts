import { type AddressInfo, createServer, type Socket } from 'node:net';
import { connect } from '../src/database/connect.ts';
import { createGather } from '../src/runtime/gather.ts';
import { begin, end, type Payment, type Sent } from './floor-rows.ts';

/*
 * The floor: takes the requests of the bench from real sockets, writes the rows of each payment in two commits, as many
 * payments in a commit as wait for one, and answers. It checks nothing: no credentials, limits, order numbers or customers;
 * it seals nothing and asks no bank. What the service costs beyond it is the price of all that.
 */
export type FloorOrder = { readonly url: string; readonly businessId: string };

const answer = JSON.stringify({ IsSuccess: true, Message: 'Approved.', Data: 'x'.repeat(214) });
const response =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n' +
  `Content-Length: ${answer.length}\r\n\r\n${answer}`;

process.once('message', async ({ url, businessId: business }: FloorOrder) => {
  const businessId = BigInt(business);
  const db = connect(url, { size: 1, tenants: 'all' });
  const [block] = await db.query<{ next: bigint }>(
    'update business_ids set next = next + 20000000 where business_id = $1 returning next - 20000000 as next',
    [businessId],
  );
  let nextId = block!.next;
  const limits = { rows: 256, lanes: 1, retryable: () => false, sleep: async () => {} };
  const gather = createGather(db, limits);
  const server = createServer({ noDelay: true }, (socket) => {
    let received = '';
    socket.setEncoding('latin1');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: string) => {
      received += chunk;
      const bodyAt = received.indexOf('\r\n\r\n') + 4;
      if (bodyAt === 3) return;
      const length = Number(/Content-Length: (\d+)/.exec(received)?.[1]);
      if (received.length < bodyAt + length) return;
      const sent = JSON.parse(received.slice(bodyAt)) as Sent;
      received = '';
      void take(socket, { businessId, id: nextId, at: new Date(), sent });
      nextId += 2n;
    });
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

  async function take(socket: Socket, payment: Payment): Promise<void> {
    await gather(begin, payment);
    await gather(end, payment);
    socket.write(response);
  }
});

// The bench is gone.
process.once('disconnect', () => process.exit());
