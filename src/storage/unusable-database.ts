import { CrierError, type ErrorFacts } from '../errors.ts';

/** A database that is permanently unusable: damaged, or written by another program. */
export class UnusableDatabase extends CrierError {
  constructor(file: string, reason: string, facts: ErrorFacts = {}) {
    super('usage', `cannot use ${file}: ${reason}`, {
      advice: 'start over with "crier sandbox reset", which moves the file aside',
      ...facts,
    });
  }
}

/** A database whose file was removed, moved or replaced while it was open: what is written to it is lost. */
export class MovedDatabase extends CrierError {
  constructor(file: string, fate: string) {
    super('usage', `cannot use ${file}: it was ${fate} while in use`, {
      advice: 'run the command again: it opens the current file, or creates it',
    });
  }
}

/** A database that another process keeps locked for too long. */
export class BusyDatabase extends CrierError {
  constructor(file: string, cause: unknown) {
    super('unavailable', `another process keeps ${file} locked`, {
      advice: 'wait for it to finish, then try again',
      cause,
    });
  }
}
