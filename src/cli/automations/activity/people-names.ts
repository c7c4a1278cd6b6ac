import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { CommandContext } from '../../context/context.ts';
import { ignoreErrors } from '../../context/ignore-errors.ts';
import type { SandboxControl } from '../../context/sandbox-control.ts';
import { findActivity } from './find-activity.ts';

/** Handles of people. Rows of DMs, reactions and story replies have none, but other rows of the same person do. */
export interface PeopleNames {
  /** Reads handles from rows; asks the sandbox, if it is the service, for the missing ones. */
  learn(rows: readonly ActivityRow[]): Promise<void>;
  /** Undefined if unknown. */
  find(row: ActivityRow): string | undefined;
}

type PeopleNamesContext = Pick<CommandContext, 'choose' | 'sandbox' | 'printing'>;

/** Names for output to people. Programs get the rows unchanged, so nothing is requested for them. */
export function createPeopleNames({ choose, sandbox, printing }: PeopleNamesContext): PeopleNames {
  const names = new Map<string, string>();
  let control: Promise<SandboxControl> | undefined;
  const isAsked = async () => printing.format === 'table' && (await choose()).choice.kind === 'sandbox';
  return {
    async learn(rows) {
      for (const { recipientId, recipientUsername } of rows) {
        if (recipientId && recipientUsername) names.set(recipientId, recipientUsername);
      }
      const nameless = new Map(
        rows.flatMap((row) =>
          row.recipientId && !names.has(row.recipientId) ? [[row.recipientId, row.id]] : [],
        ),
      );
      if (nameless.size === 0 || !(await isAsked())) return;
      control ??= sandbox();
      const found = await ignoreErrors(findActivity(await control, [...nameless.values()]));
      for (const [id, name] of Object.entries(found?.names ?? {})) names.set(id, name);
    },
    find: ({ recipientId, recipientUsername }) => recipientUsername ?? names.get(recipientId ?? ''),
  };
}
