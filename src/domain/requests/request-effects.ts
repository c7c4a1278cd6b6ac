import type { RequestEffect } from '../../service/endpoint.ts';
import type { EndpointName } from '../../service/endpoints.ts';
import { ROUTES } from '../../service/routes/routes.ts';
import { getField, isRecord, type LooseRecord } from '../json/loose-record.ts';

/** Whether a body lessens the effect of its endpoint to `draft`. */
const DRAFTS: Readonly<Partial<Record<EndpointName, (body: unknown) => boolean>>> = {
  setAutoResponse: (body) => getField(body, 'autoResponseActive') === false,
  createPost: (body) => getField(body, 'requiresApproval') === true && getField(body, 'approved') !== true,
  updatePost: isPrivateChange,
  updateAutomation: (body) => getField(body, 'active') === false,
};

/** Fields of a change that only the account sees. */
const PRIVATE_FIELDS: readonly string[] = ['id', 'notes'];

/** A post that is held back or paused is not published by its other changes. @see docs/service/posts.md#update */
function isPrivateChange(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const { approved, scheduledPause } = body;
  if (approved === true || scheduledPause === false) return false;
  if (approved === false || scheduledPause === true) return true;
  return Object.keys(body).every((name) => PRIVATE_FIELDS.includes(name));
}

/**
 * Judges a request by its endpoint. What is not known is judged by its method, for the worst.
 *
 * @param name of the endpoint; null for an unknown one
 */
export function judgeRequest(name: EndpointName | null, method: string, body: unknown): RequestEffect {
  if (name === null) return method === 'GET' ? 'none' : method === 'DELETE' ? 'delete' : 'publish';
  return DRAFTS[name]?.(body) ? 'draft' : ROUTES[name].effect;
}

/** The least effect that a request to an endpoint has, whatever its body is. */
export function getLeastEffect(name: EndpointName | null): RequestEffect {
  return name === null || DRAFTS[name] !== undefined ? 'draft' : ROUTES[name].effect;
}

/** Turns a request that would publish a post into one for a draft; null where there is no draft. */
export function toDraftRequest(name: EndpointName | null, body: LooseRecord): LooseRecord | null {
  if (name === 'createPost') return { ...body, requiresApproval: true };
  const isReleased = body['approved'] === true || body['scheduledPause'] !== undefined;
  return name === 'updatePost' && !isReleased ? { ...body, approved: false } : null;
}
