import type { Palette, ScreenSize } from '../../../../world.ts';
import type { TriageMode } from './triage-state.ts';

/** Keys and what they do, by what the screen shows. */
const KEYS: Readonly<Record<TriageMode, readonly (readonly [key: string, action: string])[]>> = {
  read: [
    ['Enter', 'more'],
    ['n', 'next'],
    ['p', 'previous'],
    ['r', 'reply'],
    ['d', 'done'],
    ['s', 'skip'],
    ['x', 'delete'],
    ['u', 'undo'],
    ['o', 'open'],
    ['q or Ctrl-D', 'quit'],
  ],
  write: [
    ['Ctrl-D', 'preview'],
    ['Enter', 'next line'],
    ['Esc', 'cancel'],
  ],
  preview: [
    ['y', 'send'],
    ['e', 'edit'],
    ['Esc', 'cancel'],
  ],
  delete: [
    ['y', 'delete'],
    ['Esc', 'cancel'],
  ],
};

/** The keys on as few lines as they need. */
export function drawKeys(
  mode: TriageMode,
  { palette, size }: { palette: Palette; size: Pick<ScreenSize, 'columns'> },
): readonly string[] {
  const lines: { text: string; width: number }[] = [];
  for (const [key, action] of KEYS[mode]) {
    const width = key.length + 1 + action.length;
    const text = `${palette.strong(key)} ${palette.dim(action)}`;
    const line = lines.at(-1);
    if (line === undefined || line.width + 2 + width > size.columns) lines.push({ text, width });
    else {
      line.text += `  ${text}`;
      line.width += 2 + width;
    }
  }
  return lines.map(({ text }) => text);
}
