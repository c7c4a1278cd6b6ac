import { getSession } from './session.ts';

/** What failed, as `--json` of the command line has it. */
export interface Failure {
  readonly kind: string;
  readonly code: number | null;
  /** The status of the answer; null where nothing was asked, or answered. */
  readonly http: number | null;
  readonly message: string;
  readonly advice: string | null;
  /** What is wrong with the fields of what was sent, by its members. */
  readonly details?: { readonly fieldErrors?: Readonly<Record<string, readonly string[]>> } | null;
}

/** The result of a command: some have a document and a failure, since a part of the work failed. */
export interface CommandResult<Document> {
  readonly document: Document | null;
  /** What it printed, where a text was asked for: a file, or CSV. */
  readonly text: string;
  /** What the command line would say beside it. */
  readonly notes: readonly string[];
  readonly failure: Failure | null;
}

/** A command by its words, and its arguments and flags by name. */
export interface Run {
  readonly command: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Whom it is for (default: the chosen profile): an alias; null for the Primary Profile. */
  readonly profile?: string | null;
  /** Asks for what the command prints, such as a file, in place of its document. */
  readonly printsText?: boolean;
}

/**
 * Runs a command in the process that serves this page, which attaches the key.
 *
 * @param profile its alias; null for the Primary Profile
 */
export async function run<Document>(
  { command, input = {}, printsText }: Run,
  profile: string | null,
  signal?: AbortSignal,
): Promise<CommandResult<Document>> {
  const answer = await post('api/run', { command, input, printsText, profile }, signal);
  return (await answer.json()) as CommandResult<Document>; // the process that served this page
}

/** What the page has to know before anything else. */
export interface PageState {
  readonly context: string;
  readonly isSandbox: boolean;
  /** Aliases of the saved profiles. */
  readonly profiles: readonly string[];
  readonly isReadOnly: boolean;
  /** Whether the process reads images from their hosts. */
  readonly showsImages: boolean;
  /** Where deliveries are forwarded to; empty for where each of them went before. */
  readonly forwardsTo: readonly string[];
  /** The zone of all times that are shown. */
  readonly timeZone: string;
  /** How far the clock of the service is ahead of this machine's, in milliseconds: that of a sandbox can be set. */
  readonly aheadMs: number;
}

export async function readState(): Promise<PageState> {
  const answer = await post('api/state', {});
  return (await answer.json()) as PageState; // the process that served this page
}

/** The text of what changes, a line of JSON each. */
export async function openChanges(signal: AbortSignal): Promise<ReadableStream<string>> {
  const { body } = await post('api/changes', {}, signal);
  if (body === null) throw new Unreachable('The process answered nothing.');
  // its type knows no array buffer that is shared, which the decoder takes, too
  return body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>);
}

/** The process has ended, or cannot answer. */
class Unreachable extends Error {
  override readonly name: string = 'Unreachable';
}

/** The process does not know this session, and never will. */
export class SessionEnded extends Unreachable {
  override readonly name = 'SessionEnded';
}

export async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${getSession()}` },
    body: JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Unreachable('No answer from the process that serves this page.');
  });
  if (answer.status === 401) throw new SessionEnded('This page is of an earlier run. Open the new link.');
  if (!answer.ok) throw new Unreachable(`The process answered ${answer.status}.`);
  return answer;
}

const KEY_REFUSED = 401;

/**
 * Whether a failure is of all that is asked at this time, and not of the command: the key, a limit, the service, or the
 * process of this page.
 */
export function isOfService({ kind, http }: Failure): boolean {
  return (
    ['unavailable', 'limited', 'unreachable'].includes(kind) || (kind === 'auth' && http === KEY_REFUSED)
  );
}

/** What a view shows where a command could not be run at all. */
export function describeFault(error: unknown): CommandResult<never> & { readonly failure: Failure } {
  const isUnreachable = error instanceof Unreachable;
  const message = isUnreachable ? error.message : 'This page met a fault of its own.';
  const kind = isUnreachable ? 'unreachable' : 'internal';
  return {
    document: null,
    text: '',
    notes: [],
    failure: { kind, code: null, http: null, message, advice: null },
  };
}
