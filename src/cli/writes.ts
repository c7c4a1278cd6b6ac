import type { PlannedRequest } from '../client/client.ts';
import { getField } from '../rules/loose-record.ts';

/**
 * The requests of a run that change something. Should the run end before it has shown what came of them, whoever
 * started it must hear that they were made.
 */
export interface Writes {
  /** Follows one to its end. @param request as it leaves; asked for when it changes something */
  track<A extends { readonly body: unknown }>(
    request: () => Pick<PlannedRequest, 'method' | 'url'>,
    answer: Promise<A>,
  ): Promise<A>;
  /** What came of those before was shown. */
  markShown(): void;
  /** What was done, and what may have been, and was not shown; null for nothing. */
  describeUnshown(): string | null;
}

export function openWrites(): Writes {
  const done: string[] = [];
  const underWay = new Set<string>();
  return {
    async track(request, answer) {
      const { method, url } = request();
      const words = `${method} ${new URL(url).pathname}`;
      underWay.add(words);
      try {
        const answered = await answer;
        done.push(words + formatId(answered.body));
        return answered;
      } finally {
        underWay.delete(words);
      }
    },
    markShown: () => void done.splice(0),
    describeUnshown() {
      const parts = [
        ...(done.length > 0 ? [`done before that: ${done.join(', ')}`] : []),
        ...(underWay.size > 0
          ? [`under way, so that it may have been done: ${[...underWay].join(', ')}`]
          : []),
      ];
      return parts.length === 0 ? null : parts.join('; ');
    },
  };
}

/** What was made has an id that nobody knows yet. */
function formatId(body: unknown): string {
  const id = getField(body, 'id');
  return typeof id === 'string' ? ` (id ${id})` : '';
}
