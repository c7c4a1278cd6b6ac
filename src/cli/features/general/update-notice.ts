import { ignoreErrors } from '../../../errors.ts';
import type { World } from '../../../world.ts';
import type { FinishedRun } from '../../framework/command/registrations.ts';
import { isOn, UPDATE_NOTICE } from '../../framework/settings/machine-keys.ts';
import { isInCi } from '../../framework/terminal/ask-user.ts';
import { findInstallation } from './installation.ts';
import { openVersionState, planNotice, type VersionState } from './version-state.ts';

/**
 * Reports a newer version that an earlier check found, and starts the next check in the background, each at most once
 * a day. It waits for no network and no other process; when the state cannot be saved, it does nothing.
 *
 * @see docs/decisions/0026-update-notice.md
 */
export async function showUpdateNotice(run: FinishedRun): Promise<void> {
  const { env, programName, processes } = run.world;
  if (isInCi(env) || programName === IN_CHECKOUT || !isOn(UPDATE_NOTICE, { env, settings: run.settings }))
    return;
  const plan = await ignoreErrors(takePlan(run.world));
  if (plan === null) return;
  if (plan.shown !== null) await printNotice(plan.shown, run);
  if (!plan.checks) return;
  const more = run.caFile === undefined || run.caFile === '-' ? [] : ['--ca-file', run.caFile];
  const check = await processes.startSelf(['version', '--check', '--quiet', ...more]);
  check.detach();
}

/** Plans, and saves that it was done: of two runs at once, one reports and checks. */
async function takePlan(world: World) {
  // the time is read after the state: one read before could be earlier than what another run saved, as by a wrong clock
  const planAt = (state: VersionState) =>
    planNotice(state, { now: world.clock.now(), version: world.version });
  const file = openVersionState(world, 0);
  const before = file.read();
  let plan = planAt(before);
  if (plan.state === before) return plan;
  await file.change((current) => {
    plan = planAt(current);
    return plan.state;
  });
  return plan;
}

/** The version was checked: it has no characters that a terminal acts on. */
async function printNotice(latest: string, { world, output }: FinishedRun): Promise<void> {
  const [{ createPalette }, { wrapSentence }] = await Promise.all([
    import('../../framework/output/text/style.ts'),
    import('../../framework/output/text/wrap.ts'),
  ]);
  const { version } = world;
  const line = `crier ${latest} is available (you have ${version}): ${findInstallation(world).advice}`;
  const { dim } = createPalette(output.settings.stderrColor);
  await output.drawn(
    wrapSentence(line, output.talkWidth() - INDENT.length)
      .map((part, index) => `${dim(`${index === 0 ? '' : INDENT}${part}`)}\n`)
      .join(''),
  );
}

/** How users of a checkout call this program: they update it with git. */
const IN_CHECKOUT = 'npm start --';

const INDENT = '  ';
