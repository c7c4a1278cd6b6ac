import type { AttemptReport, PublishedDuePost } from '../../../sandbox/engine/ports.ts';
import { findRoute } from '../../../sandbox/http/routes.ts';
import type { Sandbox } from '../../../sandbox/open-sandbox.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { type ActivityRow, ActivityStatus } from '../../../service/endpoints/activity.ts';
import { ROUTES } from '../../../service/routes/routes.ts';
import { createCounter, createHistogram } from '../../../telemetry/instruments.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import type { CommandContext } from '../../framework/command/context.ts';

/** Upper bounds in seconds. */
const ANSWER_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What a sandbox counts, and sends to the collector of the environment; null without one. */
export async function openSandboxTelemetry({ io }: CommandContext) {
  const onFault = (reason: string | null) =>
    void io.note(
      reason === null
        ? 'the collector works again'
        : `the collector takes no spans or metrics: ${reason}; the sandbox runs on without it`,
    );
  const telemetry = await io.openTelemetry({ service: 'crier-sandbox', onFault });
  return telemetry === null ? null : createObserver(telemetry, io);
}

function createObserver(telemetry: Telemetry, { clock, onEnd }: CommandContext['io']) {
  const { requests, answers, activities, attempts, posts, readAll } = createInstruments();
  telemetry.sendMetrics(async () => readAll());
  onEnd(() => telemetry.stop());
  return {
    observe: (sandbox: Sandbox): Sandbox => ({
      ...sandbox,
      async answer(request) {
        const { method, url } = request;
        const startedAt = clock.now();
        const began = clock.steady();
        const answer = await sandbox.answer(request);
        const ms = clock.steady() - began;
        const { status } = answer;
        const route = findPath(method, url.pathname);
        requests.add({ method, route, status: String(status) });
        answers.observe({ route }, ms / SECOND_MS);
        telemetry.addSpan({
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
      telemetry.addSpan({
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
