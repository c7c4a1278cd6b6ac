import type { AttemptReport, PublishedDuePost } from '../../../sandbox/engine/ports.ts';
import { isSameSecret } from '../../../sandbox/http/access.ts';
import { findRoute } from '../../../sandbox/http/routes.ts';
import type { SandboxAnswer } from '../../../sandbox/http/sandbox-request.ts';
import type { Sandbox } from '../../../sandbox/open-sandbox.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { type ActivityRow, ActivityStatus } from '../../../service/endpoints/activity.ts';
import { ROUTES } from '../../../service/routes/routes.ts';
import { createCounter, createHistogram } from '../../../telemetry/instruments.ts';
import { formatMetrics, METRIC_TEXT_TYPE, type Metric } from '../../../telemetry/metric-text.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import type { CommandContext } from '../../framework/command/context.ts';

/** Upper bounds in seconds. */
const ANSWER_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Where a sandbox that is served shows its metrics to Prometheus, apart from the paths of the service. */
const METRICS_PATH = '/_sandbox/metrics';

/**
 * Counts what a sandbox does: for Prometheus, and for the collector of the environment, if it names one.
 *
 * @param needsKey whether metrics need the API key or the user's token, as other machines may reach them
 */
export async function openSandboxTelemetry({ io }: CommandContext, needsKey: boolean) {
  const onFault = (reason: string | null) =>
    void io.note(
      reason === null
        ? 'the collector works again'
        : `the collector takes no spans or metrics: ${reason}; the sandbox runs on without it`,
    );
  const telemetry = await io.openTelemetry({ service: 'crier-sandbox', onFault });
  return createObserver(telemetry, needsKey, io);
}

function createObserver(
  telemetry: Telemetry | null,
  needsKey: boolean,
  { clock, onEnd }: CommandContext['io'],
) {
  const { requests, answers, activities, attempts, posts, readAll } = createInstruments();
  telemetry?.sendMetrics(async () => readAll());
  if (telemetry !== null) onEnd(() => telemetry.stop());
  return {
    observe: (sandbox: Sandbox): Sandbox => ({
      ...sandbox,
      async answer(request) {
        const { method, url } = request;
        if (url.pathname === METRICS_PATH) {
          const { authorization } = request.headers;
          const { apiKey } = sandbox.credentials;
          const isKnown = !needsKey || isSameSecret(authorization ?? '', `Bearer ${apiKey}`);
          return buildMetricsAnswer(method, isKnown, readAll);
        }
        const startedAt = clock.now();
        const began = clock.steady();
        const answer = await sandbox.answer(request);
        const ms = clock.steady() - began;
        const { status } = answer;
        const route = findPath(method, url.pathname);
        requests.add({ method, route, status: String(status) });
        answers.observe({ route }, ms / SECOND_MS);
        telemetry?.addSpan({
          ...{ name: `${method} ${route}`, kind: 'server', trace: null },
          ...{ startedAt, endedAt: startedAt + ms },
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          },
          error: status >= 500 ? `status ${status}` : null,
        });
        return answer;
      },
    }),
    addActivity: ({ status }: ActivityRow): void => activities.add({ status }),
    addPost: ({ errors }: PublishedDuePost): void =>
      posts.add({ result: errors.length === 0 ? 'published' : 'refused' }),
    addAttempt(attempted: AttemptReport): void {
      const { hookId, action, type, attempt, status, error, ms, state } = attempted;
      attempts.add({ result: error === null ? 'delivered' : state === 'failed' ? 'failed' : 'waiting' });
      const endedAt = clock.now();
      telemetry?.addSpan({
        ...{ name: 'send a delivery', kind: 'client', trace: hookId, id: `send ${attempt}` },
        ...{ startedAt: endedAt - ms, endedAt },
        attributes: {
          'crier.hook_id': hookId,
          'crier.event.action': action,
          'crier.event.type': type,
          'crier.attempt': attempt,
          'http.response.status_code': status,
        },
        error,
      });
    },
  };
}

function buildMetricsAnswer(
  method: string,
  isKnown: boolean,
  readAll: () => readonly Metric[],
): SandboxAnswer {
  const [status, text, more] =
    method !== 'GET' && method !== 'HEAD'
      ? [405, 'use GET\n', { allow: 'GET, HEAD' }]
      : isKnown
        ? [200, formatMetrics(readAll()), { 'content-type': METRIC_TEXT_TYPE }]
        : [401, 'send the token: Authorization: Bearer <token>\n', { 'www-authenticate': 'Bearer' }];
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...more },
    body: new TextEncoder().encode(text),
  };
}

function createInstruments() {
  const requests = createCounter({
    name: 'crier_sandbox_requests_total',
    help: 'Requests that were answered, by method, route and status.',
  });
  const answers = createHistogram(
    { name: 'crier_sandbox_answer_duration_seconds', help: 'How long it took to answer a request.' },
    ANSWER_BOUNDS,
  );
  const activities = createCounter(
    {
      name: 'crier_sandbox_activities_total',
      help: 'What people did and automations processed, by status.',
    },
    ActivityStatus.options.map((status) => ({ status })),
  );
  const attempts = createCounter(
    { name: 'crier_sandbox_delivery_attempts_total', help: 'Attempts to send a delivery, by result.' },
    ['delivered', 'waiting', 'failed'].map((result) => ({ result })),
  );
  const posts = createCounter(
    { name: 'crier_sandbox_due_posts_total', help: 'Scheduled posts that were due, by result.' },
    ['published', 'refused'].map((result) => ({ result })),
  );
  const all = [requests, answers, activities, attempts, posts];
  return { requests, answers, activities, attempts, posts, readAll: () => all.map((each) => each.read()) };
}

/** The path as the service describes it, without its ids and tokens; those of the sandbox's own control are `other`. */
function findPath(method: string, pathname: string): string {
  const route = findRoute(method, pathname);
  return route === null ? 'other' : ROUTES[route.name].path;
}
