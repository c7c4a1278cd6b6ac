import { signal } from '@preact/signals';
import type { Failure, PageState } from './run.ts';

/** What every view shares. */
export const pageState = signal<PageState | null>(null);
/** Where the clock of a sandbox is stopped, in milliseconds since 1970; null for one that runs. */
export const stoppedAt = signal<number | null>(null);
/** The time of the service, in milliseconds since 1970. */
export function getNow(): number {
  return stoppedAt.value ?? Date.now() + (pageState.value?.aheadMs ?? 0);
}

/** The chosen profile: its alias, or null for the Primary Profile. */
export const profile = signal<string | null>(null);
/** Raised when the account or the sandbox changed, so that views read again. */
export const changes = signal(0);
/** The same for what the receiver of this machine has stored. */
export const receiverChanges = signal(0);
/** Raised by a person, to read again what could not be read. */
export const rereads = signal(0);
/** Why reads that are shown failed that all others would fail of, too; by the read. */
export const serviceFailures = signal<ReadonlyMap<symbol, Failure>>(new Map());
/** What is wrong with the connection to the process; null when it is open. */
export const disconnected = signal<string | null>(null);
/** The last thing that was done, said at the foot of the page. */
export const said = signal<string | null>(null);

/** The place in the page, from the fragment: `#/inbox?network=instagram` is `inbox` with its parameters. */
export interface ViewPlace {
  readonly view: string;
  readonly parameters: URLSearchParams;
}

export const place = signal<ViewPlace>(readPlace());

/** @param hash of a link (default: the address of the page) */
export function readPlace(hash = location.hash): ViewPlace {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { view: path, parameters: new URLSearchParams(query) };
}

/**
 * Sets parameters of the place; null and an empty text remove one.
 *
 * @param isTyped letter by letter, or step by step: then the history of the browser gets no entry
 */
export function setParameters(
  changed: Readonly<Record<string, string | null>>,
  { isTyped = false } = {},
): void {
  const { view, parameters } = place.value;
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  const hash = `#/${view}${next.size > 0 ? `?${next}` : ''}`;
  if (!isTyped) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, '', hash);
  place.value = readPlace();
}
