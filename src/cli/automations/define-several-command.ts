import * as z from 'zod';
import type { Endpoint, EndpointInput } from '../../facts/endpoint.ts';
import { ChangedSeveral, changeSeveral } from '../change-several.ts';
import { type Command, defineCommand } from '../command.ts';
import { REMOTE, WRITE } from '../flags.ts';
import { buildPlannedViews } from '../planned-view.ts';
import { readIds } from '../read-ids.ts';
import { refuseRawOfSeveral } from '../refuse-raw.ts';
import { crier } from '../shell-command.ts';
import { listAutomationNames } from './list-automation-names.ts';
import { SEVERAL_IDS } from './several-ids.ts';

/** One request that a command makes for each of several automations. */
interface SeveralCommandOptions<E extends Endpoint> extends Pick<Command, 'summary' | 'examples'> {
  /** What it does; how those that fail are told is added. */
  readonly description: string;
  readonly row: E;
  toInput(id: string): EndpointInput<E>;
  /** What has become of one then, in a word. */
  readonly done: string;
  /** What is asked first, for what cannot be undone: `delete these for good`. */
  formatQuestion?(ids: readonly string[]): string;
}

/** A command that changes several automations, each by the same request. */
export function defineSeveralCommand<E extends Endpoint>({
  description,
  row,
  toInput,
  done,
  formatQuestion,
  ...words
}: SeveralCommandOptions<E>) {
  return defineCommand({
    ...words,
    description: `${description} ${FAILED}`,
    positional: ['id'],
    changes: true,
    flags: [REMOTE, WRITE],
    input: z.object(SEVERAL_IDS),
    output: ChangedSeveral,
    records: 'results',
    async run({ id, idsFrom, dryRun, yes }, { client, confirm, printing, readFile, progress }) {
      const ids = await readIds({ ids: id, idsFrom }, readFile);
      refuseRawOfSeveral(ids.length, printing);
      const service = await client({ writes: !dryRun });
      if (dryRun) return { view: buildPlannedViews(ids.map((each) => service.plan(row, toInput(each)))) };
      if (formatQuestion !== undefined)
        await confirm({ what: formatQuestion(ids), details: () => listAutomationNames(ids, service), yes });
      const make = (each: string) => service.call(row, toInput(each));
      return changeSeveral({ ids, done, shownBy: crier`automations list`, apply: make, printing, progress });
    },
  });
}

const FAILED =
  'Some that fail do not stop the others: each is reported, and the exit code is 3, or that of the first when all failed.';
