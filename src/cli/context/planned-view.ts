import type { PlannedRequest } from '../../client/client.ts';
import type { PageView } from '../render/view.ts';

/** Shows a request instead of sending it: as HTTP for people, under `request` in JSON. */
export function buildPlannedView(request: PlannedRequest): PageView {
  return { kind: 'page', document: { request }, blocks: [{ kind: 'output', text: formatRequest(request) }] };
}

/** Shows several requests, under `requests` in JSON; a single one is shown as `buildPlannedView` does. */
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
