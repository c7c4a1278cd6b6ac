import { createKeptReads } from '../../../client/kept-reads.ts';
import { isRecord } from '../../../domain/json/loose-record.ts';
import { type CrierError, createUsageError } from '../../../errors.ts';
import type { CommandCall } from '../../framework/command/called-command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { toErrorDocument } from '../../framework/output/failures.ts';
import type { WriteRule } from '../../framework/settings/write-rules.ts';
import type { GivenAddresses } from './given-addresses.ts';
import { PAGE_COMMANDS } from './page-commands.ts';
import type { PageReceiver } from './page-receiver.ts';
import { storeSentFile } from './sent-file.ts';

/** What the page gets of a command, as `CommandResult` of src/dashboard/run.ts. */
interface RanForPage {
  readonly document: unknown;
  /** Of a command that was asked for a text. */
  readonly text: string;
  readonly notes: readonly string[];
  readonly failure: unknown;
}

export interface PageRuns {
  /** Aliases of the profiles whose keys are known; one that the page creates is added. */
  readonly profiles: Set<string>;
  readonly isSandbox: boolean;
  readonly isReadOnly: boolean;
  /** What the process gives to commands that show or use the receiver. */
  readonly receiver: PageReceiver;
  /** Values that choose the service, beside the flags of this run. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The addresses of images that it has got. */
  readonly givenImages: GivenAddresses;
  /** How its commands reach the sandbox. */
  readonly sandbox: CommandCall['sandbox'];
  /** Called after a change, also one that failed: a part of it may have been made. */
  onChanged(session: string): void;
}

/** What to do about a profile without its key, which the service gives only once. */
const LOST_KEY =
  'its key is lost, since this page shows none: delete the profile, and create it with "crier profiles create", which prints the key';

const READ_ONLY: WriteRule = { mode: 'off', where: '--read-only' };

/** Runs a command that the page asks for: one of its table, for a profile whose key is known, with none but the values listed there. */
export function createPageRunner(
  { profiles, isSandbox, isReadOnly, receiver, flags, givenImages, sandbox, onChanged }: PageRuns,
  { io }: CommandContext,
): (body: Readonly<Record<string, unknown>>, gone: AbortSignal, session: string) => Promise<RanForPage> {
  const keptReads = createKeptReads();
  /** The profile is known from now on; a key that could not be saved does not reach the page either. */
  const takeCreated = (ran: RanForPage): RanForPage => {
    const { profileKey, ...document } = isRecord(ran.document) ? ran.document : {};
    if (typeof document['alias'] === 'string') profiles.add(document['alias']);
    if (profileKey === undefined) return ran;
    return { ...ran, document, text: '', notes: [], failure: { ...Object(ran.failure), advice: LOST_KEY } };
  };
  return async ({ command, input: given, profile, printsText }, gone, session) => {
    const words = String(command);
    const known = Object.hasOwn(PAGE_COMMANDS, words) ? PAGE_COMMANDS[words] : undefined;
    const values = Object.entries(Object(given) as object); // an object, whatever was sent
    const isOfEntries = (name: string) => known?.entries?.includes(name) === true;
    const isKnown =
      known !== undefined &&
      (isSandbox || known.isOfSandbox !== true) &&
      values.every(
        ([name, value]) => known.values.includes(name) && isGivenRightly(value, isOfEntries(name)),
      ) &&
      (profile === null || profiles.has(String(profile)));
    if (!isKnown) return refuse('the page asked for what it may not run');
    const isDryRun = values.some(([name, value]) => name === 'dryRun' && value === true);
    const isChange = known.changes && !isDryRun;
    if (isReadOnly && isChange) return refuse('the page was opened with --read-only');
    const input = Object.fromEntries(
      values.map(([name, value]) => [name, writeEntries(value, isOfEntries(name))]),
    );
    const perform = async (withFile: object) => {
      const ran = await io.callCommand({
        path: words.split(' '),
        input: {
          ...input,
          ...withFile,
          ...flags,
          ...known.ofProcess?.(receiver, input),
          profile: nameProfile(profile, known),
        },
        printsText: printsText === true && !known.changes,
        sandbox,
        // a change that has begun is finished, whether the page waits for it or not
        ...(!isChange && { signal: gone }),
        writes: isReadOnly ? READ_ONLY : null,
        confirm: agree,
        // a sandbox counts no read of the page, and what changes in it is to be seen at once
        ...(!isSandbox && { keptReads }),
      });
      if (known.images !== undefined) givenImages.add(ran.document, known.images);
      return ran;
    };
    try {
      if (words === 'profiles create') return takeCreated(await perform({}));
      if (known.takesFile !== true) return await perform({});
      const sent = await storeSentFile(input['file']);
      if (sent === null) return refuse('the page sent no file');
      return await perform({ file: undefined, files: [sent.path] })
        .then(sent.nameIn)
        .finally(sent.remove);
    } finally {
      if (isChange) onChanged(session);
    }
  };
}

/** The page has shown the plan, and the person has agreed there; but errors that a question is about were not in it. */
async function agree({ refusal }: { refusal?: CrierError }): Promise<void> {
  if (refusal !== undefined) throw refusal;
}

/** Whether a list of objects is one. */
function isGivenRightly(value: unknown, isOfEntries: boolean): boolean {
  return !isOfEntries || (Array.isArray(value) && value.every(isRecord));
}

function writeEntries(value: unknown, isOfEntries: boolean): unknown {
  return isOfEntries && Array.isArray(value) ? value.map((entry) => JSON.stringify(entry)) : value;
}

/** A change names the Primary Profile, too: the person has chosen it on the page. */
function nameProfile(profile: unknown, { changes }: { readonly changes: boolean }): string | undefined {
  if (profile !== null) return String(profile);
  return changes ? 'none' : undefined;
}

function refuse(message: string): RanForPage {
  return { document: null, text: '', notes: [], failure: toErrorDocument(createUsageError(message)) };
}
