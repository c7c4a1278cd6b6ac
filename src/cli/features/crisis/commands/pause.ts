import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { updateAutomation } from '../../../../service/endpoints/automations.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import {
  defineFlag,
  defineSwitch,
  defineTextFlag,
  REMOTE,
  WRITE,
} from '../../../framework/input/flags/flags.ts';
import type { ServiceOrSandbox } from '../../../framework/settings/choose-service.ts';
import {
  type ChangedWork,
  changeWork,
  describeLimitWait,
  findLimitWait,
  type WorkChange,
} from '../change-work.ts';
import { CRISIS_FLAGS } from '../crisis-flags.ts';
import {
  buildPictureRows,
  buildPictureView,
  combineCrisisFailures,
  describeService,
  getServiceAddress,
  getServiceName,
  listCrisisServices,
  refuseRaw,
} from '../crisis-run.ts';
import { getRecordPlace, getWorkKey, openPauseRecord, type PauseRecord } from '../pause-record.ts';
import { noteUnsaved, PictureRow, UnsavedProfiles } from '../picture.ts';
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
import {
  addReferences,
  listUnsavedProfiles,
  readWorkOfProfiles,
  type UnsavedProfile,
  type WorkOfProfile,
} from '../read-work.ts';
import { WORK_KINDS, type Work, WorkKind } from '../work.ts';
import { WORK } from '../work-kinds.ts';

export default defineCommand({
  summary: 'Stop all that goes out by itself, of all profiles',
  description: `
For a crisis: pauses active automations, scheduled posts (repeated ones, too) and the automatic reply to messages, and removes
feeds, of the Primary Profile and all profiles with saved keys, or of those that --profile names (several with commas; none is
the Primary Profile). What goes out first is stopped first. The plan is shown, and you are asked; then the picture of what runs
and what is paused, as "status --all-profiles" shows it.

The service cannot pause a feed: it is removed, and "crier resume" adds it again. It gets a new id, and entries of the time
between are not posted. A post that awaits approval cannot be paused either: it goes out only when a person approves it.
What is being published at this moment is not stopped. --keep leaves some of it running.

What it stops is written to a record before each request: "crier resume" brings back that and nothing else. After an
interruption, run it again. With --record, the record is that file, for another machine.

Each profile takes six requests for the plan and six for the picture, of 300 in five minutes, and one for each thing that is
stopped. If that is more than the limit of a profile, the plan says how long it takes.`,
  examples: [
    'pause --yes',
    'pause --profile harbour,none --keep feeds --yes --json',
    'pause --record crisis.ndjson --yes',
  ],
  changes: true,
  namesTargets: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    keep: defineFlag(z.array(WorkKind).default([]).describe('leave these kinds running'), {
      placeholder: 'a,b',
    }),
    record: defineTextFlag('write the record to this file (default: one of this machine)', {
      placeholder: 'file',
    }),
    allProfiles: defineSwitch('stop it for all profiles, which is the default', { conflicts: ['profile'] }),
    ...CRISIS_FLAGS,
  }),
  output: z.union([
    z.strictObject({
      results: z.array(WorkResult),
      profiles: z.array(PictureRow),
      unsaved: UnsavedProfiles,
      record: z.string().describe('file from which "crier resume" brings it back'),
    }),
    z.strictObject({ plan: z.array(PlannedWork), requests: z.array(z.looseObject({})) }),
  ]),
  records: ['results', 'profiles', 'plan'],
  async run({ profile, keep, record: given, concurrency, dryRun, yes }, context): Promise<CommandOutcome> {
    refuseRaw(context);
    const { service, io } = context;
    const sends = { row: updateAutomation, body: { active: false } };
    await service.client({ writes: !dryRun, sends, namesProfiles: true });
    service.budget.limit(concurrency);
    const { services, isAll } = await listCrisisServices(profile, context);
    const { choice } = await service.choose();
    const place = getRecordPlace(io.machine, getServiceName(choice), given);
    // two runs at once would remove a feed that only one of them remembers
    const record = dryRun
      ? null
      : openPauseRecord(place, { address: getServiceAddress(choice), now: io.now });
    if (record !== null) io.onEnd(record.close);
    const reading = { atOnce: concurrency, progress: io.progress };
    const found = await readWorkOfProfiles(services, reading);
    const works = await addReferences(found, services, context);
    const unsaved = isAll ? await listUnsavedProfiles(works, services[0]) : [];
    const changes = listChanges(works, { services: await nameServices(services), keep, choice });
    for (const note of listPlanNotes(works, changes, { keep })) await io.note(note);
    for (const note of noteUnsaved(unsaved, 'not paused')) await io.note(note);
    const asOf = works.find(({ value }) => value?.asOf !== undefined)?.value?.asOf ?? io.now();
    const what = `pause ${describeChanges(changes)}`;
    const heading = `${what}, in ${describeService(choice)}`;
    if (record === null) {
      const requests = await Promise.all(
        changes.map(async (each) =>
          WORK[each.paused.work.kind].pause(each.paused.work).plan(await each.service.client()),
        ),
      );
      const title = changes.length === 0 ? 'nothing to pause' : `would ${heading}; nothing is sent`;
      return { view: buildWorkPlan(changes, { heading: title, requests, printing: io.printing }), asOf };
    }
    if (changes.length > 0)
      await io.confirm({ what, plan: buildWorkPlan(changes, { heading, printing: io.printing }), yes });
    const changed = await changeWork(changes, {
      action: 'pause',
      record,
      io,
      atOnce: concurrency,
      run: service,
    });
    service.markWritesShown();
    const after = changes.length === 0 ? works : await readWorkOfProfiles(services, reading);
    rememberMarks(record, changed, after);
    return { ...(await showPause({ changed, works: after, unsaved, record, given }, context)), asOf };
  },
});

/** The profiles by name, for changes. */
async function nameServices(services: Awaited<ReturnType<typeof listCrisisServices>>['services']) {
  const named = services.map(async (each) => [(await each.choose()).choice.profile, each] as const);
  return new Map(await Promise.all(named));
}

type PauseChange = WorkChange & { readonly platforms: readonly string[] };

function listChanges(
  works: readonly WorkOfProfile[],
  {
    services,
    keep,
    choice,
  }: {
    services: Awaited<ReturnType<typeof nameServices>>;
    keep: readonly WorkKind[];
    choice: ServiceOrSandbox;
  },
): readonly PauseChange[] {
  const isXPairKnown = choice.kind === 'sandbox' || choice.target.xPair !== null;
  return works.flatMap(({ profile, value }) => {
    const service = services.get(profile);
    if (value === null || service === undefined) return [];
    return value.work
      .filter((each) => each.state === 'running' && !keep.includes(each.kind) && canComeBack(each))
      .map(({ kind, id, name, dueAt, mark, feed, platforms }) => ({
        service,
        platforms,
        paused: {
          profile,
          refId: value.refId,
          work: { kind, id, name, dueAt, mark, feed },
          isXPairKnown,
        },
      }));
  });
}

/** A feed without an address could not be added again. */
function canComeBack({ kind, feed }: Work): boolean {
  return kind !== 'feeds' || feed !== null;
}

function listPlanNotes(
  works: readonly WorkOfProfile[],
  changes: readonly PauseChange[],
  { keep }: { keep: readonly WorkKind[] },
): readonly string[] {
  const all = works.flatMap(({ value }) => value?.work ?? []);
  const waiting = all.filter(({ state }) => state === 'waiting').length;
  const feeds = changes.filter(({ paused }) => paused.work.kind === 'feeds').length;
  const lost = all.filter((each) => !canComeBack(each) && !keep.includes(each.kind));
  const kept = WORK_KINDS.filter((kind) => keep.includes(kind)).flatMap((kind) => {
    const count = all.filter((each) => each.kind === kind && each.state === 'running').length;
    return count === 0 ? [] : [`${count} ${WORK[kind].noun[count === 1 ? 0 : 1]}`];
  });
  return [
    ...(feeds > 0
      ? [
          `the service cannot pause ${feeds === 1 ? 'a feed: it is' : 'feeds: they are'} removed, and added again by "crier resume", without the entries of the time between (--keep feeds leaves ${feeds === 1 ? 'it' : 'them'})`,
        ]
      : []),
    ...(waiting > 0
      ? [
          `${formatCount(waiting, 'post awaits', 'posts await')} approval: the service cannot pause ${waiting === 1 ? 'it, and it goes' : 'them, and they go'} out only when approved`,
        ]
      : []),
    ...lost.map(
      ({ id }) => `warning: the feed ${id} has no address and keeps running: it could not be added again`,
    ),
    ...(kept.length > 0 ? [`left running by --keep: ${kept.join(', ')}`] : []),
    ...describeLimitWait(findLimitWait(works, changes)),
  ];
}

/** Remembers what was paused as it is now, so that a later change is seen. */
function rememberMarks(
  record: PauseRecord,
  changed: readonly ChangedWork[],
  works: readonly WorkOfProfile[],
): void {
  const marks = new Map(
    works.flatMap(({ profile, value }) =>
      (value?.work ?? []).map((each) => [getWorkKey(profile, each), each] as const),
    ),
  );
  for (const { paused, failure } of changed) {
    const now = marks.get(getWorkKey(paused.profile, paused.work));
    if (failure === null && now?.state === 'paused' && now.mark !== null) record.addPaused(paused, now.mark);
  }
}

async function showPause(
  {
    changed,
    works,
    unsaved,
    record,
    given,
  }: {
    changed: readonly ChangedWork[];
    works: readonly WorkOfProfile[];
    unsaved: readonly UnsavedProfile[];
    record: PauseRecord;
    given: string | undefined;
  },
  context: CommandContext,
): Promise<CommandOutcome> {
  const { io } = context;
  const profiles = buildPictureRows(works, record.list());
  const results = changed.map(({ paused, failure }) =>
    toWorkResult(paused, WORK[paused.work.kind].done.pause, failure),
  );
  const beside = { results, unsaved, record: record.file };
  const count = record.list().length;
  const { change } = await createPrintedCommands(context);
  return {
    view: isForPeople(io.printing)
      ? buildPictureView(profiles, beside)
      : buildResultsView({ ...beside, profiles }, 'nothing to pause'),
    notes: [
      ...noteChanged(changed, 'paused'),
      ...(changed.length === 0 ? ['nothing to pause: nothing runs that can be paused'] : []),
      ...(count === 0
        ? []
        : [
            `"${given === undefined ? change`resume` : change`resume --record ${given}`}" brings back ${count === 1 ? 'it' : `all ${count}`}`,
          ]),
    ],
    ...combineCrisisFailures(changed, works, {
      done: 'paused',
      remainder: 'the others are paused; run it again for these',
    }),
  };
}
