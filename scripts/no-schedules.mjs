// Stands for the packages that pg-boss reads cron and RRULE schedules with: none is ever made here, and they are a third
// of a megabyte.
const refuse = () => {
  throw new Error('schedules of pg-boss are not bundled');
};
export const CronExpressionParser = { parse: refuse };
export class RRuleTemporal {
  constructor() {
    refuse();
  }
}
