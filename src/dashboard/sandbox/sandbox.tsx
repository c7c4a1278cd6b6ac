import type { ComponentType } from 'preact';
import { place } from '../page-store.ts';
import { ClockPanel } from './clock-panel.tsx';
import { Faults } from './faults.tsx';
import { Follower } from './follower.tsx';
import { Outbox } from './outbox.tsx';

const PARTS: readonly { readonly part: string; readonly title: string; readonly Body: ComponentType }[] = [
  { part: '', title: 'Be a follower', Body: Follower },
  { part: 'outbox', title: 'Outbox', Body: Outbox },
  { part: 'faults', title: 'Faults', Body: Faults },
];

/** What only a sandbox has: its clock, its followers, what it sent, and how it can be made to fail. */
export function SandboxControls() {
  const asked = place.value.parameters.get('part') ?? '';
  const current = PARTS.find(({ part }) => part === asked) ?? PARTS[0];
  if (current === undefined) return null;
  const { Body } = current;
  return (
    <div class="sandbox">
      <ClockPanel />
      <nav class="tabs" aria-label="Parts of the sandbox">
        {PARTS.map(({ part, title }) => (
          <a
            key={part}
            href={part === '' ? '#/sandbox' : `#/sandbox?part=${part}`}
            aria-current={part === current.part ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <Body key={current.part} />
    </div>
  );
}
