import { createUsageError } from '../errors.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Maximum size of each kind of input in bytes. Memory stays bounded, whatever a path leads to. */
export const INPUT_LIMITS = {
  /** The project's settings file. */
  project: 4 * KIB,
  /** A key, a token, a signing secret. */
  secret: 64 * KIB,
  /** The settings of this machine. */
  settings: MIB,
  /** Text that people or programs write: automations, posts, messages, ids, JSON bodies. */
  text: 8 * MIB,
  /** The body of a delivery that is signed or verified, and the state of a watch. */
  bytes: 64 * MIB,
} as const;

export type InputKind = keyof typeof INPUT_LIMITS;

/** Refuses an input that is larger than its kind allows. @throws CrierError `usage` */
export function checkInputSize(size: number, { name, kind }: { name: string; kind: InputKind }): void {
  const limit = INPUT_LIMITS[kind];
  if (size <= limit) return;
  const text = limit < MIB ? `${limit / KIB} KiB` : `${limit / MIB} MiB`;
  throw createUsageError(`${name} is larger than ${text}`, 'check that it is the right file, or split it');
}
