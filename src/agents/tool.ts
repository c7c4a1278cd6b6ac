import type * as z from 'zod';

/** What a tool does at most: reads, keeps something that only the account sees, or changes what others see. */
type ToolEffect = 'read' | 'change' | 'delete';

/** A tool for a language model: one job, which runs a command. */
export interface AgentTool {
  /** Unique, in snake case, beginning with its noun: `comments_reply`. */
  name: string;
  /** What `--tools` and `--allow-writes` name: `comments`. */
  noun: string;
  title: string;
  description: string;
  effect: ToolEffect;
  /** Of strings, numbers, booleans and lists of them only: some clients refuse unions, and round large numbers. */
  input: z.ZodObject;
  /** @param input validated by its schema */
  toCall(input: Readonly<Record<string, unknown>>): ToolCall;
  /** Fields of the document that say nothing more. */
  omit?: readonly string[];
}

export interface ToolCall {
  path: readonly string[];
  input: Readonly<Record<string, unknown>>;
  stdin?: string;
}

/** What the user lets the tools change. */
export interface ToolPermissions {
  /** Nouns whose tools may change something; `all` is every noun. */
  writes: readonly string[];
  /** Whether they may publish, send and delete; else they make drafts. */
  publish: boolean;
}
