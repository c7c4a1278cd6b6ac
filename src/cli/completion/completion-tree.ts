import type { CompletionKind } from '../flags.ts';

/** A value that may be typed, and a few words about it; none are an empty text. */
export type CompletionChoice = readonly [value: string, about: string];

/** What may stand for a value: these alone, things of a kind that have names, or anything (null). */
export type ValueNode = readonly CompletionChoice[] | CompletionKind | null;

/** A flag, as completion needs it. */
export interface FlagNode {
  /** The long form first. */
  readonly names: readonly string[];
  readonly about: string;
  /** It is a switch, and takes no value. */
  readonly isSwitch: boolean;
  readonly value: ValueNode;
  readonly repeats: boolean;
}

/** A word that stands without a flag. */
export interface ArgumentNode {
  readonly value: ValueNode;
  /** It takes all words that are left. */
  readonly repeats: boolean;
}

export interface CommandNode {
  readonly path: readonly string[];
  readonly about: string;
  readonly arguments: readonly ArgumentNode[];
  readonly flags: readonly FlagNode[];
  /** Sets of flags that it shares with others, by their places in the tree's `sets`. */
  readonly sets: readonly number[];
  /** What `--fields` can take. */
  readonly fields: readonly string[];
  /** Its words are those of another program. */
  readonly passesOn: boolean;
}

/** Kinds of things whose names are known when the program is built. */
export type KnownOffer = Extract<
  CompletionKind,
  'area' | 'code' | 'explainable' | 'networks' | 'setting' | 'webhook action' | 'webhook event'
>;

/** All that completion knows of the program; building writes it down as JSON. */
export interface CompletionTree {
  readonly commands: readonly CommandNode[];
  /** Folders of commands, by their words: `sandbox clock`. */
  readonly groups: readonly CompletionChoice[];
  readonly topics: readonly CompletionChoice[];
  readonly sets: readonly (readonly FlagNode[])[];
  readonly names: Readonly<Record<KnownOffer, readonly CompletionChoice[]>>;
  /** What a setting can be, for those that cannot be anything. */
  readonly settingValues: Readonly<Record<string, readonly CompletionChoice[]>>;
  /** The aliases of the built-in sandbox's profiles. */
  readonly sandboxAliases: readonly CompletionChoice[];
}
