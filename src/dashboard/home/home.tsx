import { Failed } from './failed.tsx';
import { Links } from './links.tsx';
import { Next } from './next.tsx';
import { Waiting } from './waiting.tsx';

/** What needs a person now, and where it is done. */
export function Home() {
  return (
    <div class="panels">
      <Waiting />
      <Next />
      <Failed />
      <Links />
    </div>
  );
}
