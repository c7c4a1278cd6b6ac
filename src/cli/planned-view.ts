import type { PlannedRequest } from '../client/client.ts';
import type { PageView } from './render/view.ts';

/** A request that is shown instead of sent: for people as it would go over the wire, for programs under `request`. */
export function plannedView(request: PlannedRequest): PageView {
  return { kind: 'page', document: { request }, blocks: [{ kind: 'output', text: wireText(request) }] };
}

/** The same for requests that follow each other: one alone stands as it always does, several under `requests`. */
export function plannedViews(requests: readonly PlannedRequest[]): PageView {
  const [only, ...others] = requests;
  if (only !== undefined && others.length === 0) return plannedView(only);
  const text = requests.map(wireText).join('\n\n');
  return { kind: 'page', document: { requests }, blocks: [{ kind: 'output', text }] };
}

function wireText({ method, url, headers, body }: PlannedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const content = body === null ? [] : ['', JSON.stringify(body, null, 2)];
  return [`${method} ${url}`, ...lines, ...content].join('\n');
}
