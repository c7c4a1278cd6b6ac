import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { createUsageError } from '../../../errors.ts';
import type { Endpoint, EndpointInput } from '../../../service/endpoint.ts';
import { listAutomations } from '../../../service/endpoints/automations.ts';
import { AutomationId } from '../../../service/ids.ts';
import { type Command, defineCommand } from '../../framework/command/command.ts';
import { buildPlannedViews } from '../../framework/command/writes.ts';
import { defineFlag, REMOTE, WRITE } from '../../framework/input/flags/flags.ts';
import { ChangedSeveral, changeAll, changeSeveral } from '../../framework/many/change-several.ts';
import { openPausedByAll } from '../../framework/many/paused-by-all.ts';
import { addRest, IDS_FROM, MOST_NAMED, readIdsOrRaw } from '../../framework/many/read-ids.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { formatState } from './stored-automation.ts';

/** A request that a command makes for each of several automations. */
interface SeveralCommandOptions<E extends Endpoint> extends Pick<Command, 'summary' | 'examples'> {
  /** What the command does; how failures are reported is appended. */
  description: string;
  row: E;
  toInput(id: string): EndpointInput<E>;
  /** Past participle of what was done: `deleted`. */
  done: string;
  /** The state of the automations after it, as lists show it (default: `done`). */
  status?: string;
  /** What `--all` does: pauses all that are active, or resumes what that paused (default: there is no `--all`). */
  ofAll?: 'pause' | 'resume';
  /** The question before something irreversible: `permanently delete these`. */
  formatQuestion?(ids: readonly string[]): string;
}

/** Defines a command that makes the same request for several automations. */
export function defineSeveralCommand<E extends Endpoint>({
  description,
  row,
  toInput,
  done,
  status = done,
  ofAll,
  formatQuestion,
  ...words
}: SeveralCommandOptions<E>) {
  return defineCommand({
    ...words,
    description: `${description} ${FAILED}`,
    positional: ['id'],
    changes: true,
    flags: [REMOTE, WRITE],
    input: z.object({ ...SEVERAL_IDS, ...(ofAll !== undefined && { all: ALL_FLAGS[ofAll] }) }),
    output: ChangedSeveral,
    records: 'results',
    async run({ id, idsFrom, all = false, dryRun, yes }, { service, io }) {
      if (all && (id.length > 0 || idsFrom !== undefined))
        throw createUsageError('--all and ids cannot be used together', 'use only one of them');
      const client = await service.client({ writes: !dryRun, sends: { row } });
      const paused = all ? await openPausedByAll('automations', { service, io }) : null;
      const ids =
        paused === null
          ? await readIdsOrRaw({ ids: id, idsFrom }, io)
          : ofAll === 'pause'
            ? await listActiveIds(client)
            : paused.list();
      if (dryRun)
        return {
          view: buildPlannedViews(
            ids.map((each) => client.plan(row, toInput(each))),
            idsFrom,
          ),
        };
      if (formatQuestion !== undefined)
        await io.confirm({ what: formatQuestion(ids), details: () => listAutomationNames(ids, client), yes });
      const apply = (each: string) => client.call(row, toInput(each));
      const change = { ids, done, status, shownBy: crier`automations list`, apply, io };
      return paused === null ? changeSeveral(change) : changeAll(change, { paused, ofAll: ofAll ?? 'pause' });
    },
  });
}

const FAILED =
  'If some requests fail, the others are still made: each failure is reported, and the exit code is 3, or that of the first failure if all failed.';

/** Ids of automations, as arguments or in a file. */
export const SEVERAL_IDS = {
  id: defineFlag(
    z.array(AutomationId).default([]).describe('automation ids, as printed by `automations list`'),
    { offers: 'automation id' },
  ),
  idsFrom: IDS_FROM,
};

/** `--all` of commands that pause and resume. */
const ALL_FLAGS = {
  pause: z.boolean().default(false).describe('pause all active automations'),
  resume: z.boolean().default(false).describe('resume what "automations pause --all" paused'),
};

async function listActiveIds(client: Client): Promise<readonly string[]> {
  const { body } = await client.call(listAutomations, {});
  return body.automations.filter(({ active }) => active === true).map(({ id }) => id);
}

/** Lists automations with ids and names, one per line: `auto_1 Brew guide (active)`. */
async function listAutomationNames(ids: readonly string[], client: Client): Promise<readonly string[]> {
  const { body } = await client.call(listAutomations, {});
  const known = new Map(body.automations.map((each) => [each.id, each]));
  const lines = ids.slice(0, MOST_NAMED).map((id) => {
    const found = known.get(id);
    return found === undefined ? `${id}  (not found)` : `${id}  ${found.name ?? ''} (${formatState(found)})`;
  });
  return addRest(lines, ids.length);
}
