import type { PlannedRequest } from '../../../client/client.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { isReadRequest } from '../../../service/routes/read-request.ts';
import type { PageView } from '../output/view.ts';

/**
 * The requests of a run that change something. When the run ends before it has shown their results, its error
 * lists them.
 */
export type Writes = ReturnType<typeof openWrites>;

export function openWrites() {
  const done: string[] = [];
  const underWay = new Set<string>();
  return {
    /** Tracks a request until its response, unless it only reads. @param sent as it is sent */
    async track<A extends { body: unknown }>(
      sent: { method: string; path: string },
      request: () => { method: string; url: string },
      answer: Promise<A>,
    ): Promise<A> {
      if (isReadRequest(sent.method, sent.path)) return answer;
      answer.catch(() => {}); // where it fails for the same reason as `request`, that throws first, and it is not awaited
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
    /** The question of the setting `writes`: whether it was answered, and whether it can be asked. */
    question: { isAnswered: false, isPossible: true },
    /** Marks the results so far as shown. */
    markShown: () => void done.splice(0),
    /** Describes requests that were made, or may have been, and not shown; null for none. */
    describeUnshown(): string | null {
      const parts = [
        ...(done.length > 0 ? [`already done: ${done.join(', ')}`] : []),
        ...(underWay.size > 0 ? [`in flight, and may have been done: ${[...underWay].join(', ')}`] : []),
      ];
      return parts.length === 0 ? null : parts.join('; ');
    },
  };
}

/** Adds the new id, which has not been printed yet. */
function formatId(body: unknown): string {
  const id = getField(body, 'id');
  return typeof id === 'string' ? ` (id ${id})` : '';
}

/** Shows a request instead of sending it: as a plan or as HTTP, under `request` in JSON. */
export function buildPlannedView(request: PlannedRequest): PageView {
  const blocks = [{ kind: 'output', text: formatRequest(request) }] as const;
  return { kind: 'page', document: { request }, blocks, requests: [request] };
}

/**
 * Shows several requests, under `requests` in JSON; a single one is shown as `buildPlannedView` does.
 *
 * @param idsFrom where ids were read from: then one is shown as several are
 */
export function buildPlannedViews(requests: readonly PlannedRequest[], idsFrom?: string): PageView {
  const [only, ...others] = requests;
  if (only !== undefined && others.length === 0 && idsFrom === undefined) return buildPlannedView(only);
  const text = only === undefined ? 'nothing to send' : requests.map(formatRequest).join('\n\n');
  return { kind: 'page', document: { requests }, blocks: [{ kind: 'output', text }], requests };
}

/** A request as HTTP for people. */
export function formatRequest({ method, url, headers, body }: PlannedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const content = body === null ? [] : ['', JSON.stringify(body, null, 2)];
  return [`${method} ${url}`, ...lines, ...content].join('\n');
}
