import type { ComponentType } from 'preact';
import { place } from '../page-store.ts';
import { Deliveries } from './deliveries.tsx';
import { Receiver } from './receiver.tsx';
import { Registrations } from './registrations.tsx';

/** The parts of the view, by the parameter of their address; the first one is shown at first. */
const PARTS: readonly { readonly part: string; readonly title: string; readonly Body: ComponentType }[] = [
  { part: 'sent', title: 'Deliveries', Body: Deliveries },
  { part: 'receiver', title: 'Receiver', Body: Receiver },
  { part: 'registered', title: 'Registered', Body: Registrations },
];

/** What the service delivered to webhooks, what the receiver of this machine got, and what is registered. */
export function Hooks() {
  const wanted = place.value.parameters.get('part');
  const current = PARTS.find(({ part }) => part === wanted) ?? PARTS[0];
  if (current === undefined) return null;
  const { Body } = current;
  return (
    <>
      <nav class="hook-parts" aria-label="Parts of webhooks">
        {PARTS.map(({ part, title }) => (
          <a
            key={part}
            href={`#/hooks?part=${part}`}
            aria-current={part === current.part ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <Body key={current.part} />
    </>
  );
}
