import { getField, isRecord } from '../../../../domain/json/loose-record.ts';
import { PLATFORMS } from '../../../../service/platforms.ts';
import type { RecordLine, StreamView, View } from '../view.ts';

/** Whom a change is for. */
export interface PlanTarget {
  /** The context, `sandbox`, or the host of an address without a context. */
  readonly context: string;
  /** Its alias, null for the Primary Profile; undefined for several profiles, which a plan names itself, and for the account. */
  readonly profile?: string | null;
  /** Those that a plan names; undefined for none. */
  readonly networks?: readonly string[];
}

/** `harbour of acme`, `the Primary Profile of the sandbox`, or `acme` for several profiles. */
export function describePlanTarget({ context, profile }: PlanTarget): string {
  const place = context === 'sandbox' ? 'the sandbox' : context;
  return profile === undefined ? place : `${profile ?? 'the Primary Profile'} of ${place}`;
}

/** Says in a plan whom it is for: in the lines above a table, in the first line of requests, and in the document of requests. */
export function addPlanTarget<Shown extends View | StreamView<unknown>>(
  view: Shown,
  target: PlanTarget,
): Shown {
  const value = describePlanTarget(target);
  const line: RecordLine = { name: 'for', title: 'for', value };
  if (view.kind === 'list') return { ...view, above: [line, ...(view.above ?? [])] };
  if (view.kind === 'record')
    return { ...view, lines: [line, ...view.lines], cells: view.cells ?? view.lines };
  if (view.kind !== 'page') return view;
  const { document, blocks } = view;
  const meta = getField(document, 'meta');
  return {
    ...view,
    document: { ...document, meta: { ...(isRecord(meta) && meta), ...target } },
    blocks: [{ kind: 'prose', text: `for ${value}` }, ...blocks],
  };
}

/** The networks that the requests or the rows of a plan name. */
export function listPlanNetworks(document: unknown): readonly string[] {
  const listOf = (name: string) => [getField(document, name) ?? []].flat();
  const ofRows = listOf('plan').flatMap((row) => getField(row, 'platforms') ?? []);
  const ofRequests = [...listOf('request'), ...listOf('requests')].flatMap(listRequestNetworks);
  return [...new Set([...ofRequests, ...ofRows.map(String)])];
}

/** The networks that a request names in its body, query or path. */
export function listRequestNetworks(request: unknown): readonly string[] {
  const body = getField(request, 'body');
  const url = URL.parse(String(getField(request, 'url')));
  const named =
    getField(body, 'platforms') ?? getField(body, 'platform') ?? url?.searchParams.get('platform');
  const ofPath = url?.pathname.split('/').filter((word) => Object.hasOwn(PLATFORMS, word));
  return [named ?? ofPath ?? []].flat().map(String);
}
