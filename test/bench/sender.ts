import { connect } from 'node:net';
import { buildSignatureHeaders } from '../../src/domain/webhooks/delivery.ts';

export const SECRET = 'the-secret-of-the-bench';
const SIGNED_AT = Math.floor(Date.now() / 1_000);
const DELIVERIES = 10_000;
export const CONNECTIONS = 48;

export interface Sent {
  readonly perSecond: number;
  readonly p99Ms: number;
}

let sentBefore = 0;

/**
 * Sends deliveries as fast as they are answered. Each is new, and its bytes are made before the time is taken: a client
 * library would take half as much of the machine as the receiver does.
 */
export async function sendDeliveries({ url }: { readonly url: URL }): Promise<Sent> {
  const requests = Array.from({ length: DELIVERIES }, () => buildRequest(url, eventOf(sentBefore++)));
  const times: number[] = [];
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sendOnOne(url, requests, times)));
  const tookMs = performance.now() - startedAt;
  const sorted = times.toSorted((one, other) => one - other);
  return { perSecond: (DELIVERIES / tookMs) * 1_000, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

/** Sends requests on one connection, each after the answer to the one before, and notes how long they took. */
function sendOnOne({ port, hostname }: URL, requests: Buffer[], times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let sentAt = 0;
    let answer = '';
    const sendNext = () => {
      const request = requests.pop();
      if (request === undefined) return void socket.end();
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', sendNext);
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (!answer.endsWith(END_OF_HEAD)) return; // answers have no body
      if (!answer.startsWith('HTTP/1.1 200 ')) return void socket.destroy(new Error(`the answer: ${answer}`));
      times.push(performance.now() - sentAt);
      answer = '';
      sendNext();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

const END_OF_HEAD = '\r\n\r\n';

function buildRequest({ pathname, host }: URL, event: object): Buffer {
  const body = Buffer.from(JSON.stringify(event));
  const headers = {
    host,
    'content-type': 'application/json',
    'content-length': body.length,
    ...buildSignatureHeaders(body, { kind: 'secret', secret: SECRET, next: null }, SIGNED_AT),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`POST ${pathname} HTTP/1.1`, ...lines].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}${END_OF_HEAD}`), body]);
}

/** The event of one person's comment. @see docs/service/webhooks.md#envelope */
const eventOf = (number: number) => ({
  action: 'automations',
  hookId: `hook${number}`,
  timeStamp: SIGNED_AT,
  type: 'automation.triggered',
  automationId: 'auto_K4mZ8qT2xW',
  triggerId: 'trg_p7Rk2a',
  trigger: 'comment_keyword',
  platform: 'instagram',
  recipientId: String(17_841_499_000_000_000n + BigInt(number)),
  recipientUsername: `person${number}`,
  keyword: 'price',
  activityId: `auto_K4mZ8qT2xW:trg_p7Rk2a:${18_055_000_000_000_000n + BigInt(number)}`,
  actionId: 'act_v3Nd9s',
  eventId: String(18_055_000_000_000_000n + BigInt(number)),
  commentId: String(18_055_000_000_000_000n + BigInt(number)),
  commentText: 'price please',
  postId: '18119826100716099',
  storyId: null,
  timestamp: '2026-09-21T14:13:20Z',
});
