import { createLocalClock } from '../../../../domain/time/local-time.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import type { CommandText } from '../../../framework/output/text/shell-command.ts';
import type { FullScreen } from '../../../framework/terminal/open-full-screen.ts';
import type { InboxEntry } from '../inbox.ts';
import { drawTriage } from './draw-triage.ts';
import { runEffect } from './triage-effects.ts';
import { openOwners } from './triage-owners.ts';
import { applyKey, countDecisions, setMessage, startTriage, type TriageState } from './triage-state.ts';

/**
 * Shows comments one at a time on a full screen, until the user quits. A comment that was replied to is marked as done,
 * since the service lists the reply only after its next refresh.
 *
 * @param items at least one
 * @param services the service, called for each profile whose comments there are
 * @param now the service's time, in milliseconds since 1970
 * @param missing why comments may be missing, which the screen shows first
 * @returns a sentence about what was done
 */
export async function runTriage(
  items: readonly InboxEntry[],
  {
    screen,
    services,
    context,
    now,
    missing,
  }: {
    screen: FullScreen;
    services: readonly ServicePort[];
    context: CommandContext;
    now: number;
    missing: readonly string[];
  },
): Promise<string> {
  const owners = await openOwners(services, context);
  const effects = { context, owners, deletions: new Map<number, CommandText | null>() };
  const zone = createLocalClock(context.io.timeZone);
  let state = startTriage(items, missing);
  const draw = (shown: TriageState) => {
    const { where = '', name = null } = owners.get(shown.items[shown.at]?.profile ?? null) ?? {};
    const look = { size: screen.size(), palette: screen.palette, now, zone, where, owner: name };
    const drawn = drawTriage(shown, look);
    screen.draw(drawn.frame);
    state = { ...state, page: drawn.page };
  };
  try {
    for (;;) {
      state = addNotes(state, screen);
      draw(state);
      const event = await screen.next();
      if (event.kind === 'end') break;
      if (event.kind === 'resize') continue;
      const pressed = applyKey(state, event.key);
      state = pressed.state;
      if (pressed.effect === 'quit') break;
      const progress = PROGRESS[pressed.effect ?? ''];
      if (progress !== undefined) draw(setMessage(state, 'dim', progress));
      if (pressed.effect !== null) state = await runEffect(pressed.effect, state, effects);
    }
  } finally {
    await screen.close();
  }
  return summarize(state);
}

/** Shown until the service has answered. */
const PROGRESS: Readonly<Record<string, string>> = { send: 'sending…', delete: 'deleting…' };

/** Shows what the run has to say, such as that it writes to another context than the default. */
function addNotes(state: TriageState, screen: FullScreen): TriageState {
  const text = [...screen.takeNotes(), ...(state.message === null ? [] : [state.message.text])].join('\n');
  return text === (state.message?.text ?? '')
    ? state
    : setMessage(state, state.message?.tone ?? 'warn', text);
}

function summarize(state: TriageState): string {
  const { open, ...decided } = countDecisions(state);
  const parts = Object.entries(decided).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  return [...parts, `${open} open`].join(', ');
}
