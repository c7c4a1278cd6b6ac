import type { CrierError } from '../../../errors.ts';
import type { WriteRule } from '../settings/write-rules.ts';
import type { ConfirmQuestion } from './ask-user.ts';

/** A program that runs commands in this process, in the place of a person at a terminal. */
export interface RunHost {
  /** What may be sent at most, beside what the settings allow; null for no other limit. */
  writes: WriteRule | null;
  /** Resolves when a person has confirmed. @throws CrierError of kind usage when nobody has */
  confirm(question: ConfirmQuestion): Promise<void>;
  /** Gets the failure of the run with its secrets masked, which is then not printed. */
  onFailure(error: CrierError): void;
}
