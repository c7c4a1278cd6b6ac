import type { PlannedRequest } from '../client/client.ts';
import type { PageView } from './render/view.ts';

/** A request that is shown instead of sent: for people as it would go over the wire, for programs under `request`. */
export function plannedView(request: PlannedRequest): PageView {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const body = request.body === null ? [] : ['', JSON.stringify(request.body, null, 2)];
  const text = [`${request.method} ${request.url}`, ...headers, ...body].join('\n');
  return { kind: 'page', document: { request }, blocks: [{ kind: 'output', text }] };
}
