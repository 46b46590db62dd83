import { connect } from 'node:net';

/** What a file of a sample says, as it goes over the wire: every character is a byte. */
export type Message = { readonly head: readonly string[]; readonly body: string };

/** Sends all requests at once over one connection, and answers as many answers as came whole. */
export async function exchange(port: number, requests: readonly Message[]): Promise<Message[]> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.setEncoding('latin1');
  socket.on('error', () => {}); // A reset is a close like any other.
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  let received = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (text) => {
      received += text;
      if (answersIn(received, requests).length === requests.length) resolve();
    });
  });
  socket.write(requests.map(bytesOf).join(''), 'latin1');
  await Promise.race([answered, closed]);
  socket.destroy();
  await closed;
  return answersIn(received, requests);
}

function bytesOf({ head, body }: Message): string {
  const isSized = head.some((line) => /^(content-length|transfer-encoding):/i.test(line));
  const length = body === '' || isSized ? [] : [`Content-Length: ${body.length}`];
  return [...head, ...length, '', body].join('\r\n');
}

function answersIn(text: string, requests: readonly Message[]): Message[] {
  const answers: Message[] = [];
  let at = 0;
  for (const { head: request } of requests) {
    const headEnd = text.indexOf('\r\n\r\n', at);
    if (headEnd === -1) break;
    const head = text.slice(at, headEnd).split('\r\n');
    const isHead = request[0]!.startsWith('HEAD ');
    const length = isHead ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(at))?.[1]);
    const body = text.slice(headEnd + 4, headEnd + 4 + length);
    if (body.length < length) break;
    answers.push({ head: head.filter(matters), body });
    at = headEnd + 4 + length;
  }
  return answers;
}

/** Of a moment or a connection, and so not of an answer. */
function matters(line: string): boolean {
  return !/^(date|keep-alive):|^connection: keep-alive$/i.test(line);
}
