const COMMAND = /^\s*::(\S+?)(?: (.*?))?::(.*)$/;
const KNOWN = new Set([
  'error',
  'warning',
  'notice',
  'add-mask',
  'stop-commands',
  'group',
  'endgroup',
  'debug',
]);

/** Reads what a step printed as the runner does: its commands, and the log that people see. */
export function readWorkflowCommands(printed: string): { log: string; annotations: readonly string[] } {
  const log: string[] = [];
  const annotations: string[] = [];
  const masks: string[] = [];
  let resumeToken: string | null = null;
  for (const line of printed.split(/\r\n|\r|\n/)) {
    const [, name = '', properties = '', text = ''] = COMMAND.exec(line) ?? [];
    if (resumeToken !== null) {
      if (name === resumeToken) resumeToken = null;
      else log.push(line);
    } else if (!KNOWN.has(name)) log.push(line);
    else if (name === 'stop-commands') resumeToken = text;
    else if (name === 'add-mask') masks.push(text);
    else annotations.push(`${name} ${properties}: ${unescapeData(text)}`);
  }
  const masked = masks.reduce((all, mask) => all.replaceAll(mask, '***'), log.join('\n'));
  return { log: masked, annotations };
}

const unescapeData = (text: string) =>
  text.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%');
