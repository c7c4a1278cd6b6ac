import type { PlannedRequest } from '../client/client.ts';
import type { PageView } from './render/view.ts';

/** A request that is shown instead of sent: for people as it would go over the wire, for programs under `request`. */
export function buildPlannedView(request: PlannedRequest): PageView {
  return { kind: 'page', document: { request }, blocks: [{ kind: 'output', text: formatRequest(request) }] };
}

/** The same for requests that follow each other: one alone stands as it always does, several under `requests`. */
export function buildPlannedViews(requests: readonly PlannedRequest[]): PageView {
  const [only, ...others] = requests;
  if (only !== undefined && others.length === 0) return buildPlannedView(only);
  const text = requests.map(formatRequest).join('\n\n');
  return { kind: 'page', document: { requests }, blocks: [{ kind: 'output', text }] };
}

function formatRequest({ method, url, headers, body }: PlannedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const content = body === null ? [] : ['', JSON.stringify(body, null, 2)];
  return [`${method} ${url}`, ...lines, ...content].join('\n');
}
