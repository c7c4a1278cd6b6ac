import { createServer } from 'node:http';

/** A service on a loopback port. */
export interface Service {
  readonly url: string;
  /** What tells crier of it. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/**
 * Answers every read of comments with the same body.
 *
 * @param count how many comments it has; about 300 bytes each
 */
export async function serveComments(count: number): Promise<Service & { readonly body: string }> {
  const body = JSON.stringify({
    status: 'success',
    id: 'x',
    instagram: Array.from({ length: count }, (_each, index) => comment(index)),
  });
  return { body, ...(await serve(() => body)) };
}

/**
 * Answers every read of activity with a page of it.
 *
 * @param count how many rows there are; about 700 bytes each
 */
export function serveActivity(count: number): Promise<Service> {
  return serve(({ searchParams }) => {
    const from = Number(searchParams.get('next') ?? 0);
    const end = Math.min(count, from + Number(searchParams.get('limit')));
    const hasMore = end < count;
    return JSON.stringify({
      status: 'success',
      activity: Array.from({ length: end - from }, (_each, index) => row(from + index)),
      meta: { pagination: { hasMore, next: hasMore ? String(end) : null, limit: end - from } },
    });
  });
}

async function serve(answer: (url: URL) => string): Promise<Service> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    response.setHeader('content-type', 'application/json').end(answer(url));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    env: { CRIER_BASE_URL: url, CRIER_API_KEY: 'KEY-FOR-THE-BENCH-0001' },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const FIRST_ID = 17_900_000_000_000;

function comment(index: number): object {
  return {
    comment: `A comment of usual length, number ${index}, with a word or two more 🙂`,
    commentId: String(FIRST_ID + index),
    created: '2026-09-21T14:13:20Z',
    from: { id: String(FIRST_ID - index), username: `person${index}` },
    likeCount: index % 97,
    platform: 'instagram',
    postId: '18119826100716099',
    userName: `person${index}`,
    username: `person${index}`,
  };
}

function row(index: number): object {
  const eventId = String(FIRST_ID + index);
  return {
    id: `auto_K4mZ8qT2xW:trg_p7Rk2a:${eventId}`,
    automationId: 'auto_K4mZ8qT2xW',
    triggerId: 'trg_p7Rk2a',
    triggerType: 'comment_keyword',
    eventId,
    platform: 'instagram',
    recipientId: String(FIRST_ID - index),
    recipientUsername: `person${index}`,
    status: index % 7 === 0 ? 'deduplicated' : 'sent',
    errorDetails: null,
    keyword: 'price',
    commentText: 'price please',
    commentId: eventId,
    postId: '18119826100716099',
    storyId: null,
    actionResults: [
      {
        actionId: 'act_v3Nd9s',
        type: 'send_dm',
        status: 'sent',
        errorDetails: null,
        messageSource: 'template',
        sent: { message: `Hello person${index}, here it is` },
        completedAt: '2026-09-21T14:14:01Z',
      },
    ],
    created: '2026-09-21T14:13:20Z',
    completedAt: '2026-09-21T14:14:01Z',
  };
}
