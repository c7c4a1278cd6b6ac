import { changes, disconnected, pageState, receiverChanges } from './page-store.ts';
import { openChanges, SessionEnded } from './run.ts';
import { countReads } from './use-run.ts';

/** Longer than the process is ever silent. */
const SILENT_MS = 40_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
/** Between two readings, so that many changes are one. */
const GAP_MS = 100;
/** The same for an account, since each reading counts against its request limit. */
const ACCOUNT_GAP_MS = 15_000;

const PARTS = { account: changes, receiver: receiverChanges } as const;
type ChangedPart = keyof typeof PARTS;
const ALL: readonly ChangedPart[] = ['account', 'receiver'];

/**
 * Lets the open view read again when something has changed, as long as the tab is visible: a hidden one rests, and reads
 * again when it is looked at. A lost connection is shown, and tried again.
 *
 * @returns when it is known what was there before any change, or that it cannot be known
 */
export function followChanges(): Promise<void> {
  return new Promise((started) => void follow(started));
}

async function follow(started: () => void): Promise<void> {
  const raise = createRaise();
  let waitMs = FIRST_WAIT_MS;
  let isFirst = true;
  for (;;) {
    if (document.hidden) started();
    await untilVisible();
    let isConnected = false;
    try {
      for await (const parts of readChanges()) {
        // what changed without a connection is not known
        raise(isConnected || isFirst ? parts : ALL);
        isConnected = true;
        isFirst = false;
        disconnected.value = null;
        waitMs = FIRST_WAIT_MS;
        started();
      }
    } catch (error) {
      if (error instanceof SessionEnded) {
        disconnected.value = error.message;
        return started();
      }
    }
    if (document.hidden) continue;
    disconnected.value =
      'No connection to the process that serves this page. If it was ended, start it again and open its new link.';
    started();
    await pause(waitMs);
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  }
}

/** What changes, until the connection is lost, silent for too long, or the tab is hidden. */
async function* readChanges(): AsyncGenerator<readonly ChangedPart[]> {
  const ending = new AbortController();
  const rest = () => document.hidden && ending.abort();
  document.addEventListener('visibilitychange', rest);
  let timer = setTimeout(() => ending.abort(), SILENT_MS);
  try {
    const reader = (await openChanges(ending.signal)).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => ending.abort(), SILENT_MS);
      const lines = `${text}${value}`.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as readonly ChangedPart[]; // of the process
    }
  } finally {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', rest);
    ending.abort();
  }
}

/** Raises what changed, but not while views read: a reading that is cut short by the next change would never end. */
function createRaise(): (parts: readonly ChangedPart[]) => void {
  const pending = new Set<ChangedPart>();
  const raisedAt = { account: Number.NEGATIVE_INFINITY, receiver: Number.NEGATIVE_INFINITY };
  let isWaiting = false;
  const raiseDue = () => {
    isWaiting = false;
    for (const part of pending) {
      const isLimited = part === 'account' && pageState.value?.isSandbox !== true;
      const gapMs = isLimited ? ACCOUNT_GAP_MS : GAP_MS;
      if (countReads() > 0 || performance.now() - raisedAt[part] < gapMs) continue;
      pending.delete(part);
      raisedAt[part] = performance.now();
      PARTS[part].value += 1;
    }
    if (pending.size === 0) return;
    isWaiting = true;
    setTimeout(raiseDue, GAP_MS);
  };
  return (parts) => {
    for (const part of parts) pending.add(part);
    if (!isWaiting) raiseDue();
  };
}

function untilVisible(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
