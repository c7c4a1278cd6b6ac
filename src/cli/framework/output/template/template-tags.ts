import {
  type Context,
  type Emitter,
  evalToken,
  type FilteredValueToken,
  ForTag,
  type Liquid,
  Tag,
  type TagToken,
  type Token,
  type Tokenizer,
  type TopLevelToken,
  TypeGuards,
  Value,
} from 'liquidjs';
import { toDrawnText } from './template-filters.ts';
import type { TemplateTable } from './template-table.ts';

/** Tags that read other templates from files. */
const FILE_TAGS = ['include', 'render', 'layout', 'block'];

/** Adds our tags to those of Liquid, and removes what reads files. @param table the one of the current document */
export function registerTemplateTags(liquid: Liquid, table: () => TemplateTable): void {
  for (const name of FILE_TAGS) Reflect.deleteProperty(liquid.tags, name);
  liquid.registerTag('for', CheckedForTag);
  liquid.registerTag(
    'tablerow',
    class extends TableRowTag {
      *render(context: Context): Generator<unknown, void, unknown> {
        const cells: unknown[] = [];
        for (const cell of this.cells) cells.push(yield cell.value(context));
        table().add(cells.map(toDrawnText));
      }
    },
  );
  liquid.registerTag(
    'tablerender',
    class extends Tag {
      render(_: Context, emitter: Emitter): void {
        emitter.write(table().render());
      }
    },
  );
}

/** Fails for a name that the document does not have, where Liquid would print nothing. */
class CheckedForTag extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    if (TypeGuards.isPropertyAccessToken(this.collection)) {
      const list: unknown = yield evalToken(this.collection, context);
      const members = Object.keys(context.environments).join(', ');
      if (list === undefined)
        throw new Error(`there is no list ${this.collection.getText()}; the document has ${members}`);
    }
    return yield* super.render(context, emitter);
  }
}

/**
 * A row of cells, separated by commas. In parentheses, a filter of a cell may have several arguments:
 * `{% tablerow post.id, (post.platforms | join: ", "), post.created | timeago %}`
 */
abstract class TableRowTag extends Tag {
  protected readonly cells: Value[] = [];

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid);
    const { tokenizer } = this;
    tokenizer.groupedExpressions = true;
    do {
      const cell = tokenizer.readFilteredValue();
      requireOneValue(cell, tokenizer);
      requireFilters(cell, liquid);
      this.cells.push(new Value(cell, liquid));
      tokenizer.skipBlank();
    } while (tokenizer.read() === ',');
  }
}

/**
 * Refuses a second value without an operator, which Liquid ignores: `{{range .posts}}`, as other languages write it,
 * would print nothing.
 */
export function requireOneValue({ initial }: FilteredValueToken, tokenizer: Tokenizer): void {
  const changes = initial.postfix.map((token) =>
    TypeGuards.isOperatorToken(token) ? getChange(token.operator) : 1,
  );
  const count = changes.reduce((sum, change) => sum + change, 0);
  const last = initial.postfix.at(-1);
  if (count !== 1) throw tokenizer.error(`${last?.getText()} is not expected here`, last?.begin);
}

/** By how many values an operator changes the number of values. */
function getChange(operator: string): number {
  return operator === 'not' ? 0 : -1;
}

/** Makes the filters within parentheses, which Liquid makes too late: an unknown one is an error of the template. */
function requireFilters(token: Token | undefined, liquid: Liquid): void {
  if (token === undefined || !TypeGuards.isFilteredValueToken(token)) return;
  const { initial, filters } = new Value(token, liquid);
  const args = filters.flatMap((filter) => filter.args.map((arg) => (Array.isArray(arg) ? arg[1] : arg)));
  for (const inner of [...initial.postfix, ...args]) requireFilters(inner, liquid);
}
