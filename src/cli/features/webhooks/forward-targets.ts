import * as z from 'zod';
import { getHostPort, isLoopback } from '../../../domain/addresses/url-shape.ts';
import { createUsageError } from '../../../errors.ts';
import { type ChosenTarget, createUniqueLabel, describeUrl } from '../../../receiver/run/chosen-targets.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../service/webhook-events.ts';
import { WEBHOOK_ACTIONS } from '../../../service/webhooks.ts';
import { createDurationSchema, defineFlag, defineSwitch } from '../../framework/input/flags/flags.ts';
import { splitCommandLine } from '../../framework/output/text/shell-command.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';
import { addScheme, refuseUrl } from './private-addresses.ts';

export const RUN_FLAGS = {
  forward: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe('forward to this URL, on this machine; can be limited: events=url'),
    { placeholder: 'url' },
  ),
  exec: defineFlag(z.array(z.string()).default([]).describe('forward to this program, without a shell'), {
    placeholder: 'command',
  }),
  name: defineFlag(
    z
      .array(z.string().regex(/^[\w.-]{1,60}$/, 'must have only letters, digits and . _ -, at most 60'))
      .default([])
      .describe('name of a target in logs and metrics; --forward first, then --exec'),
    { placeholder: 'name' },
  ),
  concurrency: defineFlag(
    z.int().min(1).max(64).default(4).describe('attempts of a target at the same time'),
    { placeholder: 'n' },
  ),
  rate: defineFlag(z.number().positive().optional().describe('most attempts of a target in a second'), {
    placeholder: 'n',
  }),
  attemptTimeout: defineFlag(
    createDurationSchema().prefault('30s').describe('how long an attempt may take'),
    { placeholder: 'duration' },
  ),
  allowRemoteForward: defineSwitch('--forward may lead to another machine'),
};

/**
 * Reads the targets of the flags.
 *
 * @throws CrierError of kind usage for an unknown action or event, and a URL that is not of this machine
 * @see docs/safety.md#L5
 */
export function readTargets(flags: {
  forward: readonly string[];
  exec: readonly string[];
  /** Names of the targets in logs and metrics: of those of `forward` first. */
  name?: readonly string[];
  action?: readonly string[];
  type?: readonly string[];
  allowRemoteForward?: boolean;
}): readonly ChosenTarget[] {
  const { forward, exec, name = [], action = [], type = [] } = flags;
  refuseUnknownNames([...action, ...type]);
  refuseUnusedNames(name, forward.length + exec.length);
  const urls = forward
    .map((text) => splitEvents(text, isTypedUrl))
    .map(({ events, rest }) => ({ events, url: addScheme(rest) }));
  for (const { url } of urls) refuseTargetUrl(url, flags.allowRemoteForward ?? false);
  const used = new Set<string>(name);
  const label = (place: number, description: string) => {
    const chosen = name[place] ?? createUniqueLabel(description, used);
    used.add(chosen);
    return chosen;
  };
  return [
    ...urls.map(({ events, url }, place) => ({
      ...{ name: url, program: null, label: label(place, describeTarget(url)) },
      wants: createEventFilter({ action, type, events }),
    })),
    ...exec.map((text, place) => {
      const { events, rest } = splitEvents(text, (each) => /^https?:/i.test(each));
      const program = splitCommandLine(rest);
      if (program.length === 0)
        throw createUsageError('--exec is empty', 'give a command: --exec ./handle-delivery');
      return {
        ...{ name: rest, program, label: label(forward.length + place, `exec-${place + 1}`) },
        wants: createEventFilter({ action, type, events }),
      };
    }),
  ];
}

function refuseUnusedNames(given: readonly string[], count: number): void {
  if (new Set(given).size < given.length)
    throw createUsageError('two targets have the same --name', 'give each one its own name');
  if (given.length > count)
    throw createUsageError(
      `--name is given ${given.length} times, for ${count} targets`,
      'give it once for each --forward, and then for each --exec',
    );
}

const EVENT_NAMES: ReadonlySet<string> = new Set([...Object.keys(WEBHOOK_ACTIONS), ...WEBHOOK_EVENT_NAMES]);

/** Splits `automations,messageRead=http://…`. Other texts before `=` belong to the target. */
function splitEvents(
  text: string,
  isTarget: (rest: string) => boolean,
): { events: readonly string[]; rest: string } {
  const at = text.indexOf('=');
  const events = at === -1 ? [] : text.slice(0, at).split(',');
  const rest = text.slice(at + 1);
  const areEvents = events.length > 0 && events.every((name) => EVENT_NAMES.has(name));
  if (areEvents) return { events, rest };
  if (at !== -1 && /^[\w.,-]+$/.test(text.slice(0, at)) && isTarget(rest)) refuseUnknownNames(events);
  return { events: [], rest: text };
}

const isTypedUrl = (text: string) => /^https?:/i.test(addScheme(text));

function refuseUnknownNames(names: readonly string[]): void {
  const unknown = names.find((name) => !EVENT_NAMES.has(name));
  if (unknown === undefined) return;
  const known = [...EVENT_NAMES];
  throw createUsageError(
    `unknown action or event "${unknown}"`,
    `${suggestNearest(unknown, known)}the known ones are ${known.join(', ')}`,
  );
}

function createEventFilter({
  action,
  type,
  events,
}: Record<'action' | 'type' | 'events', readonly string[]>): ChosenTarget['wants'] {
  const isIn = (names: readonly string[], name: string | null) =>
    names.length === 0 || (name !== null && names.includes(name));
  return (facts) =>
    isIn(action, facts.action) &&
    isIn(type, facts.type) &&
    (isIn(events, facts.action) || isIn(events, facts.type));
}

function refuseTargetUrl(url: string, isRemoteAllowed: boolean): void {
  refuseUrl(url, 'http://127.0.0.1:3000/hooks', '--forward');
  if (isRemoteAllowed || isLoopback(new URL(url).hostname)) return;
  throw createUsageError(
    `--forward reaches only this machine, and ${getHostPort(url)} is another one`,
    'to forward deliveries to it, add --allow-remote-forward',
  );
}

/** Describes a target to its user, without what may be secret: a URL as `describeUrl`, a program without its arguments. */
export function describeTarget(name: string): string {
  const [program = '', ...words] = splitCommandLine(name);
  return describeUrl(name) ?? (words.length === 0 ? program : `${program} …`);
}
