import type { Outbound } from '../outbound/outbound.ts';
import { RETRIED_CLIENT_ERRORS } from '../service/webhooks.ts';
import type { ForwardOutcome, ForwardTarget } from './forwarding.ts';
import type { ForwardJob } from './inbox/inbox.ts';

/** The header that marks repetitions: 1 for the first attempt. */
const ATTEMPT_HEADER = 'Crier-Attempt';

/** Bytes of an answer that are read and dropped. */
const ANSWER_BYTES = 1024 * 1024;

/**
 * Forwards by HTTP: the exact bytes of the body, and the headers of the delivery, so that the target can check the
 * signature again. Any status of 200 to 299 is success.
 *
 * @param deadlineMs from the connection to the end of the answer
 * @see docs/safety.md#L5, #L6
 */
export function createHttpTarget(
  url: string,
  { outbound, deadlineMs }: { outbound: Outbound; deadlineMs: number },
): ForwardTarget {
  return {
    name: url,
    async attempt({ headers, body, attempt }, signal) {
      const { status, fault } = await outbound.post({
        url,
        headers: { 'content-type': 'application/json', ...headers, [ATTEMPT_HEADER]: String(attempt) },
        body,
        deadlineMs,
        answerBytes: ANSWER_BYTES,
        answerIs: 'dropped',
        signal,
      });
      if (status === null) return judgeSilence(fault ?? 'connection lost');
      return judgeStatus(status);
    },
  };
}

function judgeSilence(fault: string): ForwardOutcome {
  return { kind: fault === 'address not allowed' ? 'refused' : 'failed', status: null, error: fault };
}

function judgeStatus(status: number): ForwardOutcome {
  if (status >= 200 && status < 300) return { kind: 'done', status, error: null };
  const isFinal = status >= 400 && status < 500 && !RETRIED_CLIENT_ERRORS.some((each) => each === status);
  return { kind: isFinal ? 'refused' : 'failed', status, error: `status ${status}` };
}

/**
 * Runs a program with the body as its input and the facts in its environment.
 *
 * @returns null if a signal ended it
 * @throws Error when it cannot be started
 */
export type RunWithInput = (
  words: readonly string[],
  options: {
    input: Uint8Array;
    env: Readonly<Record<string, string>>;
    signal: AbortSignal;
    onLine: (line: string) => Promise<void>;
  },
) => Promise<number | null>;

/** Forwards to a program, one process for each delivery: exit code 0 is success. */
export function createCommandTarget(
  name: string,
  words: readonly string[],
  options: {
    /** Names it in errors: the words of a command may have secrets. */
    label: string;
    run: RunWithInput;
    deadlineMs: number;
    /** Gets each line that a program prints. @param number of the delivery */
    onLine(number: number, line: string): Promise<void>;
    /** Waits, and rejects when the signal aborts. */
    sleep(ms: number, signal: AbortSignal): Promise<void>;
  },
): ForwardTarget {
  const { label, run, deadlineMs, sleep, onLine } = options;
  return {
    name,
    async attempt(job, signal) {
      const late = new AbortController();
      const over = new AbortController();
      sleep(deadlineMs, over.signal).then(
        () => late.abort('timeout'),
        () => {}, // it ended in time
      );
      const options = {
        input: job.body,
        env: buildVariables(job),
        signal: AbortSignal.any([signal, late.signal]),
        onLine: (line: string) => onLine(job.number, line),
      };
      let code: number | null;
      try {
        code = await run(words, options);
      } catch (error) {
        // it could not be started: a fault of the target, not of the inbox
        return {
          kind: 'failed',
          status: null,
          error: (error instanceof Error ? error.message : String(error)).replaceAll(
            `"${words[0]}"`,
            `"${label}"`,
          ),
        };
      } finally {
        over.abort('over');
      }
      if (code === 0) return { kind: 'done', status: code, error: null };
      const error = late.signal.aborted
        ? 'timeout'
        : code === null
          ? 'ended by a signal'
          : `exit code ${code}`;
      return { kind: 'failed', status: code, error };
    },
  };
}

/** The variables of a program, each empty when it is not known. */
function buildVariables({ number, attempt, facts }: ForwardJob): Readonly<Record<string, string>> {
  return {
    CRIER_DELIVERY: String(number),
    CRIER_ATTEMPT: String(attempt),
    CRIER_ACTION: facts.action ?? '',
    CRIER_TYPE: facts.type ?? '',
    CRIER_HOOK_ID: facts.hookId ?? '',
    CRIER_PERSON: facts.person ?? '',
    CRIER_POST: facts.post ?? '',
  };
}
