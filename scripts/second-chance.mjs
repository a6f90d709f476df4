// A test that failed in the whole run is run once more, alone, after the others. If it passes then, it counts as passed
// and is reported as flaky. Nothing else retries.

import { WHOLE_FILE } from './runners.mjs'

/** With more failures the change is broken, not the test: running each again would only cost time. */
const MAX_RETRIES = 10

/** Counts an outcome of a runner; a program that failed outside of its tests counts as one failure. */
export function summarize({ tests, crash }) {
  const count = (wanted) => tests.filter(({ status }) => status === wanted).length
  return { passed: count('passed'), failed: count('failed') + (crash ? 1 : 0), skipped: count('skipped') }
}

/**
 * Runs the failed tests of all parts again.
 *
 * @returns {Promise<{ flaky: { file: string; title: string; text: string }[]; failures: string[] }>}
 */
export async function giveSecondChance(parts) {
  const failures = parts.flatMap((part) => [
    ...(part.failures ?? []),
    ...(part.outcome?.crash ? [part.outcome.crash] : []),
  ])
  const failed = parts.flatMap(({ runner, options, outcome }) =>
    (outcome?.tests ?? [])
      .filter(({ status }) => status === 'failed')
      .map((test) => ({ ...test, runner, options })),
  )
  const flaky = []
  const outcomes = new Map()
  for (const test of failed) {
    const text = `${test.file}${test.line ? `:${test.line}` : ''} > ${test.title}\n${test.message}`
    if (failed.length > MAX_RETRIES) {
      failures.push(text)
      continue
    }
    const key = test.runner.repeatsFile ? test.file : text
    if (!outcomes.has(key)) outcomes.set(key, await test.runner.runAgain(test, test.options))
    if (passesAgain(test, outcomes.get(key))) flaky.push({ file: test.file, title: test.title, text })
    else failures.push(text)
  }
  return { flaky, failures }
}

/** A test that isn't in the second outcome hasn't passed. */
function passesAgain({ file, title }, { tests, crash }) {
  const again = tests.filter((test) => test.file === file && (title === WHOLE_FILE || test.title === title))
  const has = (wanted) => again.some(({ status }) => status === wanted)
  return !crash && has('passed') && !has('failed')
}
