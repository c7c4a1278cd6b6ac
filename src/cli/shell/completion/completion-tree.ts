import type { CompletionKind } from '../flags/flags.ts';

/** A value and its description, which may be empty. */
export type CompletionChoice = readonly [value: string, about: string];

/** The choices of a value: a fixed list, names of a kind, or anything (null). */
export type ValueNode = readonly CompletionChoice[] | CompletionKind | null;

/** A flag for completion. */
export interface FlagNode {
  /** The long form first. */
  readonly names: readonly string[];
  readonly about: string;
  /** Whether it takes no value. */
  readonly isSwitch: boolean;
  readonly value: ValueNode;
  readonly repeats: boolean;
}

/** A positional argument. */
export interface ArgumentNode {
  readonly value: ValueNode;
  /** Whether it takes all remaining words. */
  readonly repeats: boolean;
}

export interface CommandNode {
  readonly path: readonly string[];
  readonly about: string;
  readonly arguments: readonly ArgumentNode[];
  readonly flags: readonly FlagNode[];
  /** Shared flag sets, by their indexes in the tree's `sets`. */
  readonly sets: readonly number[];
  /** Values of `--fields`. */
  readonly fields: readonly string[];
  /** Whether its arguments are the command line of another program. */
  readonly passesOn: boolean;
}

/** Kinds of names that are known at build time. */
export type KnownOffer = Extract<
  CompletionKind,
  'area' | 'code' | 'explainable' | 'networks' | 'setting' | 'webhook action' | 'webhook event'
>;

/** Everything that completion needs; the build stores it as JSON. */
export interface CompletionTree {
  readonly commands: readonly CommandNode[];
  /** Groups of commands, by their paths: `sandbox clock`. */
  readonly groups: readonly CompletionChoice[];
  readonly topics: readonly CompletionChoice[];
  readonly sets: readonly (readonly FlagNode[])[];
  readonly names: Readonly<Record<KnownOffer, readonly CompletionChoice[]>>;
  /** Valid values of settings that have a fixed list. */
  readonly settingValues: Readonly<Record<string, readonly CompletionChoice[]>>;
  /** The aliases of the built-in sandbox's profiles. */
  readonly sandboxAliases: readonly CompletionChoice[];
}
