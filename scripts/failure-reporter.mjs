// A Vitest reporter that logs each failed test immediately. Other reporters wait until all tests have run, which
// takes half an hour with npm run test:long.
export default class FailureReporter {
  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result()
    if (state !== 'failed') return
    const [error] = errors
    console.log(
      `\nFAILED ${test.module.relativeModuleId} > ${test.fullName}\n${error?.stack ?? error?.message ?? ''}\n`,
    )
  }
}
