import type { Client } from '../../../client/client.ts';
import type { World } from '../../../world.ts';
import type { Output } from '../output/printing/output.ts';
import type { ReferenceKind, ReferenceTarget } from '../output/reference.ts';
import type { SavedSettings } from '../settings/settings.ts';
import type { CommandEntry } from './command.ts';
import type { CommandContext } from './context.ts';

/** What features give the framework, which knows none of them. Each loads its code when it is called. */
export interface Registrations {
  commands: readonly CommandEntry[];
  /** The latest ids, by what an argument takes: `post id`, `comment`. */
  loadLatestIds(): Promise<Readonly<Record<string, LatestIds>>>;
  openAddresses(use: AddressUse, context: CommandContext): Promise<AddressResolver>;
  /** The id that a post has on the network of automations; null when it is not there. */
  findNetworkId(postId: string, client: Client): Promise<string | null>;
  showUpdateNotice(run: FinishedRun): Promise<void>;
}

/** A run of a command, as the framework sees it. */
export interface StartedCommand {
  context: CommandContext;
  registrations: Registrations;
}

/** The latest ids of a kind, to choose one for a command that was started without it. */
export interface LatestIds {
  /** Without its question mark: `Which post`. */
  question: string;
  /** Reads them, the newest first. */
  read(client: Client, context: CommandContext): Promise<readonly OfferedId[]>;
}

export interface OfferedId {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** What a command needs beside the id of a comment. */
  readonly flags?: ReferenceTarget;
}

/** Finds what is at an address. @param place where it was read, when not on the command line: `line 3 of ids.txt` */
export type AddressResolver = (text: string, place?: string) => Promise<ReferenceTarget>;

/** What an address may mean to a command. */
export interface AddressUse {
  kinds: readonly ReferenceKind[];
  /** Whether it takes ids of networks. */
  takesNetworks: boolean;
  changes: boolean;
}

/** A run that has succeeded, on a terminal. */
export interface FinishedRun {
  world: World;
  output: Output;
  settings: SavedSettings;
  /** Of `--ca-file`; not read again if it is standard input. */
  caFile: string | undefined;
}
