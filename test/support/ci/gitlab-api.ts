import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface MergeRequestNote {
  readonly id: number;
  readonly author: { readonly id: number };
  readonly body: string;
}

/** A stand-in of GitLab's API for the notes of one merge request, on a loopback port. */
export interface GitlabApi {
  readonly address: string;
  /** The notes, the oldest first. */
  readonly notes: MergeRequestNote[];
  /** Answers everything with this status, when it is set. */
  refuses: number | null;
  close(): void;
}

const NOTES = '/projects/4/merge_requests/7/notes';
const TOKEN_OWNER = { id: 90 };
const PAGE = 100;

export async function startGitlabApi(token: string): Promise<GitlabApi> {
  const notes: MergeRequestNote[] = [];
  const api = { notes, refuses: null as number | null };
  const server = createServer(async (request, response) => {
    const answer = (status: number, content: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { body } = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    if (api.refuses !== null) return answer(api.refuses, {});
    if (request.headers['private-token'] !== token) return answer(401, {});
    if (request.method === 'GET' && pathname === '/user') return answer(200, TOKEN_OWNER);
    if (request.method === 'GET' && pathname === NOTES) {
      const start = (Number(searchParams.get('page')) - 1) * PAGE;
      return answer(200, notes.slice(start, start + PAGE));
    }
    if (request.method === 'POST' && pathname === NOTES) {
      const created = { id: 1000 + notes.length, author: TOKEN_OWNER, body };
      notes.push(created);
      return answer(201, created);
    }
    const at = notes.findIndex(({ id }) => pathname === `${NOTES}/${id}`);
    const found = notes[at];
    if (request.method !== 'PUT' || found === undefined) return answer(404, {});
    notes[at] = { ...found, body };
    answer(200, notes[at]);
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
