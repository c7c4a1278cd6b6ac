import { effect } from '@preact/signals';
import { changes, pageState, stoppedAt } from './page-store.ts';
import { run } from './run.ts';
import type { ClockOfPage } from './sandbox/sandbox-records.ts';

/** The service rounds to a second. */
const ROUNDED_MS = 2_000;

/** Keeps the time of all views that of the sandbox: its clock can be moved, and stopped, on this page or elsewhere. */
export function followClock(): void {
  effect(() => {
    changes.value;
    if (pageState.peek()?.isSandbox === true) void readClock().catch(() => {}); // the frame shows a lost connection
  });
}

async function readClock(): Promise<void> {
  const { document } = await run<ClockOfPage>({ command: 'sandbox clock now' }, null);
  const state = pageState.peek();
  if (document === null || state === null) return;
  const now = Date.parse(document.now);
  stoppedAt.value = document.mode === 'set' ? now : null;
  const aheadMs = now - Date.now();
  if (Math.abs(aheadMs - state.aheadMs) > ROUNDED_MS) pageState.value = { ...state, aheadMs };
}
