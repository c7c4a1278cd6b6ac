import type * as z from 'zod';
import type { Client, PlannedRequest } from '../../../../client/client.ts';
import { getField, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../../errors.ts';
import type { Endpoint, EndpointInput } from '../../../../service/endpoint.ts';
import type { FilePosition } from '../../../framework/input/files/parsed-text.ts';
import type { FileText } from '../../../framework/input/files/records-file.ts';

/** Something of a profile that files describe. It is found again by its name. */
export interface WrittenResource {
  readonly name: string;
  /** In the form of files, complete but for fields that files may leave out. */
  readonly content: LooseRecord;
  readonly place: ResourcePlace;
  /** Where a secret is that is sent with it; null for none. */
  readonly secret?: SecretReference | null;
  /** The version of that secret, by which a new one is a difference; null for none. */
  readonly secretVersion?: string | null;
}

/** A secret is never in a file of resources. */
export interface SecretReference {
  readonly kind: 'file' | 'variable' | 'command';
  /** The path, the name, or the command line. */
  readonly name: string;
}

export type ReadSecret = (reference: SecretReference) => Promise<string>;

/** Where a file describes it. */
export interface ResourcePlace extends FilePosition {
  readonly file: string;
}

/** The same in the service. */
export interface StoredResource {
  readonly name: string;
  readonly id: string;
  /** In the form of files, complete. */
  readonly content: LooseRecord;
}

export interface WrittenProblem extends ResourcePlace {
  readonly words: string;
}

/** A request that is planned and sent from the same input. */
export interface RequestStep {
  plan(client: Client): PlannedRequest;
  /** @returns the id in the answer, if it has one */
  send(client: Client, readSecret: ReadSecret): Promise<string | null>;
}

export function createStep<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): RequestStep {
  return {
    plan: (client) => client.plan(endpoint, input),
    async send(client) {
      const id = getField((await client.call(endpoint, input)).body, 'id');
      return typeof id === 'string' ? id : null;
    },
  };
}

/** The requests that create something; those after the first one need its id. */
export interface CreateSteps {
  readonly first: RequestStep;
  readonly next?: (id: string) => RequestStep;
}

/** A kind of what a profile has and files can describe: the one place that knows how it is written, read and changed. */
export interface ResourceKind {
  /** Its name in documents, in the lock file, and of its file in a folder; automations have all other files. */
  readonly name: string;
  readonly noun: string;
  /** What one is, for the help page of files. */
  readonly summary: string;
  /** One in a file; null for automations, whose entries have a topic of their own. */
  readonly schema: z.ZodObject | null;
  /** Reads the files of a folder that are its own. */
  parse(files: readonly FileText[]): Promise<{
    readonly resources: readonly WrittenResource[];
    readonly problems: readonly WrittenProblem[];
  }>;
  list(client: Client): Promise<readonly StoredResource[]>;
  /** Reads one again, before it is changed; null when it is gone. */
  reread(stored: StoredResource, client: Client): Promise<StoredResource | null>;
  /** Asked right before one is created: in one request, where `list` may take more. */
  listNames(client: Client): Promise<readonly string[]>;
  /** Null where the service has one in any case. */
  create: ((written: WrittenResource) => CreateSteps) | null;
  /** @param fields the fields of the content that differ: only they are sent */
  update(
    stored: StoredResource,
    content: LooseRecord,
    fields: readonly string[],
    written: WrittenResource | null,
  ): RequestStep;
  /** Null where it cannot be deleted. */
  remove: ((stored: StoredResource) => RequestStep) | null;
  /** Whether it counts towards a limit of the service, which decides the order of changes. */
  isActive(content: LooseRecord): boolean;
  /** A part of the content for people, as lines. @param path such as `['actions', 0]`; empty for the whole */
  describe(path: readonly (string | number)[], value: unknown): readonly string[];
  /** Its content as a file has it. */
  toFile(content: LooseRecord): LooseRecord;
}

/** Puts the problems of one file in their order in it. */
export function sortByPlace(problems: readonly WrittenProblem[]): readonly WrittenProblem[] {
  return problems.toSorted((one, other) => one.line - other.line || one.column - other.column);
}

/** @throws CrierError of kind usage that lists the problems */
export function refuseProblems(problems: readonly WrittenProblem[]): void {
  const [first, ...others] = problems.map(
    ({ file, line, column, words }) => `${file}:${line}:${column}: ${words}`,
  );
  if (first === undefined) return;
  const shown = others.slice(0, MOST_SHOWN);
  const rest = others.length - shown.length;
  throw createUsageError(
    [first, ...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; '),
    'nothing was sent; "crier automations check" lists all errors and warnings of automations',
  );
}

const MOST_SHOWN = 9;
