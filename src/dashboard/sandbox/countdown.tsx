import { useEffect, useState } from 'preact/hooks';
import { changes, getNow, stoppedAt } from '../page-store.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Draws again each second. */
export function useSecond(): void {
  const [, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
}

let isReading = false;

/** Reads again soon, once for all that comes due in the same second; the service rounds to seconds. */
function readAgain(): void {
  if (isReading) return;
  isReading = true;
  setTimeout(() => {
    isReading = false;
    changes.value += 1;
  }, SECOND_MS);
}

/** How long until a time: in seconds when it is near. Views read again when it has come, since reading runs what is due. */
export function Countdown({ at }: { at: string }) {
  useSecond();
  const isFrozen = stoppedAt.value !== null;
  const ms = Date.parse(at) - getNow();
  const isDue = ms <= 0 && !isFrozen;
  useEffect(() => {
    if (isDue) readAgain();
  }, [isDue]);
  return <time dateTime={at}>{isFrozen ? 'when the clock is moved' : formatRemaining(ms)}</time>;
}

function formatRemaining(ms: number): string {
  if (ms <= 0) return 'now';
  if (ms < 2 * MINUTE_MS) return `in ${Math.ceil(ms / SECOND_MS)} s`;
  if (ms < 120 * MINUTE_MS) return `in ${Math.round(ms / MINUTE_MS)} min`;
  const hours = Math.round(ms / (60 * MINUTE_MS));
  return hours < 48 ? `in ${hours} h` : `in ${Math.round(hours / 24)} days`;
}
