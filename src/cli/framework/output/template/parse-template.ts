import { scanTemplate, TemplateFault, type TemplatePlace, type TemplateToken } from './scan-template.ts';
import { FUNCTIONS } from './template-functions.ts';

/** A value of an action. */
export type TemplateOperand =
  | { readonly kind: 'literal'; readonly value: unknown }
  /** The members to follow from the current record (`.`), a variable, or the result of a pipeline. */
  | {
      readonly kind: 'path';
      readonly from: '.' | { readonly variable: string } | TemplatePipeline;
      readonly members: readonly string[];
      readonly place: TemplatePlace;
    };

/** A function with its arguments, or a value: the result of each call is the last argument of the next. */
export interface TemplateCall {
  readonly name: string | null;
  readonly operands: readonly TemplateOperand[];
  readonly place: TemplatePlace;
}

export type TemplatePipeline = readonly TemplateCall[];

/** A part of a template. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipeline: TemplatePipeline; readonly place: TemplatePlace }
  | { readonly kind: 'set'; readonly variable: string; readonly pipeline: TemplatePipeline }
  | TemplateBlock;

/** An action that ends with `{{end}}`. */
export interface TemplateBlock {
  readonly kind: 'if' | 'with' | 'range';
  readonly pipeline: TemplatePipeline;
  /** The variables of a range: of the element, or of the index and the element. */
  readonly variables: readonly string[];
  readonly body: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[];
  readonly place: TemplatePlace;
}

const BLOCKS = new Set(['if', 'with', 'range']);
/** Deeper ones are refused: they would exhaust the stack. */
const DEEPEST = 50;

/** @throws TemplateFault with the place of what cannot be parsed */
export function parseTemplate(template: string): readonly TemplateNode[] {
  return new Parser(template).parse();
}

type Ending = { readonly word: 'end' | 'else' | null; readonly isChained: boolean };

class Parser {
  readonly #pieces;
  #at = 0;
  #tokens: readonly TemplateToken[] = [];
  #next = 0;
  #depth = 0;
  #variables: string[] = ['$'];

  constructor(template: string) {
    this.#pieces = scanTemplate(template);
  }

  parse(): readonly TemplateNode[] {
    const { nodes, ending } = this.#parseNodes();
    if (ending.word !== null)
      throw this.#fault(`{{${ending.word}}} belongs to no {{if}}, {{range}} or {{with}}`, 0);
    return nodes;
  }

  /** Parses up to the end of the block. */
  #parseNodes(): { readonly nodes: readonly TemplateNode[]; readonly ending: Ending } {
    const nodes: TemplateNode[] = [];
    for (;;) {
      const piece = this.#pieces[this.#at];
      this.#at += 1;
      if (piece === undefined) return { nodes, ending: { word: null, isChained: false } };
      if (piece.kind === 'text') {
        nodes.push(piece);
        continue;
      }
      this.#tokens = piece.tokens;
      this.#next = 0;
      const { text: word, kind } = this.#peek();
      if (kind === 'name' && (word === 'end' || word === 'else'))
        return { nodes, ending: this.#parseEnding(word) };
      nodes.push(kind === 'name' && BLOCKS.has(word) ? this.#parseBlock() : this.#parseAction(piece.place));
    }
  }

  #parseEnding(word: 'end' | 'else'): Ending {
    this.#take();
    const isChained = word === 'else' && this.#peek().text === 'if' && this.#peek().kind === 'name';
    if (!isChained) this.#requireEnd();
    return { word, isChained };
  }

  #parseBlock(): TemplateNode {
    const { text, place } = this.#take();
    const known = this.#variables.length;
    const variables = text === 'range' ? this.#parseRangeVariables() : [];
    const pipeline = this.#parsePipeline();
    this.#requireEnd();
    this.#variables.push(...variables);
    const open = { kind: text as 'if' | 'with' | 'range', pipeline, variables, place }; // one of BLOCKS
    const { nodes: body, ending } = this.#descend(place, () => this.#parseNodes());
    this.#variables.length = known;
    if (ending.word === null) throw new TemplateFault(place, `{{${text}}} has no {{end}}`);
    if (ending.word === 'end') return { ...open, body, otherwise: [] };
    if (ending.isChained)
      return { ...open, body, otherwise: [this.#descend(place, () => this.#parseBlock())] };
    const { nodes: otherwise, ending: last } = this.#descend(place, () => this.#parseNodes());
    if (last.word === null) throw new TemplateFault(place, `{{${text}}} has no {{end}}`);
    if (last.word === 'else') throw this.#fault(`{{${text}}} has a second {{else}}`, 0);
    this.#variables.length = known;
    return { ...open, body, otherwise };
  }

  #parseRangeVariables(): readonly string[] {
    const names: string[] = [];
    if (this.#tokens[this.#next]?.kind !== 'variable') return names;
    const [second, third] = this.#tokens.slice(this.#next + 1);
    if (second?.text === ',' && third?.kind === 'variable') {
      names.push(this.#take().text);
      this.#take();
    } else if (second?.text !== ':=') return names;
    names.push(this.#take().text);
    this.#requireSign(':=');
    return names;
  }

  /** A value to print, or a variable to set. */
  #parseAction(place: TemplatePlace): TemplateNode {
    const first = this.#peek();
    const sign = this.#tokens[this.#next + 1]?.text;
    if (first.kind === 'variable' && (sign === ':=' || sign === '=')) {
      this.#next += 2;
      const pipeline = this.#parsePipeline();
      this.#requireEnd();
      this.#variables.push(first.text);
      return { kind: 'set', variable: first.text, pipeline };
    }
    const pipeline = this.#parsePipeline();
    this.#requireEnd();
    return { kind: 'print', pipeline, place };
  }

  #parsePipeline(): TemplatePipeline {
    const calls = [this.#parseCall(0)];
    while (this.#peek().text === '|' && this.#peek().kind === 'sign') {
      this.#take();
      calls.push(this.#parseCall(1));
    }
    return calls;
  }

  /** @param piped number of arguments that the pipeline adds */
  #parseCall(piped: number): TemplateCall {
    const { kind, text, place } = this.#peek();
    const isFunction = kind === 'name' && !CONSTANTS.has(text);
    if (!isFunction && piped > 0) throw this.#fault('a function is expected after |');
    if (isFunction) this.#take();
    const operands: TemplateOperand[] = [];
    while (this.#startsOperand()) operands.push(this.#parseOperand());
    if (!isFunction && operands.length === 0) throw this.#fault('a value is expected here');
    if (!isFunction && operands.length > 1) throw new TemplateFault(place, 'a value takes no arguments');
    if (isFunction) checkCall(text, operands.length + piped, place);
    return { name: isFunction ? text : null, operands, place };
  }

  #startsOperand(): boolean {
    const { kind, text } = this.#peek();
    return kind !== 'end' && (kind !== 'sign' || text === '(');
  }

  #parseOperand(): TemplateOperand {
    const { kind, text, place } = this.#take();
    if (kind === 'text') return { kind: 'literal', value: text };
    if (kind === 'number') return { kind: 'literal', value: Number(text) };
    if (kind === 'name' && CONSTANTS.has(text)) return { kind: 'literal', value: CONSTANTS.get(text) };
    if (kind === 'field') {
      const first = text === '.' ? [] : [text.slice(1)];
      return { kind: 'path', from: '.', members: [...first, ...this.#parseMembers()], place };
    }
    if (kind === 'variable') {
      if (!this.#variables.includes(text)) throw new TemplateFault(place, `there is no variable ${text}`);
      return { kind: 'path', from: { variable: text }, members: this.#parseMembers(), place };
    }
    if (kind === 'name') {
      checkCall(text, 0, place);
      return { kind: 'path', from: [{ name: text, operands: [], place }], members: [], place };
    }
    const from = this.#descend(place, () => this.#parsePipeline());
    this.#requireSign(')');
    return { kind: 'path', from, members: this.#parseMembers(), place };
  }

  #parseMembers(): readonly string[] {
    const members: string[] = [];
    while (this.#peek().kind === 'field' && !this.#peek().isApart && this.#peek().text !== '.')
      members.push(this.#take().text.slice(1));
    return members;
  }

  #descend<Value>(place: TemplatePlace, parse: () => Value): Value {
    if (this.#depth >= DEEPEST)
      throw new TemplateFault(place, `more than ${DEEPEST} levels are not supported`);
    this.#depth += 1;
    const value = parse();
    this.#depth -= 1;
    return value;
  }

  #peek(): TemplateToken {
    const token = this.#tokens[this.#next] ?? this.#tokens.at(-1);
    if (token === undefined) throw new Error('an action has at least its end');
    return token;
  }

  #take(): TemplateToken {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }

  #requireSign(sign: string): void {
    if (this.#peek().kind !== 'sign' || this.#peek().text !== sign)
      throw this.#fault(`"${sign}" is expected here`);
    this.#take();
  }

  #requireEnd(): void {
    if (this.#peek().kind !== 'end') throw this.#fault(`"${this.#peek().text}" is not expected here`);
  }

  #fault(message: string, token = this.#next): TemplateFault {
    const { place } = this.#tokens[token] ?? this.#peek();
    return new TemplateFault(place, message);
  }
}

const CONSTANTS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['nil', null],
]);

function checkCall(name: string, given: number, place: TemplatePlace): void {
  const found = FUNCTIONS.get(name);
  if (found === undefined) {
    throw new TemplateFault(
      place,
      `there is no function "${name}"; functions are ${[...FUNCTIONS.keys()].join(', ')}`,
    );
  }
  const [least, most] = found.takes;
  if (given < least || given > most) throw new TemplateFault(place, `write it as ${found.usage}`);
}
