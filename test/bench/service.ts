import { createServer } from 'node:http';

/** A service on a loopback port that answers every read of comments with the same body. */
export interface Service {
  readonly body: string;
  readonly url: string;
  /** What tells crier of it. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/** @param count how many comments it has; about 300 bytes each */
export async function serveComments(count: number): Promise<Service> {
  const body = JSON.stringify({
    status: 'success',
    id: 'x',
    instagram: Array.from({ length: count }, (_each, index) => comment(index)),
  });
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(body);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    body,
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
