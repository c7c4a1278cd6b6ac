import * as z from 'zod';
import { getHostPort, isLoopback } from '../../../../domain/addresses/url-shape.ts';
import { createUsageError } from '../../../../errors.ts';
import type { DeliveryFacts } from '../../../../receiver/delivery-facts.ts';
import type { ForwardTarget } from '../../../../receiver/forwarding.ts';
import { MOST_TARGET_BYTES, type PlannedForwarding } from '../../../../receiver/inbox/inbox.ts';
import { createCommandTarget, createHttpTarget } from '../../../../receiver/targets.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../../service/webhook-events.ts';
import { WEBHOOK_ACTIONS } from '../../../../service/webhooks.ts';
import type { Uses } from '../../../framework/command/context.ts';
import { createDurationSchema, defineFlag } from '../../../framework/input/flags/flags.ts';
import { splitCommandLine } from '../../../framework/output/text/shell-command.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { addScheme, refuseUrl } from '../private-addresses.ts';

/** What is forwarded, and how: of the flags. */
export interface ForwardFlags {
  readonly forward: readonly string[];
  readonly exec: readonly string[];
  /** Names of the targets in logs and metrics: of those of `forward` first. */
  readonly name: readonly string[];
  /** Only deliveries of these actions. */
  readonly action: readonly string[];
  /** Only deliveries of these kinds of events. */
  readonly type: readonly string[];
  readonly ordered?: 'person' | 'post' | undefined;
  readonly allowRemoteForward: boolean;
  /** Of one attempt, in milliseconds. */
  readonly deadline: number;
  /** Whether this process forwards: then it must have the programs. */
  readonly runsHere: boolean;
}

/** Flags of commands that forward as long as they run. */
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
  allowRemoteForward: z.boolean().default(false).describe('--forward may lead to another machine'),
};

/** A target, and which deliveries it gets. */
export interface ChosenTarget {
  target: ForwardTarget;
  /** How logs and metrics name it: never with the words of a command, nor what a URL may have of secrets. */
  label: string;
  wants(facts: Pick<DeliveryFacts, 'action' | 'type'>): boolean;
}

/**
 * Opens the targets of the flags.
 *
 * @throws CrierError of kind usage for an unknown action or event, a URL that is not of this machine, a program that is
 *   not there, a target that is too long, the same one twice
 * @see docs/safety.md#L5
 */
export async function openTargets(
  flags: ForwardFlags,
  io: Uses<{ io: 'outbound' | 'runWithInput' | 'requireCommand' | 'clock' | 'log' }>['io'],
): Promise<readonly ChosenTarget[]> {
  refuseUnknownNames([...flags.action, ...flags.type]);
  refuseUnusedNames(flags.name, flags.forward.length + flags.exec.length);
  const chosen = [...(await openHttpTargets(flags, io)), ...(await openCommandTargets(flags, io))];
  const names = chosen.map(({ target }) => target.name);
  for (const { target, label } of chosen) refuseLongName(target.name, label);
  const double = names.findIndex((name, place) => names.indexOf(name) !== place);
  if (double !== -1)
    throw createUsageError(
      `the target ${chosen[double]?.label} is given twice`,
      'give each target once, with all of its events: a,b=target',
    );
  return chosen;
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

/** Numbers labels that are the same: metrics need one for each target. */
function createUniqueLabel(label: string, used: ReadonlySet<string>): string {
  let unique = label;
  for (let place = 2; used.has(unique); place += 1) unique = `${label} #${place}`;
  return unique;
}

/**
 * How a run names targets in logs and metrics: its own by their labels, and those of other runs by their URL, or as the
 * program of another run.
 *
 * @returns the label of a target, by its name in the inbox
 */
export function createTargetLabels(targets: readonly ChosenTarget[]): (name: string) => string {
  const labels = new Map(targets.map(({ target, label }) => [target.name, label]));
  return (name) => {
    const known = labels.get(name);
    if (known !== undefined) return known;
    const label = createUniqueLabel(
      isHttpUrl(name) ? describeTarget(name) : 'the program of another run',
      new Set(labels.values()),
    );
    labels.set(name, label);
    return label;
  };
}

async function openHttpTargets(
  flags: ForwardFlags,
  { outbound }: Uses<{ io: 'outbound' }>['io'],
): Promise<readonly ChosenTarget[]> {
  const each = flags.forward
    .map((text) => splitEvents(text, isTypedUrl))
    .map(({ events, rest }) => ({ events, rest: addScheme(rest) }));
  if (each.length === 0) return [];
  for (const { rest } of each) refuseTargetUrl(rest, flags.allowRemoteForward);
  const client = await outbound([...new Set(each.map(({ rest }) => getHostPort(rest)))]);
  const used = new Set<string>();
  return each.map(({ events, rest }, place) => {
    const label = flags.name[place] ?? createUniqueLabel(describeTarget(rest), used);
    used.add(label);
    return {
      target: createHttpTarget(rest, { outbound: client, deadlineMs: flags.deadline }),
      label,
      wants: createEventFilter(flags, events),
    };
  });
}

function refuseLongName(name: string, label: string): void {
  const bytes = Buffer.byteLength(name);
  if (bytes <= MOST_TARGET_BYTES) return;
  throw createUsageError(
    `the target ${label} has ${bytes.toLocaleString('en-US')} bytes, and may have ${MOST_TARGET_BYTES.toLocaleString('en-US')}`,
    'put what is long into a script, and give its name to --exec; of a URL, shorten the query',
  );
}

function openCommandTargets(
  flags: ForwardFlags,
  {
    runWithInput,
    requireCommand,
    clock,
    log,
  }: Uses<{ io: 'runWithInput' | 'requireCommand' | 'clock' | 'log' }>['io'],
): Promise<readonly ChosenTarget[]> {
  return Promise.all(
    flags.exec.map(async (text, place) => {
      const label =
        flags.name[flags.forward.length + place] ??
        createUniqueLabel(`exec-${place + 1}`, new Set(flags.name));
      const { events, rest } = splitEvents(text, (each) => /^https?:/i.test(each));
      const words = splitCommandLine(rest);
      if (words.length === 0)
        throw createUsageError('--exec is empty', 'give a command: --exec ./handle-delivery');
      if (flags.runsHere) await requireCommand(words);
      const onLine = (number: number, line: string) =>
        log({
          level: 'info',
          event: 'program.output',
          message: `delivery ${number}: ${line}`,
          fields: { number, target: label, line },
        });
      const options = { run: runWithInput, deadlineMs: flags.deadline, sleep: clock.sleep, onLine, label };
      return {
        target: createCommandTarget(rest, words, options),
        label,
        wants: createEventFilter(flags, events),
      };
    }),
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

function createEventFilter(
  { action, type }: Pick<ForwardFlags, 'action' | 'type'>,
  events: readonly string[],
): ChosenTarget['wants'] {
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

/** Plans where a delivery is forwarded to. */
export function createForwardPlan(
  targets: readonly ChosenTarget[],
  ordered: ForwardFlags['ordered'],
): (facts: DeliveryFacts) => readonly PlannedForwarding[] {
  return (facts) => {
    const lane = ordered === undefined ? null : facts[ordered];
    return targets.flatMap(({ target, wants }) => (wants(facts) ? [{ target: target.name, lane }] : []));
  };
}

const isHttpUrl = (name: string) => /^https?:\/\//i.test(name);

/** A segment of a path that is a word or two, a version or a small number: anything else may be a secret. */
const PLAIN_SEGMENT = /^(?:[a-z]{1,20}(?:[-_.][a-z]{1,20}){0,3}\d{0,2}|\d{1,4})?$/i;

/**
 * Describes a target to its user, without what may be secret: a URL without user, query, fragment and what looks random
 * in its path (`https://hooks.slack.com/services/…/…/…`), a program without its arguments.
 */
export function describeTarget(name: string): string {
  const url = isHttpUrl(name) ? URL.parse(name) : null;
  if (url !== null) {
    const segments = url.pathname.split('/').map((each) => (PLAIN_SEGMENT.test(each) ? each : '…'));
    return `${url.origin}${segments.join('/')}`;
  }
  const [program = '', ...words] = splitCommandLine(name);
  return words.length === 0 ? program : `${program} …`;
}
