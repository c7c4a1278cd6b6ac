import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { updateAutomation } from '../../../../service/endpoints/automations.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { defineSwitch, defineTextFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { type ChangedWork, changeWork, describeLimitWait, findLimitWait } from '../change-work.ts';
import { CRISIS_FLAGS } from '../crisis-flags.ts';
import {
  buildPictureRows,
  buildPictureView,
  combineCrisisFailures,
  describeService,
  getServiceAddress,
  getServiceName,
  listCrisisServices,
  readLeft,
  refuseRaw,
} from '../crisis-run.ts';
import { decideResume, type ResumeVerdict } from '../decide-resume.ts';
import { getRecordPlace, openPauseRecord, type PausedWork, requireRecord } from '../pause-record.ts';
import { PictureRow } from '../picture.ts';
import {
  buildResultsView,
  buildWorkPlan,
  describeChanges,
  isForPeople,
  noteChanged,
  PlannedWork,
  toWorkResult,
  WorkResult,
} from '../plan-view.ts';
import { addReferences, readWorkOfProfiles, type WorkOfProfile } from '../read-work.ts';
import type { Work } from '../work.ts';
import { WORK } from '../work-kinds.ts';

export default defineCommand({
  summary: 'Bring back exactly what "crier pause" stopped',
  description: `
Resumes the automations, posts and automatic replies that "crier pause" stopped, and adds the feeds again that it removed: what
is in its record, and nothing else. What was paused before it stays paused. The plan is shown, and you are asked.

What a person changed since then stays as it is, and is named: what runs again, what was edited, held back or paused again,
what was deleted. A post that has another time now is resumed with that time. (The service does not say when a post was changed:
one that a person resumed and paused again is resumed.)

A post whose time has passed would be published at once, and so stays paused: give it another time with "posts update --shift",
and run this again. --publish-late publishes such posts.

--record is the record of another machine, or one that "crier pause --record" wrote; its profiles are found by the service's
reference, or by their names. After an interruption, run it again.`,
  before: ['pause --yes'],
  examples: ['resume --yes', 'resume --profile harbour --yes --json'],
  changes: true,
  namesTargets: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    record: defineTextFlag('bring back what this file has (default: the record of this machine)', {
      placeholder: 'file',
    }),
    publishLate: defineSwitch('publish posts whose time has passed at once'),
    ...CRISIS_FLAGS,
  }),
  output: z.union([
    z.strictObject({ results: z.array(WorkResult), profiles: z.array(PictureRow) }),
    z.strictObject({ plan: z.array(PlannedWork), requests: z.array(z.looseObject({})) }),
  ]),
  records: ['results', 'profiles', 'plan'],
  async run(
    { profile, record: given, publishLate, concurrency, dryRun, yes },
    context,
  ): Promise<CommandOutcome> {
    refuseRaw(context);
    const { service, io } = context;
    const sends = { row: updateAutomation, body: { active: true } };
    await service.client({ writes: !dryRun, sends, namesProfiles: true });
    service.budget.limit(concurrency);
    const { choice } = await service.choose();
    const place = getRecordPlace(io.machine, getServiceName(choice), given);
    requireRecord(place);
    const isEmpty = readLeft(place, choice).length === 0;
    if (isEmpty) return showNothing(dryRun);
    const record = dryRun
      ? null
      : openPauseRecord(place, { address: getServiceAddress(choice), now: io.now });
    if (record !== null) io.onEnd(record.close);
    const { services, isAll } = await listCrisisServices(profile, context);
    const reading = { atOnce: concurrency, progress: io.progress };
    const found = await readWorkOfProfiles(services, reading);
    const works = await addReferences(found, services, context);
    const now = works.find(({ value }) => value?.asOf !== undefined)?.value?.asOf ?? io.now();
    const all = await decideAll(record?.list() ?? readLeft(place, choice), {
      works,
      services,
      isAll,
      now,
      publishesLate: publishLate,
    });
    const changes = all.flatMap(toChange);
    for (const note of listPlanNotes(all, works)) await io.note(note);
    if (choice.kind === 'service' && choice.target.xPair === null && changes.some(postsToX))
      await io.note('warning: no keys of an X app are set: feeds that are added again do not post to X');
    const what = `resume ${describeChanges(changes)}`;
    const heading = `${what}, in ${describeService(choice)}`;
    if (record === null) {
      const requests = await Promise.all(
        changes.map(async (each) =>
          WORK[each.paused.work.kind].resume(each.paused.work).plan(await each.service.client()),
        ),
      );
      const title = changes.length === 0 ? 'nothing to resume' : `would ${heading}; nothing is sent`;
      return { view: buildWorkPlan(changes, { heading: title, requests, printing: io.printing }), asOf: now };
    }
    if (changes.length > 0)
      await io.confirm({ what, plan: buildWorkPlan(changes, { heading, printing: io.printing }), yes });
    // a person has decided about these
    for (const { paused, verdict } of all) if (LEFT[verdict]) record.addOver(paused);
    const changed = await changeWork(changes, {
      action: 'resume',
      record,
      io,
      atOnce: concurrency,
      run: service,
    });
    service.markWritesShown();
    const after = changes.length === 0 ? works : await readWorkOfProfiles(services, reading);
    return {
      ...showResume(all, { changed, works: after, left: record.list() }, context),
      asOf: now,
    };
  },
});

/** Something of the record, and what is to be done with it. */
interface DecidedWork {
  readonly paused: PausedWork;
  readonly service: ServicePort | null;
  readonly found: Work | null;
  readonly verdict: ResumeVerdict | 'unknown';
}

/** What is no longer remembered, since a person has changed it, or it is gone. */
const LEFT: Readonly<Record<DecidedWork['verdict'], boolean>> = {
  resume: false,
  running: true,
  changed: true,
  gone: true,
  late: false,
  unread: false,
  unknown: false,
};

/** @returns what is of other profiles than the chosen ones is left out */
async function decideAll(
  recorded: readonly PausedWork[],
  {
    works,
    services,
    isAll,
    now,
    publishesLate,
  }: {
    works: readonly WorkOfProfile[];
    services: readonly ServicePort[];
    isAll: boolean;
    now: number;
    publishesLate: boolean;
  },
): Promise<readonly DecidedWork[]> {
  const named = services.map(async (each) => [(await each.choose()).choice.profile, each] as const);
  const byName = new Map(await Promise.all(named));
  return recorded.flatMap((paused): readonly DecidedWork[] => {
    const of = findProfile(paused, works);
    const service = of === null ? undefined : byName.get(of.profile);
    if (of === null || service === undefined)
      return isAll ? [{ paused, service: null, found: null, verdict: 'unknown' }] : [];
    return [{ paused, service, ...decideResume(paused, of, { now, publishesLate }) }];
  });
}

/** The profile with the same reference, else the one with the same name, unless that is another profile. */
function findProfile(paused: PausedWork, works: readonly WorkOfProfile[]): WorkOfProfile | null {
  const { refId, profile } = paused;
  const same = works.find(({ value }) => refId !== null && value?.refId === refId);
  if (same !== undefined) return same;
  const named = works.find((each) => each.profile === profile);
  const known = named?.value?.refId ?? null;
  return named === undefined || (refId !== null && known !== null) ? null : named;
}

function toChange({ paused, service, found, verdict }: DecidedWork) {
  if (verdict !== 'resume' || service === null) return [];
  return [{ service, platforms: found?.platforms ?? [], paused }];
}

function postsToX({ paused }: { paused: PausedWork }): boolean {
  return paused.work.kind === 'feeds' && paused.isXPairKnown;
}

/** What a person changed, and what waits, before the question. */
function listPlanNotes(all: readonly DecidedWork[], works: readonly WorkOfProfile[]): readonly string[] {
  const nameOf = (verdict: DecidedWork['verdict']) => {
    const some = all.filter((each) => each.verdict === verdict);
    const names = some.slice(0, MOST_NAMED).map(formatWork);
    const rest = some.length > MOST_NAMED ? ` and ${some.length - MOST_NAMED} more` : '';
    return some.length === 0 ? null : { count: some.length, names: `${names.join(', ')}${rest}` };
  };
  const [running, changed, gone, late, moved] = [
    nameOf('running'),
    nameOf('changed'),
    nameOf('gone'),
    nameOf('late'),
    all.filter(({ verdict, paused, found }) => verdict === 'resume' && isMoved(paused, found)),
  ];
  return [
    ...(running === null
      ? []
      : [
          `${formatCount(running.count, 'runs', 'run')} again already, and ${stays(running.count)}: ${running.names}`,
        ]),
    ...(changed === null
      ? []
      : [
          `warning: ${formatCount(changed.count, 'was', 'were')} changed since the pause, and ${stays(changed.count)}: ${changed.names}; to resume: "automations resume <id>", "posts approve <id>" or "messages autoresponse --on"`,
        ]),
    ...(gone === null ? [] : [`${formatCount(gone.count, 'is', 'are')} no longer there: ${gone.names}`]),
    ...(late === null
      ? []
      : [
          `warning: ${formatCount(late.count, 'post stays', 'posts stay')} paused, because the time has passed: ${late.names}; give a new time with "posts update <id> --shift +1d" and run this again, or add --publish-late to publish at once`,
        ]),
    ...moved.map(({ paused }) => `${formatWork({ paused })} has another time now, and keeps it`),
    // a record may come from someone else, and what a feed has is posted
    ...listFeedNotes(all),
    ...describeLimitWait(findLimitWait(works, all.flatMap(toChange))),
  ];
}

function listFeedNotes(all: readonly DecidedWork[]): readonly string[] {
  const added = all.filter(({ verdict, paused }) => verdict === 'resume' && paused.work.kind === 'feeds');
  if (added.length === 0) return [];
  const names = added.slice(0, MOST_NAMED).map(({ paused: { profile, work } }) => {
    const url = work.feed?.url ?? work.name;
    return profile === null ? url : `${url} (${profile})`;
  });
  const rest = added.length > MOST_NAMED ? ` and ${added.length - MOST_NAMED} more` : '';
  return [`adds ${formatCount(added.length, 'feed')}: ${names.join(', ')}${rest}`];
}

function isMoved({ work }: PausedWork, found: Work | null): boolean {
  return work.kind === 'posts' && found !== null && found.dueAt !== work.dueAt;
}

function stays(count: number): string {
  return count === 1 ? 'stays as it is' : 'stay as they are';
}

const MOST_NAMED = 10;

/** `auto_K7pW2mXq9L (harbour)` */
function formatWork({ paused: { profile, work } }: Pick<DecidedWork, 'paused'>): string {
  const name =
    work.kind === 'feeds' ? work.name : work.kind === 'autoresponse' ? 'the automatic reply' : work.id;
  return profile === null ? name : `${name} (${profile})`;
}

function showNothing(isDryRun: boolean): CommandOutcome {
  const document = isDryRun ? { plan: [], requests: [] } : { results: [], profiles: [] };
  return {
    view: {
      kind: 'list',
      document,
      key: isDryRun ? 'plan' : 'results',
      rows: [],
      columns: [],
      empty: 'nothing to resume: no pause is remembered',
    },
  };
}

function showResume(
  all: readonly DecidedWork[],
  {
    changed,
    works,
    left,
  }: {
    changed: readonly ChangedWork[];
    works: readonly WorkOfProfile[];
    left: readonly PausedWork[];
  },
  { io }: CommandContext,
): CommandOutcome {
  const unsent = all.filter(({ verdict }) => verdict !== 'resume');
  const failed = unsent.flatMap(({ paused, verdict, service }) => {
    const failure = createUnknownError(paused, verdict);
    return failure === null ? [] : [{ paused, service, failure }];
  });
  const results = [
    ...changed.map(({ paused, failure }) =>
      toWorkResult(paused, WORK[paused.work.kind].done.resume, failure),
    ),
    ...unsent.map(({ paused, verdict }) =>
      toWorkResult(paused, verdict, createUnknownError(paused, verdict)),
    ),
  ];
  const profiles = buildPictureRows(works, left);
  const unknown = failed.map(({ paused, failure }) => ({ paused, failure }));
  return {
    view: isForPeople(io.printing)
      ? buildPictureView(profiles, { results })
      : buildResultsView({ results, profiles }, 'nothing to resume'),
    notes: [
      ...noteChanged(changed, 'resumed'),
      ...(left.length === 0
        ? []
        : [`${formatCount(left.length, 'thing is', 'things are')} still to be resumed`]),
    ],
    ...combineCrisisFailures([...changed, ...unknown], works, {
      done: 'resumed',
      remainder: 'the others are resumed; run it again for these',
    }),
  };
}

/** The failure of what cannot be decided; null for what can. */
function createUnknownError(
  { profile, refId }: PausedWork,
  verdict: DecidedWork['verdict'],
): CrierError | null {
  if (verdict === 'unread')
    return new CrierError('unavailable', 'its state could not be read, and it stays as it is', {
      http: null,
    });
  if (verdict !== 'unknown') return null;
  const name = profile ?? 'the Primary Profile';
  return createUsageError(
    refId === null
      ? `there is no saved profile "${name}"`
      : `no saved profile has the reference ${refId} of "${name}"`,
    'save its key with "crier profiles save", or choose the context with --context',
  );
}
