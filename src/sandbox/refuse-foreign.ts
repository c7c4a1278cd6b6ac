/** What the guard looks at: the head of a request, as it came. */
export interface RequestHead {
  readonly method: string;
  /** The request's target, not decoded: a path, or whatever a client wrote in its place. */
  readonly target: string;
  /** Names and values in turn, repeated ones too. */
  readonly rawHeaders: readonly string[];
}

/** Why a request is turned away before anything else looks at it. */
export interface Refusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** Methods that change nothing: a page can send them, and gets nothing for it. */
const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** The port that clients leave out. */
const HTTP = 80;

/** What browsers say of a request that comes from the page itself, or from the address bar. */
const OWN_SITES: readonly string[] = ['same-origin', 'none'];

/**
 * Decides whether a request may come in at all: it was meant for this server, no other site's page sent it, and it
 * carries no form. The path has no say in it, so no way of writing a path leads around it.
 *
 * @param port the one that is listened on
 * @returns null when it may
 * @see docs/safety.md#D1, #D2, #D3
 */
export function refuseForeign(head: RequestHead, port: number): Refusal | null {
  const values = (name: string) => getHeaderValues(head.rawHeaders, name);
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map(
    (name) => `${name}${port === HTTP ? '' : `:${port}`}`,
  );
  if (!isOneOf(values('host'), hosts)) {
    return { status: 403, message: `Host must be one of ${hosts.join(', ')}.` };
  }
  const origins = hosts.map((host) => `http://${host}`);
  if (!isNoneOrOneOf(values('origin'), origins)) {
    return { status: 403, message: 'Origin is another site.' };
  }
  if (!isNoneOrOneOf(values('sec-fetch-site'), OWN_SITES)) {
    return { status: 403, message: 'Sec-Fetch-Site tells of another site.' };
  }
  if (!head.target.startsWith('/')) return { status: 400, message: 'The target must be a path.' };
  return isForm(head, values)
    ? { status: 400, message: 'The body must be JSON: Content-Type: application/json.' }
    : null;
}

/** A page can send forms and plain text to anyone without asking first, but not JSON. */
function isForm({ method }: RequestHead, values: (name: string) => readonly string[]): boolean {
  const types = values('content-type');
  const lengths = values('content-length');
  const hasBody = values('transfer-encoding').length > 0 || lengths.some((length) => length.trim() !== '0');
  if (!hasBody && (READS.includes(method) || types.length === 0)) return false;
  return types.length !== 1 || !/^application\/json *(;|$)/i.test(types[0] ?? '');
}

function getHeaderValues(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/** Two of a header that must be one are nobody's honest request. */
function isOneOf(values: readonly string[], allowed: readonly string[]): boolean {
  return values.length === 1 && allowed.includes(values[0]?.toLowerCase() ?? '');
}

function isNoneOrOneOf(values: readonly string[], allowed: readonly string[]): boolean {
  return values.length === 0 || isOneOf(values, allowed);
}
