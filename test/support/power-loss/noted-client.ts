import { Agent, request } from 'node:http';
import type { TraceEvent } from './read-trace.ts';

/** A request to a traced process, and its answer. */
export interface NotedAnswer<Note> {
  readonly note: Note;
  /** The port of the connection, on this side. */
  readonly port: number;
  readonly status: number;
  readonly body: string;
}

/** Sends requests over connections that have one at a time, so that each answer in the trace is known to be its. */
export function createNotedClient<Note>(address: string, connections: number) {
  const answers: NotedAnswer<Note>[] = [];
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const send = (
    agent: Agent,
    { path, method = 'POST', headers = {}, body = '' }: NotedRequest,
    note: Note,
  ): Promise<NotedAnswer<Note>> =>
    new Promise((resolve, reject) => {
      const asked = request(new URL(path, address), { method, agent, headers }, (answer) => {
        const { status, port } = { status: answer.statusCode ?? 0, port: answer.socket.localPort ?? 0 };
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => {
          const noted = { note, port, status, body: text };
          answers.push(noted);
          resolve(noted);
        });
      });
      asked.on('error', reject).end(body);
    });
  return {
    /** All answers, in the order in which they came. */
    answers,
    /** Runs `work` once for each connection, at the same time. */
    each: (
      work: (
        ask: (request: NotedRequest, note: Note) => Promise<NotedAnswer<Note>>,
        at: number,
      ) => Promise<void>,
    ) => Promise.all(agents.map((agent, at) => work((asking, note) => send(agent, asking, note), at))),
    close() {
      for (const agent of agents) agent.destroy();
    },
  };
}

interface NotedRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Finds where in a trace each request was answered. @returns by the place of the event */
export function findAnswers<Note>(
  events: readonly TraceEvent[],
  answers: readonly NotedAnswer<Note>[],
): Map<number, NotedAnswer<Note>> {
  const waiting = new Map<number, NotedAnswer<Note>[]>();
  for (const answer of answers) waiting.set(answer.port, [...(waiting.get(answer.port) ?? []), answer]);
  const ports = new Map<number, number>();
  const found = new Map<number, NotedAnswer<Note>>();
  events.forEach((event, place) => {
    if (event.does === 'accept') ports.set(event.socket, event.port);
    if (event.does !== 'send' || !startsWith(event.bytes, 'HTTP/1.1 ')) return;
    const answer = waiting.get(ports.get(event.socket) ?? 0)?.shift();
    if (answer !== undefined) found.set(place, answer);
  });
  const lost = [...waiting.values()].flat().length;
  if (lost > 0) throw new Error(`${lost} answers are not in the trace`);
  return found;
}

/** A request that a traced process has sent. */
export interface TracedRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const END_OF_HEAD = '\r\n\r\n';

/** Finds the whole requests that a traced process sent to others. @returns by the place of their last byte */
export function findRequests(events: readonly TraceEvent[]): Map<number, TracedRequest> {
  const begun = new Map<number, Buffer>();
  const found = new Map<number, TracedRequest>();
  events.forEach((event, place) => {
    if (event.does !== 'send') return;
    const before = begun.get(event.socket);
    if (before === undefined && !startsWith(event.bytes, 'POST ')) return;
    const bytes = before === undefined ? event.bytes : Buffer.concat([before, event.bytes]);
    begun.set(event.socket, bytes);
    const whole = readRequest(bytes);
    if (whole === null) return;
    found.set(place, whole);
    begun.delete(event.socket);
  });
  return found;
}

function readRequest(bytes: Buffer): TracedRequest | null {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return null;
  const lines = bytes.toString('latin1', 0, end).split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = bytes.subarray(end + END_OF_HEAD.length);
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  return { headers, body: body.toString('utf8') };
}

function startsWith(bytes: Buffer, text: string): boolean {
  return bytes.toString('latin1', 0, text.length) === text;
}
