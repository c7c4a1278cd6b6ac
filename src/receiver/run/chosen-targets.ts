import { getHostPort } from '../../domain/addresses/url-shape.ts';
import { createUsageError } from '../../errors.ts';
import type { DeliveryFacts } from '../delivery-facts.ts';
import type { ForwardTarget } from '../forwarding.ts';
import { MOST_TARGET_BYTES, type PlannedForwarding } from '../inbox/inbox.ts';
import { createCommandTarget, createHttpTarget } from '../targets.ts';
import type { ReceiverWorld } from './world.ts';

export interface ChosenTarget {
  /** Its name in the inbox: the URL, or the command line of the program. */
  readonly name: string;
  /** The program and its arguments; null for a URL. */
  readonly program: readonly string[] | null;
  /** Its name in logs and metrics: never with the words of a command, nor what a URL may have of secrets. */
  readonly label: string;
  wants(facts: DeliveryFacts): boolean;
}

/**
 * Opens targets, to forward to them.
 *
 * @param deadlineMs of one attempt
 * @throws CrierError of kind usage for a program that cannot be started, and as `requireDistinctTargets`
 * @see docs/safety.md#L5
 */
export async function openTargets(
  chosen: readonly ChosenTarget[],
  deadlineMs: number,
  world: ReceiverWorld,
): Promise<readonly ForwardTarget[]> {
  const urls = chosen.flatMap(({ name, program }) => (program === null ? [name] : []));
  const opened = [
    ...(urls.length === 0 ? [] : await openUrls(urls, deadlineMs, world)),
    ...(await Promise.all(chosen.flatMap((each) => openProgram(each, deadlineMs, world) ?? []))),
  ];
  requireDistinctTargets(chosen);
  return opened;
}

async function openUrls(
  urls: readonly string[],
  deadlineMs: number,
  world: ReceiverWorld,
): Promise<readonly ForwardTarget[]> {
  const outbound = await world.outbound([...new Set(urls.map(getHostPort))]);
  return urls.map((url) => createHttpTarget(url, { outbound, deadlineMs }));
}

/** @returns null for a URL */
function openProgram(
  { name, program, label }: ChosenTarget,
  deadlineMs: number,
  { runWithInput: run, requireCommand, clock: { sleep }, log }: ReceiverWorld,
): Promise<ForwardTarget> | null {
  if (program === null) return null;
  const onLine = (number: number, line: string) =>
    log({
      level: 'info',
      event: 'program.output',
      message: `delivery ${number}: ${line}`,
      fields: { number, target: label, line },
    });
  const target = createCommandTarget(name, program, { label, run, deadlineMs, sleep, onLine });
  return requireCommand(program).then(() => target);
}

/** @throws CrierError of kind usage for a name that is too long for a store, and for the same target twice */
export function requireDistinctTargets(chosen: readonly ChosenTarget[]): void {
  for (const { name, label } of chosen) refuseLongName(name, label);
  const double = chosen.find(({ name }, place) => chosen.findIndex((each) => each.name === name) !== place);
  if (double === undefined) return;
  throw createUsageError(
    `the target ${double.label} is given twice`,
    'give each target once, with all of its events: a,b=target',
  );
}

function refuseLongName(name: string, label: string): void {
  const bytes = Buffer.byteLength(name);
  if (bytes <= MOST_TARGET_BYTES) return;
  throw createUsageError(
    `the target ${label} has ${bytes.toLocaleString('en-US')} bytes, and may have ${MOST_TARGET_BYTES.toLocaleString('en-US')}`,
    'put what is long into a script, and give its name to --exec; of a URL, shorten the query',
  );
}

/**
 * Plans where a delivery is forwarded to.
 *
 * @param ordered what is forwarded in order of arrival; undefined for no order
 */
export function createForwardPlan(
  targets: readonly ChosenTarget[],
  ordered: 'person' | 'post' | undefined,
): (facts: DeliveryFacts) => readonly PlannedForwarding[] {
  return (facts) => {
    const lane = ordered === undefined ? null : facts[ordered];
    return targets.flatMap(({ name, wants }) => (wants(facts) ? [{ target: name, lane }] : []));
  };
}

/**
 * How a run names targets in logs and metrics: its own by their labels, and those of other runs by their URL, or as the
 * program of another run.
 *
 * @returns the label of a target, by its name in the inbox
 */
export function createTargetLabels(targets: readonly ChosenTarget[]): (name: string) => string {
  const labels = new Map(targets.map(({ name, label }) => [name, label]));
  return (name) => {
    const known = labels.get(name);
    if (known !== undefined) return known;
    const label = createUniqueLabel(
      describeUrl(name) ?? 'the program of another run',
      new Set(labels.values()),
    );
    labels.set(name, label);
    return label;
  };
}

/** Numbers labels that are the same: metrics need one for each target. */
export function createUniqueLabel(label: string, used: ReadonlySet<string>): string {
  let unique = label;
  for (let place = 2; used.has(unique); place += 1) unique = `${label} #${place}`;
  return unique;
}

/** A segment of a path that is a word or two, a version or a small number: anything else may be a secret. */
const PLAIN_SEGMENT = /^(?:[a-z]{1,20}(?:[-_.][a-z]{1,20}){0,3}\d{0,2}|\d{1,4})?$/i;

/**
 * Describes a URL without what may be secret: without user, query, fragment and what looks random in its path
 * (`https://hooks.slack.com/services/…/…/…`); null for the command line of a program.
 */
export function describeUrl(name: string): string | null {
  const url = /^https?:\/\//i.test(name) ? URL.parse(name) : null;
  if (url === null) return null;
  const segments = url.pathname.split('/').map((each) => (PLAIN_SEGMENT.test(each) ? each : '…'));
  return `${url.origin}${segments.join('/')}`;
}
