// A reporter for vitest: prints failures only, in full, at the end; reports its progress to the program that started it.
import { writeSync } from 'node:fs';
import { DotReporter } from 'vitest/node';
import { PROGRESS_FD } from '../.build/run-program.mjs';

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
    this.#failedTests += [...module.children.allTests('failed')].length;
    this.#reportProgress();
  }

  /** Replaces the counts that the base class prints. */
  reportTestSummary() {}

  #reportProgress() {
    const failed = this.#failedTests === 0 ? '' : `, ${this.#failedTests} failed`;
    writeSync(PROGRESS_FD, `${this.#doneFiles} of ${this.#files} files${failed}\n`);
  }
}
