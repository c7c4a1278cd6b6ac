import { render } from 'preact';
import * as z from 'zod';
import { followChanges } from './follow-changes.ts';
import { followClock } from './follow-clock.ts';
import { Frame } from './frame.tsx';
import { pageState, place, readPlace } from './page-store.ts';
import { readState } from './run.ts';
import { startSession } from './session.ts';

// its compiler would need what the content security policy forbids
z.config({ jitless: true });

const missing = await startSession();
if (missing === null) {
  try {
    const [state] = await Promise.all([readState(), followChanges()]);
    pageState.value = state;
    followClock();
  } catch (error) {
    show(error instanceof Error ? error.message : 'This page met a fault of its own.');
  }
} else show(missing);
if (pageState.value !== null) {
  addEventListener('hashchange', () => {
    place.value = readPlace();
  });
  place.value = readPlace();
  render(<Frame />, document.body);
}

function show(sentence: string): void {
  render(<main class="sentence">{sentence}</main>, document.body);
}
