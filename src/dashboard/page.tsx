import { render } from 'preact';
import * as z from 'zod';
import { followChanges } from './follow-changes.ts';
import { followClock } from './follow-clock.ts';
import { Frame } from './frame.tsx';
import { pageState, place, readPlace } from './page-store.ts';
import { describeFault, readState } from './run.ts';
import { startSession } from './session.ts';

// its compiler would need what the content security policy forbids
z.config({ jitless: true });

try {
  const missing = await startSession();
  if (missing === null) {
    const [state] = await Promise.all([readState(), followChanges()]);
    pageState.value = state;
    followClock();
  } else show(missing);
} catch (error) {
  show(describeFault(error).failure.message);
}
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
