import { pageState } from '../page-store.ts';

/** Where this page does what a command does. */
export interface CommandPlace {
  /** As the navigation names it. */
  readonly title: string;
  readonly href: string;
}

type FindCommandPlace = (id: string | undefined) => CommandPlace;

const show =
  (title: string, href: string): FindCommandPlace =>
  () => ({ title, href });

/** Of one record, by the parameter of its view; without an id, the whole view. */
const showRecord =
  (title: string, view: string, parameter: string): FindCommandPlace =>
  (id) => ({
    title,
    href: `#/${view}${id === undefined ? '' : `${view.includes('?') ? '&' : '?'}${new URLSearchParams({ [parameter]: id })}`}`,
  });

/** A row of activity, or the rows of an automation. */
const showExplained: FindCommandPlace = (id) =>
  showRecord('Activity', 'activity', /^auto_\w+$/.test(id ?? '') ? 'automation' : 'row')(id);

const editAutomation: FindCommandPlace = (id) => ({
  title: 'Automations',
  href: `#/automations${id === undefined ? '' : `?${new URLSearchParams({ form: 'edit', id })}`}`,
});

/** By the first words of a command; the longest that fit decide. */
const PLACES: Readonly<Record<string, FindCommandPlace>> = {
  automations: showRecord('Automations', 'automations', 'id'),
  'automations activity': showRecord('Activity', 'activity', 'automation'),
  'automations explain': showExplained,
  'automations report': showRecord('Activity', 'activity', 'automation'),
  'automations update': editAutomation,
  'comments inbox': show('Inbox', '#/inbox'),
  doctor: show('Settings', '#/settings'),
  hooks: show('Webhooks', '#/hooks'),
  'hooks inbox': showRecord('Webhooks, Receiver', 'hooks?part=receiver', 'number'),
  'hooks list': show('Webhooks, Registered', '#/hooks?part=registered'),
  'hooks register': show('Webhooks, Registered', '#/hooks?part=registered'),
  inbox: show('Inbox', '#/inbox'),
  posts: showRecord('Calendar', 'calendar', 'post'),
  'profiles health': show('Settings', '#/settings'),
  'profiles link': show('Settings', '#/settings'),
  'replies list': show('Inbox', '#/inbox'),
  'sandbox account': show('Sandbox, Accounts', '#/sandbox?part=accounts'),
  'sandbox clock': show('Sandbox', '#/sandbox'),
  'sandbox dm-limits': show('Sandbox, Plan and limits', '#/sandbox?part=limits'),
  'sandbox engage': show('Sandbox, Be a follower', '#/sandbox'),
  'sandbox fault': show('Sandbox, Faults', '#/sandbox?part=faults'),
  'sandbox outbox': show('Sandbox, Outbox', '#/sandbox?part=outbox'),
  'sandbox plan': show('Sandbox, Plan and limits', '#/sandbox?part=limits'),
  'sandbox redeliver': showRecord('Webhooks', 'hooks', 'hook'),
  'sandbox reset': show('Sandbox, Plan and limits', '#/sandbox?part=limits'),
  'sandbox status': show('Sandbox', '#/sandbox'),
  status: show('Settings', '#/settings'),
  user: show('Settings', '#/settings'),
};

/** Commands that no view does in their way. */
const ONLY_IN_TERMINAL: readonly string[] = ['hooks listen', 'hooks verify', 'hooks store', 'posts open'];

/** The place of a command, as it is printed: `crier automations resume auto_K7pW2mXq9L --sandbox`; null if the page has none. */
export function findCommandPlace(command: string): CommandPlace | null {
  const [, ...words] = command.split(/\s+/);
  const [first = '', second = '', third] = words;
  const name = `${first} ${second}`;
  if (ONLY_IN_TERMINAL.includes(name)) return null;
  if (first === 'sandbox' && pageState.value?.isSandbox !== true) return null;
  const isLong = first === 'hooks' && second === 'inbox';
  const id = isLong ? words[3] : third;
  const find = PLACES[name] ?? PLACES[first];
  return find?.(id === undefined || /^[-<]/.test(id) ? undefined : id) ?? null;
}
