// Runs everything: checks, quick benchmarks, unit and database tests, browser journeys. Ends with the failures and one
// line that counts all tests, so that the end of a long log is enough to act on.
import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runAudit } from './audit.mjs'
import { runQuickBenchmarks } from './benchmarks.mjs'
import { runChecks } from './checks.mjs'
import { bin, environment, isInProductNode, productNode, root, run } from './project.mjs'

const UNIT = 'test-results/vitest.json'
const JOURNEYS = 'test-results/journeys.json'

/** Characters from the start and the end of each failure to repeat at the end of the log. */
const EXCERPT = 800

if (await isInProductNode('scripts/test.mjs')) {
  rmSync('test-results', { recursive: true, force: true })
  // In parallel: a benchmark uses at most one core, and the audit waits for the registry.
  console.log(
    '1/3 Checks (format, lint, styles, types, imports, unused code), and benchmarks in their quick form …',
  )
  const [checks, audit, benchmarks] = await Promise.all([
    runChecks(),
    runAudit(),
    runQuickBenchmarks().catch((error) => ({
      passed: 0,
      failed: 1,
      failures: [`benchmarks: ${error.stack}`],
    })),
  ])
  console.log('2/3 Unit and database tests (real PostgreSQL) …')
  const unit = await runner(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT}`],
    () => countVitest(JSON.parse(readFileSync(UNIT, 'utf8'))),
  )
  console.log('3/3 Journeys through the built product in a browser …')
  const journeys = await runner('playwright', ['test'], () =>
    countPlaywright(JSON.parse(readFileSync(JOURNEYS, 'utf8'))),
  )
  const parts = [checks, audit, benchmarks, unit, journeys]
  const sum = (name) => parts.reduce((total, part) => total + (part[name] ?? 0), 0)
  for (const failure of parts.flatMap((part) => part.failures ?? []))
    console.log(`\nFAILED ${excerpt(failure.trimEnd())}`)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  process.exit(sum('failed') === 0 ? 0 : 1)
}

function excerpt(text) {
  return text.length <= 2 * EXCERPT ? text : `${text.slice(0, EXCERPT)}\n…\n${text.slice(-EXCERPT)}`
}

/** A runner that fails without naming a failed test (a crash, a file that didn't load) counts as one failure. */
async function runner(program, parameters, count) {
  const code = await run(productNode(), [bin(program), ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment({ CI: 'true' }),
  })
  let counted
  try {
    counted = count()
  } catch (error) {
    counted = { passed: 0, skipped: 0, failures: [`${program} wrote no report: ${error.message}`] }
  }
  if (code !== 0 && counted.failures.length === 0)
    counted.failures.push(
      `${program} exited with ${code} without naming a failed test. See its output above.`,
    )
  return { ...counted, failed: counted.failures.length }
}

function countVitest(report) {
  const failures = report.testResults.flatMap((file) => {
    const name = relative(root, file.name)
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    if (file.status === 'failed' && failed.length === 0) return [`${name}\n${file.message}`]
    return failed.map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
  })
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

function countPlaywright({ suites, stats, errors }) {
  const specs = suites.flatMap(specsOf)
  const failures = specs
    .filter((spec) => !spec.ok)
    .map(({ file, line, title, tests }) => {
      const messages = tests.flatMap((test) => test.results.map(({ error }) => error?.message ?? ''))
      return `${file}:${line} > ${title}\n${stripVTControlCharacters(messages.join('\n'))}`
    })
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: failures.length > 0 ? failures : errors.map(({ message }) => message),
  }
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}
