// `npm run check`: types, lint, unused code and the package, without tests.
import { build, runChecks } from './checks.mjs';

const good = [await build(), await runChecks()];
process.exitCode = good.every(Boolean) ? 0 : 1;
