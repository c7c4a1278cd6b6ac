import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Home } from './home/home.tsx';
import { disconnected, pageState, place, profile, said, serviceFailures } from './page-store.ts';
import { FailureNote, ReadAgain } from './parts/failure-note.tsx';
import { SearchField } from './search/search-field.tsx';

interface PageView {
  readonly view: string;
  readonly title: string;
  load(): Promise<ComponentType>;
  /** Whether it shows what only a sandbox has. */
  readonly isOfSandbox?: boolean;
  /** Whether something else than the navigation leads to it. */
  readonly isUnlisted?: boolean;
}

/** The views, in the order of the navigation; the first one is shown at first. */
const VIEWS: readonly PageView[] = [
  { view: '', title: 'Home', load: async () => Home },
  { view: 'inbox', title: 'Inbox', load: async () => (await import('./inbox/inbox.tsx')).Inbox },
  {
    view: 'calendar',
    title: 'Calendar',
    load: async () => (await import('./calendar/calendar.tsx')).Calendar,
  },
  {
    view: 'automations',
    title: 'Automations',
    load: async () => (await import('./automations/automations.tsx')).Automations,
  },
  {
    view: 'activity',
    title: 'Activity',
    load: async () => (await import('./activity/activity.tsx')).Activity,
  },
  {
    view: 'analytics',
    title: 'Analytics',
    load: async () => (await import('./analytics/analytics.tsx')).Analytics,
  },
  { view: 'hooks', title: 'Webhooks', load: async () => (await import('./hooks/hooks.tsx')).Hooks },
  {
    view: 'sandbox',
    title: 'Sandbox',
    load: async () => (await import('./sandbox/sandbox.tsx')).SandboxControls,
    isOfSandbox: true,
  },
  {
    view: 'settings',
    title: 'Settings',
    load: async () => (await import('./settings/settings.tsx')).Settings,
  },
  {
    view: 'search',
    title: 'Search',
    load: async () => (await import('./search/search.tsx')).Search,
    isUnlisted: true,
  },
];

/** How long what was done stays on the page. */
const SAID_MS = 6_000;

/** The page around each view: navigation, the account it is about, and what was done last. */
export function Frame() {
  const views = VIEWS.filter(
    ({ isOfSandbox }) => isOfSandbox !== true || pageState.value?.isSandbox === true,
  );
  const current = views.find(({ view }) => view === place.value.view) ?? views[0];
  const listed = views.filter(({ isUnlisted }) => isUnlisted !== true);
  const main = useRef<HTMLElement>(null);
  const title = current?.title ?? '';
  useEffect(() => {
    document.title = `${title} · crier`;
    scrollTo(0, 0);
  }, [title]);
  const sentence = said.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      said.value = null;
    }, SAID_MS);
    return () => clearTimeout(timer);
  }, [sentence]);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // on a phone, only some of the views are in the window
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [title]);
  if (current === undefined) return null;
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <div class="side">
        <header class="bar">
          <span class="brand">crier</span>
          <SearchField />
          <nav ref={nav} aria-label="Views">
            {listed.map(({ view, title }) => (
              <a key={view} href={`#/${view}`} aria-current={view === current.view ? 'page' : undefined}>
                {title}
              </a>
            ))}
          </nav>
          <Account />
        </header>
        <p class="said" role="status">
          {sentence}
        </p>
      </div>
      <main ref={main} id="main" class={`${current.view || 'home'}-view`} tabIndex={-1}>
        <Connection />
        <ServiceFailures />
        <h1>{current.title}</h1>
        <ViewBody key={current.view} {...current} />
      </main>
    </>
  );
}

/** By their views, so that the second visit needs no moment; the first file has that of the start. */
const BODIES = new Map<string, ComponentType>([['', Home]]);

/** A view, as soon as its file is loaded. */
function ViewBody({ view, title, load }: PageView) {
  const [isFailed, setFailed] = useState(false);
  const [, redraw] = useState(0);
  useEffect(() => {
    if (BODIES.has(view)) return;
    load().then(
      (loaded) => redraw(BODIES.set(view, loaded).size),
      () => setFailed(true),
    );
  }, [view]);
  const Body = BODIES.get(view);
  if (Body !== undefined) return <Body />;
  if (!isFailed)
    return (
      <div class="skeleton" role="status" aria-busy="true" aria-label={`loading ${title.toLowerCase()}`} />
    );
  return (
    <p class="note bad" role="alert">
      This view could not be loaded. Reload the page when its process answers again.
    </p>
  );
}

/** What is wrong with the connection; what was read stays on the page meanwhile. */
function Connection() {
  return (
    <div role="status">
      {disconnected.value !== null && <p class="note bad connection">{disconnected.value}</p>}
    </div>
  );
}

/** Why what is shown could not be read, once for all parts of the view; what was read stays meanwhile. */
function ServiceFailures() {
  const failures = new Map(
    [...serviceFailures.value.values()]
      // said by the connection
      .filter(({ kind }) => kind !== 'unreachable' || disconnected.value === null)
      .map((failure) => [failure.message, failure]),
  );
  if (failures.size === 0) return null;
  return (
    <div class="service-failures">
      {[...failures].map(([message, failure], at) => (
        <FailureNote key={message} failure={failure}>
          {at === failures.size - 1 && <ReadAgain />}
        </FailureNote>
      ))}
    </div>
  );
}

/** Whose account this is: the context and the profile. */
function Account() {
  const state = pageState.value;
  if (state === null) return null;
  return (
    <div class="account">
      <span class={state.isSandbox ? 'tag' : 'tag strong'}>{state.context}</span>
      {state.isReadOnly && <span class="tag">read-only</span>}
      {state.profiles.length > 0 && (
        <select
          aria-label="Profile"
          value={profile.value ?? ''}
          onChange={({ currentTarget }) => {
            profile.value = currentTarget.value === '' ? null : currentTarget.value;
          }}
        >
          <option value="">Primary Profile</option>
          {state.profiles.map((alias) => (
            <option key={alias} value={alias}>
              {alias}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
