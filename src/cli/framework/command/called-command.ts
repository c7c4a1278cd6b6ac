import type { World } from '../../../world.ts';
import type { ErrorDocument } from '../output/error-document.ts';
import type { RunHost } from '../terminal/run-host.ts';

/** A command that another one runs in this process, by its name and its values instead of words. */
export interface CommandCall extends Pick<RunHost, 'writes' | 'confirm' | 'keptReads'> {
  path: readonly string[];
  /** By the keys of its schemas, those of the shared flags included. Undefined and false are not given. */
  input: Readonly<Record<string, unknown>>;
  /** Its standard input, for a flag or argument that is `-` (default: empty). */
  stdin?: string;
  /** Takes what it prints as text, such as a file or CSV, in place of its JSON document. */
  printsText?: boolean;
  /** Ends this run only. */
  signal?: AbortSignal;
  /** How it reaches the sandbox (default: it is opened for each call, and each request counts). */
  sandbox?: Pick<World, 'openSandbox' | 'openLoopback'> | undefined;
  /** Another machine to run it on: then the flags of the caller do not choose the service. */
  world?: Partial<World>;
}

export interface CalledCommand {
  exitCode: number;
  /** The JSON document; null where nothing was printed, and for `printsText`. */
  document: unknown;
  /** Of `printsText`; empty otherwise. */
  text: string;
  /** What it said beside it, a sentence each. */
  notes: readonly string[];
  failure: ErrorDocument | null;
}

export type CallCommand = (call: CommandCall) => Promise<CalledCommand>;
