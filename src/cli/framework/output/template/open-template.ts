import { CrierError, createUsageError } from '../../../../errors.ts';
import type { ResultFilter } from '../printing/show-result.ts';
import { sanitizeTabbed } from '../text/sanitize-text.ts';
import {
  parseTemplate,
  type TemplateBlock,
  type TemplateNode,
  type TemplateOperand,
  type TemplatePipeline,
} from './parse-template.ts';
import { TemplateFault, type TemplatePlace } from './scan-template.ts';
import {
  ColoredText,
  describeType,
  FUNCTIONS,
  type FunctionContext,
  getMember,
  isTrue,
  LaidOutText,
  toPlainText,
} from './template-functions.ts';
import { createTemplateTable } from './template-table.ts';

/** Where the text of a template is shown. */
export interface TemplateLook extends Pick<FunctionContext, 'hasColor' | 'allowsColor'> {
  /** The width of a terminal in cells; null in a pipe, where nothing is cut. */
  readonly width: number | null;
}

/**
 * Compiles a template of `--template`, a subset of what gh has.
 *
 * @throws CrierError of kind usage with the place of a fault
 * @see docs/decisions/0025-own-templates.md
 */
export function openTemplate(template: string, look: TemplateLook): ResultFilter {
  const nodes = compileTemplate(template);
  const fill = (json: string, now: number) => {
    const table = createTemplateTable(look.width);
    const data: unknown = JSON.parse(json);
    const text = renderNodes(nodes, data, { ...look, now, table, variables: new Map([['$', data]]) });
    return text + table.render();
  };
  const run = async (json: string, now: number) => {
    try {
      return fill(json, now);
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error;
      throw new CrierError('rejected', `--template failed at ${error.message}`, { advice: HELP });
    }
  };
  return {
    flag: '--template',
    filterDocument: run,
    async filterRecords(records, now) {
      const texts: string[] = [];
      for (const line of records.split('\n')) if (line !== '') texts.push(await run(line, now));
      return texts.join('');
    },
    check: () => {},
    close: () => {},
  };
}

const HELP = 'run the command with --json to see the members; "crier help output" has examples';

function compileTemplate(template: string): readonly TemplateNode[] {
  try {
    return parseTemplate(template);
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    throw createUsageError(`--template has an error at ${error.message}`, '"crier help output" has examples');
  }
}

interface RenderContext extends FunctionContext {
  readonly variables: Map<string, unknown>;
}

function renderNodes(nodes: readonly TemplateNode[], dot: unknown, context: RenderContext): string {
  return nodes.map((node) => renderNode(node, dot, context)).join('');
}

function renderNode(node: TemplateNode, dot: unknown, context: RenderContext): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'print':
      return formatValue(runPipeline(node.pipeline, dot, context));
    case 'set':
      context.variables.set(node.variable, runPipeline(node.pipeline, dot, context));
      return '';
    case 'if':
    case 'with': {
      const value = runPipeline(node.pipeline, dot, context);
      const inner = node.kind === 'with' ? value : dot;
      return isTrue(value)
        ? renderNodes(node.body, inner, context)
        : renderNodes(node.otherwise, dot, context);
    }
    case 'range': {
      const items = listItems(runPipeline(node.pipeline, dot, context), node.place, dot);
      if (items.length === 0) return renderNodes(node.otherwise, dot, context);
      return items.map((item) => renderItem(node, item, context)).join('');
    }
  }
}

type RangeItem = readonly [key: string | number, value: unknown];

/** The elements of a list with their positions, or the members of an object with their names. */
function listItems(value: unknown, place: TemplatePlace, dot: unknown): readonly RangeItem[] {
  if (value === null) return [];
  if (Array.isArray(value)) return [...value.entries()];
  if (typeof value === 'object' && !(value instanceof ColoredText)) return Object.entries(value);
  if (value !== undefined) throw new TemplateFault(place, `range needs a list, not ${describeType(value)}`);
  const names = typeof dot === 'object' && dot !== null && !Array.isArray(dot) ? Object.keys(dot) : [];
  const members = names.length === 0 ? '' : `; the members here are ${names.join(', ')}`;
  throw new TemplateFault(place, `range needs a list, and there is none of this name${members}`);
}

function renderItem(
  { variables: names, body }: TemplateBlock,
  [key, value]: RangeItem,
  context: RenderContext,
): string {
  const variables = new Map(context.variables);
  const [first, second] = names;
  if (first !== undefined) variables.set(first, second === undefined ? value : key);
  if (second !== undefined) variables.set(second, value);
  return renderNodes(body, value, { ...context, variables });
}

/** Text from elsewhere is sanitized here, and only colors of the template's own functions are added to it. */
function formatValue(value: unknown): string {
  if (value instanceof LaidOutText) return value.text;
  if (value instanceof ColoredText) return value.paint(sanitizeTabbed(value.text));
  return sanitizeTabbed(toPlainText(value));
}

function runPipeline(pipeline: TemplatePipeline, dot: unknown, context: RenderContext): unknown {
  let piped: readonly unknown[] = [];
  for (const { name, operands, place } of pipeline) {
    const values = [...operands.map((operand) => readOperand(operand, dot, context)), ...piped];
    piped = [name === null ? values[0] : runFunction(name, values, place, context)];
  }
  return piped[0];
}

function runFunction(
  name: string,
  values: readonly unknown[],
  place: TemplatePlace,
  context: RenderContext,
): unknown {
  try {
    return FUNCTIONS.get(name)?.run(values, context);
  } catch (error) {
    throw new TemplateFault(place, error instanceof Error ? error.message : String(error));
  }
}

function readOperand(operand: TemplateOperand, dot: unknown, context: RenderContext): unknown {
  if (operand.kind === 'literal') return operand.value;
  const { from, members } = operand;
  const start =
    from === '.'
      ? dot
      : 'variable' in from
        ? context.variables.get(from.variable)
        : runPipeline(from, dot, context);
  return members.reduce(getMember, start);
}
