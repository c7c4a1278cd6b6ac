import type { Client, PlannedRequest } from '../../../client/client.ts';
import type { RequestInput } from '../../../client/prepare-request.ts';
import { getField, isRecord } from '../../../domain/json/loose-record.ts';
import { getLeastEffect, judgeRequest, toDraftRequest } from '../../../domain/requests/request-effects.ts';
import { CrierError } from '../../../errors.ts';
import type { Endpoint, EndpointInput, EndpointRoute, RequestEffect } from '../../../service/endpoint.ts';
import type { EndpointName } from '../../../service/endpoints.ts';
import { isReadRequest } from '../../../service/routes/read-request.ts';
import { ROUTES } from '../../../service/routes/routes.ts';
import { crier } from '../output/text/shell-command.ts';
import type { WriteRule } from '../settings/write-rules.ts';
import type { ContextParts } from './context-parts.ts';
import { confirmChange } from './io.ts';
import { formatRequest } from './writes.ts';

interface GuardedRequest {
  method: string;
  /** Of an endpoint, with its parameters as `{name}`. */
  path: string;
  body: unknown;
  plan(): PlannedRequest;
}

export type WriteGuard = ReturnType<typeof createWriteGuard>;

/**
 * Decides which requests may be sent, by the setting `writes`. Every client of a run sends through it, so that no
 * command can forget it.
 *
 * @see docs/command-line.md#writes
 */
export function createWriteGuard(parts: ContextParts, rules: readonly WriteRule[]) {
  const strict = rules.filter(({ mode }) => mode !== 'on');
  const drafts = strict.find(({ mode }) => mode === 'drafts');
  let note: Promise<void> | undefined;
  const noteOnce = ({ where }: WriteRule) => {
    note ??= parts.output.note(`writes is "drafts" (${where}): posts are kept for approval`);
    return note;
  };
  let answer: Promise<void> | undefined;
  const ask = (rule: WriteRule, request: GuardedRequest) => {
    answer ??= askOnce(parts, rule, request);
    return answer;
  };
  /** The body in its draft form where only that may be sent, else unchanged. */
  const toAllowed = ({ method, path }: EndpointRoute, body: unknown): unknown => {
    const name = findByTemplate(method, path);
    if (drafts === undefined || !isRecord(body) || judgeRequest(name, method, body) !== 'publish')
      return body;
    const draft = toDraftRequest(name, body);
    if (draft === null) return body;
    const noted = noteOnce(drafts);
    parts.onEnd(() => noted);
    return draft;
  };
  return {
    toAllowed,
    /** Refuses what would be refused later, before the user is asked anything. @param body where it decides */
    refuse(route: EndpointRoute, body: unknown) {
      const name = findByTemplate(route.method, route.path);
      const effect = body === undefined ? getLeastEffect(name) : judgeRequest(name, route.method, body);
      for (const rule of strict) refuseEffect(rule, effect, route);
    },
    /** Refuses the request, or asks for it; in a dry run, only reads are sent. @throws CrierError of kind not-allowed */
    async admit(request: GuardedRequest): Promise<void> {
      // a defect of the command: nothing may be sent, whatever it does
      if (parts.isDryRun && !isReadRequest(request.method, request.path))
        throw new Error(`a dry run would send ${request.method} ${request.path}`);
      if (strict.length === 0 || request.method === 'GET') return;
      const name = await findEndpoint(request);
      // fields of a query are not judged, and may contradict the body
      const body = request.path.includes('?') ? undefined : request.body;
      const effect = judgeRequest(name, request.method, body);
      for (const rule of strict) {
        refuseEffect(rule, effect, request);
        if (rule.mode === 'ask' && effect !== 'none') await ask(rule, request);
      }
    },
  };
}

/** Sends only what the guard admits; posts go out as drafts where only these are allowed. */
export function wrapClient(guard: WriteGuard, client: Client): Client {
  const toAllowed = <E extends Endpoint>(row: E, input: EndpointInput<E>): EndpointInput<E> => {
    const body = getField(input, 'body');
    const allowed = guard.toAllowed(row, body);
    // a draft form has the fields of the same schema
    return allowed === body ? input : ({ ...input, body: allowed } as EndpointInput<E>);
  };
  const admitCall = async <E extends Endpoint>(row: E, input: EndpointInput<E>) => {
    const allowed = toAllowed(row, input);
    const { method, path } = row;
    await guard.admit({
      method,
      path,
      body: getField(allowed, 'body'),
      plan: () => client.plan(row, allowed),
    });
    return allowed;
  };
  return {
    call: async (row, input) => client.call(row, await admitCall(row, input)),
    stream: async (row, input, isSplit) => client.stream(row, await admitCall(row, input), isSplit),
    fold: async (row, input, isSplit, begin) => client.fold(row, await admitCall(row, input), isSplit, begin),
    async request(input) {
      await guard.admit({ ...input, body: input.body ?? null, plan: () => client.plan(input) });
      return client.request(input);
    },
    async upload(file) {
      const { method, path } = ROUTES.uploadMedia;
      const plan = () => ({ method, url: path, headers: {}, body: null });
      await guard.admit({ method, path, body: null, plan });
      return client.upload(file);
    },
    plan: (request: Endpoint | RequestInput, input: EndpointInput<Endpoint> = {}) =>
      'answer' in request ? client.plan(request, toAllowed(request, input)) : client.plan(request),
  };
}

/** Finds an endpoint by the path that its row has. */
function findByTemplate(method: string, path: string): EndpointName | null {
  // Object.keys loses the literal types of the names
  const names = Object.keys(ROUTES) as EndpointName[];
  return names.find((name) => ROUTES[name].method === method && ROUTES[name].path === path) ?? null;
}

/** Finds an endpoint also by its other paths, such as those of the second dialect, and by the path of a request. */
async function findEndpoint({ method, path }: GuardedRequest): Promise<EndpointName | null> {
  const found = findByTemplate(method, path);
  if (found !== null) return found;
  const { findRoute } = await import('../../../sandbox/http/routes.ts');
  return findRoute(method, path.split('?', 1)[0] ?? '')?.name ?? null;
}

const ALLOWED: Readonly<Record<WriteRule['mode'], readonly RequestEffect[]>> = {
  on: ['none', 'draft', 'publish', 'delete', 'account'],
  ask: ['none', 'draft', 'publish', 'delete', 'account'],
  drafts: ['none', 'draft'],
  off: ['none'],
};

const WORDS: Readonly<Record<RequestEffect, string>> = {
  none: 'change nothing',
  draft: 'change something',
  publish: 'publish or send something',
  delete: 'delete something',
  account: 'change the account',
};

/** @throws CrierError of kind not-allowed */
function refuseEffect(
  { mode, where }: WriteRule,
  effect: RequestEffect,
  { method, path }: { method: string; path: string },
): void {
  if (ALLOWED[mode].includes(effect)) return;
  throw new CrierError(
    'not-allowed',
    `writes is "${mode}" (${where}): ${method} ${path} would ${WORDS[effect]}, and was not sent`,
    { http: null, advice: mode === 'off' ? OFF_ADVICE : DRAFTS_ADVICE[effect] },
  );
}

const SHOWS_REQUEST = '--dry-run shows the request';
const OFF_ADVICE = `only reading is allowed: ask someone who may change the service; ${SHOWS_REQUEST}`;
const DRAFTS_ADVICE: Readonly<Record<RequestEffect, string>> = {
  none: SHOWS_REQUEST,
  draft: SHOWS_REQUEST,
  publish: `ask someone who may publish or approve; "${crier`posts list --status awaiting-approval`}" lists the drafts, and "${crier`posts create`}" adds one; ${SHOWS_REQUEST}`,
  delete: `ask someone who may delete it; "${crier`posts pause <id>`}" keeps a scheduled post back; ${SHOWS_REQUEST}`,
  account: `ask someone who may change the account; ${SHOWS_REQUEST}`,
};

/** Asks once a run, with the first request; `--yes`, or an answer to the command's own question, is one to this. */
async function askOnce(parts: ContextParts, { where }: WriteRule, request: GuardedRequest): Promise<void> {
  const { question } = parts.writes;
  if (question.isAnswered || parts.isConfirmed) return;
  const refusal = new CrierError(
    'not-allowed',
    `writes is "ask" (${where}): ${request.method} ${request.path} has to be confirmed, and was not sent`,
    {
      http: null,
      advice: `run the command on a terminal, which asks, or confirm it with --yes; ${SHOWS_REQUEST}`,
    },
  );
  if (!question.isPossible && parts.host === null) throw refusal;
  await confirmChange(parts, {
    what: `send ${request.method} ${request.path}, and what else this command changes`,
    details: async () => formatRequest(request.plan()).split('\n'),
    refusal,
    yes: false,
  });
}
