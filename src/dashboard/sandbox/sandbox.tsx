import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { place } from '../page-store.ts';
import { Accounts } from './accounts.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { Faults } from './faults.tsx';
import { Follower } from './follower.tsx';
import { Limits } from './limits.tsx';
import { Outbox } from './outbox.tsx';

interface SandboxPart {
  readonly part: string;
  readonly title: string;
  readonly Body: ComponentType;
}

const FOLLOWER: SandboxPart = { part: '', title: 'Be a follower', Body: Follower };

const PARTS: readonly SandboxPart[] = [
  FOLLOWER,
  { part: 'outbox', title: 'Outbox', Body: Outbox },
  { part: 'accounts', title: 'Accounts', Body: Accounts },
  { part: 'limits', title: 'Plan and limits', Body: Limits },
  { part: 'faults', title: 'Faults', Body: Faults },
];

/** What only a sandbox has: its clock, its followers, what it sent, and how it can be made to fail. */
export function SandboxControls() {
  const asked = place.value.parameters.get('part') ?? '';
  const { part: shown, Body } = PARTS.find(({ part }) => part === asked) ?? FOLLOWER;
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // on a phone, only some of them are in the window
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <div class="sandbox">
      <ClockPanel />
      <nav ref={tabs} class="sandbox-tabs" aria-label="Parts of the sandbox">
        {PARTS.map(({ part, title }) => (
          <a
            key={part}
            href={part === '' ? '#/sandbox' : `#/sandbox?part=${part}`}
            aria-current={part === shown ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <Body key={shown} />
    </div>
  );
}
