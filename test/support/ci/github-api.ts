import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PullRequestComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
}

/** A stand-in of GitHub's API for the comments of one pull request, on a loopback port. */
export interface GithubApi {
  readonly address: string;
  /** The comments, the oldest first. */
  readonly comments: PullRequestComment[];
  /** Method and path of each request. */
  readonly requests: string[];
  /** Answers writes with this status, when it is set. */
  refuseWrites: number | null;
  close(): void;
}

const TOKEN_OWNER = 'github-actions';
const PAGE = 100;

export async function startGithubApi(token: string): Promise<GithubApi> {
  const comments: PullRequestComment[] = [];
  const requests: string[] = [];
  let nextId = 1000;
  const api = { comments, requests, refuseWrites: null as number | null };
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    const body = await readJson(request);
    const answer = (status: number, content: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content));
    };
    if (request.headers.authorization !== `Bearer ${token}`)
      return answer(401, { message: 'Bad credentials' });
    if (url === '/graphql') return answer(200, listComments(comments, body));
    if (api.refuseWrites !== null) return answer(api.refuseWrites, { message: 'Resource not accessible' });
    if (method === 'POST' && url === '/repos/kestrel/brands/issues/7/comments') {
      const created = { id: ++nextId, author: TOKEN_OWNER, body: String(body['body']) };
      comments.push(created);
      return answer(201, created);
    }
    const [, id] = /^\/repos\/kestrel\/brands\/issues\/comments\/(\d+)$/.exec(url) ?? [];
    const at = comments.findIndex((each) => each.id === Number(id));
    const found = comments[at];
    if (method !== 'PATCH' || found === undefined) return answer(404, { message: 'Not Found' });
    comments[at] = { ...found, body: String(body['body']) };
    answer(200, comments[at]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return Object.assign(api, {
    address: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

function listComments(
  comments: readonly PullRequestComment[],
  { variables }: Record<string, unknown>,
): unknown {
  const { number, owner, name, after } = variables as Record<string, unknown>; // what the query sends
  if (owner !== 'kestrel' || name !== 'brands' || number !== 7)
    return { data: { repository: null }, errors: [{ message: 'Could not resolve to a Repository' }] };
  const start = after === null ? 0 : Number(after);
  const nodes = comments.slice(start, start + PAGE).map(({ id, author, body }) => ({
    databaseId: id,
    viewerDidAuthor: author === TOKEN_OWNER,
    body,
  }));
  const end = start + nodes.length;
  const pageInfo = { hasNextPage: end < comments.length, endCursor: String(end) };
  return { data: { repository: { pullRequest: { comments: { nodes, pageInfo } } } } };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
