import { CrierError, type ErrorFacts } from '../errors.ts';

/** A database that no waiting and no room on the disk makes usable: damaged, or written by somebody else. */
export class UnusableDatabase extends CrierError {
  constructor(file: string, reason: string, facts: ErrorFacts = {}) {
    super('usage', `cannot use ${file}: ${reason}`, {
      advice: 'begin anew with "crier sandbox reset", which moves the file aside',
      ...facts,
    });
  }
}
