// A reporter for vitest: prints failures only, in full, at the end; reports its progress, and each failure in a line, to
// the program that started it.
// What fails outside of a test is in no JSON report: a line `failed outside of a test: …` each names it.
import { writeSync } from 'node:fs';
import { DotReporter } from 'vitest/node';
import { FAILED, PROGRESS_FD } from '../scripts/run-program.mjs';

export default class ProgressReporter extends DotReporter {
  #files = 0;
  #doneFiles = 0;
  #failedTests = 0;

  onInit(vitest) {
    this.ctx = vitest;
  }

  onTestRunStart(specifications) {
    this.#files = specifications.length;
    this.#reportProgress();
  }

  /** Replaces the dots. */
  onTestCaseResult() {}

  onTestModuleEnd(module) {
    this.#doneFiles++;
    for (const failed of module.children.allTests('failed')) {
      this.#failedTests++;
      const reason = failed.result().errors?.[0]?.message?.split('\n')[0] ?? '';
      writeSync(PROGRESS_FD, `${FAILED}${module.relativeModuleId} ${failed.fullName}: ${reason}\n`);
    }
    this.#reportProgress();
  }

  /** Errors of hooks, of loading, and those that no test awaited. */
  onTestRunEnd(modules, unhandledErrors, reason) {
    super.onTestRunEnd(modules, unhandledErrors, reason);
    const found = [
      ...unhandledErrors.map((error) => ({ name: 'not awaited', error })),
      ...modules.flatMap((module) =>
        [module, ...module.children.allSuites()].flatMap((part) =>
          part.errors().map((error) => ({ name: module.relativeModuleId, error })),
        ),
      ),
    ];
    for (const { name, error } of found) {
      const place = error.stack?.match(/^\s+at .*$/m)?.[0].trim() ?? '';
      process.stdout.write(`failed outside of a test: ${name}: ${error.message?.split('\n')[0]} ${place}\n`);
    }
  }

  /** Replaces the counts that the base class prints. */
  reportTestSummary() {}

  #reportProgress() {
    const failed = this.#failedTests === 0 ? '' : `, ${this.#failedTests} failed`;
    writeSync(PROGRESS_FD, `${this.#doneFiles} of ${this.#files} files${failed}\n`);
  }
}
