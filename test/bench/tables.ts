import { pair } from './measure.ts';
import { openPlace } from './place.ts';
import { type Bench, result, times } from './result.ts';
import { serveComments } from './service.ts';

const SOME = 1_000;
const MANY = 10_000;
/** A table takes long enough for few rounds. */
const SHARE_OF_ROUNDS = 3;

/** One side of a comparison: a number of comments, in a format. */
interface Side {
  readonly format: string;
  readonly rows: number;
}

interface Compared extends Pick<Parameters<typeof result>[0], 'budget' | 'goal' | 'what'> {
  readonly id: string;
  readonly ours: Side;
  readonly against: Side;
}

/** Comments in one format or number against another; the whole program, over HTTP. */
function compared({ id, ours, against, ...told }: Compared): Bench {
  return {
    id,
    async run(rounds) {
      const [place, service, other] = [
        openPlace(),
        await serveComments(ours.rows),
        await serveComments(against.rows),
      ];
      const run = ({ format }: Side, { env }: typeof service) =>
        place.crier(['comments', 'get', 'x', '-o', format], env);
      const share = Math.ceil(rounds / SHARE_OF_ROUNDS);
      const found = await pair(place, run(ours, service), run(against, other), share);
      service.close();
      other.close();
      place.remove();
      return [result({ id, ...told, figure: found.ratio, unit: 'x', detail: times(found) })];
    },
  };
}

/** A table against the same as JSON. */
export const TABLE = compared({
  id: 'P5',
  what: `a table of ${SOME} comments, against json`,
  ours: { format: 'table', rows: SOME },
  against: { format: 'json', rows: SOME },
  budget: 3,
  goal: 1.5,
});

/** A table against one with a tenth of the rows. */
export const LONG_TABLE = compared({
  id: 'P6',
  what: `a table of ${MANY} rows, against ${SOME}`,
  ours: { format: 'table', rows: MANY },
  against: { format: 'table', rows: SOME },
  budget: 12,
  goal: 10,
});
