import { Liquid, LiquidError, type Template, Tokenizer, TypeGuards } from 'liquidjs';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import type { ResultFilter } from '../printing/show-result.ts';
import { createTemplateFilters, renderValue, type TemplateLook } from './template-filters.ts';
import { createTemplateTable } from './template-table.ts';
import { registerTemplateTags, requireOneValue } from './template-tags.ts';

/** Limits of one document. They end a template that would not end by itself, or would exhaust the memory. */
const LIMITS = { renderLimit: MINUTE_MS, memoryLimit: 50_000_000 } as const;

const SYNTAX = 'templates are Liquid, such as {{ id }}, {% for post in posts %} and {% endfor %}';
const EXAMPLES = '"crier help output" has examples';

/**
 * Compiles a template of `--template`.
 *
 * @throws CrierError of kind usage with the place of an error
 * @see docs/decisions/0025-templates.md
 */
export function openTemplate(template: string, look: TemplateLook): ResultFilter {
  let table = createTemplateTable(look.width);
  let documentTime = 0;
  const liquid = new Liquid({
    ...LIMITS,
    strictFilters: true,
    ownPropertyOnly: true,
    templates: {}, // instead of files
    outputEscape: renderValue,
    timezoneOffset: look.timeZone,
    locale: 'en-US',
  });
  liquid.unregisterFilter('raw'); // it would print text that is not sanitized
  const filters = createTemplateFilters(look, () => documentTime);
  for (const [name, run] of Object.entries(filters)) liquid.registerFilter(name, run);
  registerTemplateTags(liquid, () => table);
  const compiled = compileTemplate(template, liquid);

  async function fill(json: string, now: number): Promise<string> {
    table = createTemplateTable(look.width);
    documentTime = now;
    try {
      const document: unknown = JSON.parse(json);
      const members = typeof document === 'object' && document !== null ? document : {};
      const text: string = liquid.renderSync(compiled, members, { globals: { document } });
      return text + table.render();
    } catch (error) {
      if (!LiquidError.is(error)) throw error;
      const advice = `run the command with --json to see the members; ${EXAMPLES}`;
      throw new CrierError('rejected', `--template failed at ${describeFault(error)}`, { advice });
    }
  }

  return {
    flag: '--template',
    filterDocument: fill,
    async filterRecords(records, now) {
      const texts: string[] = [];
      for (const line of records.split('\n')) if (line !== '') texts.push(await fill(line, now));
      return texts.join('');
    },
    check: () => {},
    close: () => {},
  };
}

function compileTemplate(template: string, liquid: Liquid): Template[] {
  try {
    const compiled = liquid.parse(template);
    checkOutputs(template);
    return compiled;
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    throw createUsageError(`--template has an error at ${describeFault(error)}`, `${SYNTAX}; ${EXAMPLES}`);
  }
}

/** Checks what Liquid would ignore. */
function checkOutputs(template: string): void {
  for (const output of new Tokenizer(template).readTopLevelTokens()) {
    if (!TypeGuards.isOutputToken(output)) continue;
    const tokenizer = new Tokenizer(output.input, undefined, undefined, output.contentRange);
    requireOneValue(tokenizer.readFilteredValue(), tokenizer);
  }
}

/** The place and the message: `line 1, column 4: undefined filter: upper`. */
function describeFault({ token, message, originalError }: LiquidError): string {
  const [line, column] = token.getPosition();
  const words =
    originalError instanceof RangeError
      ? 'it is nested too deeply, or prints too much'
      : message.replace(/, line:\d+, col:\d+$/, '');
  return `line ${line}, column ${column}: ${words}`;
}
