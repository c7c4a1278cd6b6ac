import { setImmediate as nextTurn } from 'node:timers/promises';
import { CrierError } from '../errors.ts';
import type { ArrivedDelivery, Inbox, TakenDelivery } from './inbox/inbox.ts';

/** Most deliveries of one transaction. */
const MOST_TOGETHER = 256;

interface WaitingDelivery {
  arrived: ArrivedDelivery;
  resolve(taken: TakenDelivery): void;
  reject(error: unknown): void;
}

/**
 * Group commit: what arrives during one wait for the disk shares the next one. While a remote store works on a group, the
 * one before is answered.
 */
export function groupTakeIns({
  takeIn,
  isRemote,
}: Inbox): (arrived: ArrivedDelivery) => Promise<TakenDelivery> {
  const waiting: WaitingDelivery[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    let answer: AnswerGroup = () => {};
    await nextTurn();
    while (waiting.length > 0) {
      const storing = storeTogether(waiting.splice(0, MOST_TOGETHER), takeIn);
      answer();
      answer = await storing;
      if (isRemote) continue;
      answer();
      answer = () => {};
      await nextTurn(); // requests that came meanwhile
    }
    answer();
    isRunning = false;
  }

  return (arrived) =>
    new Promise((resolve, reject) => {
      waiting.push({ arrived, resolve, reject });
      if (!isRunning) void run();
    });
}

/** Tells the senders of a group whether their deliveries were stored. */
type AnswerGroup = () => void;

/** A delivery that cannot be stored does not fail the others, unless none can be now: their senders wait for an answer. */
async function storeTogether(
  batch: readonly WaitingDelivery[],
  takeIn: Inbox['takeIn'],
): Promise<AnswerGroup> {
  try {
    const taken = await takeIn(batch.map(({ arrived }) => arrived));
    return () => {
      for (const [place, { resolve, reject }] of batch.entries()) {
        const each = taken[place];
        if (each === undefined) reject(new Error('the inbox did not number a delivery'));
        else resolve(each);
      }
    };
  } catch (error) {
    const isDown = error instanceof CrierError && error.kind === 'unavailable';
    if (isDown || batch.length === 1)
      return () => {
        for (const { reject } of batch) reject(error);
      };
    const answers: AnswerGroup[] = [];
    for (const each of batch) answers.push(await storeTogether([each], takeIn));
    return () => {
      for (const answer of answers) answer();
    };
  }
}
