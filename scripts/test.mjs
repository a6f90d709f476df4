// Everything: checks, quick forms of the benchmarks, unit and database tests, journeys in a browser. The last line counts them all.
import { readFileSync, rmSync } from 'node:fs'
import { runAudit } from './audit.mjs'
import { runQuickBenchmarks } from './benchmarks.mjs'
import { runChecks } from './checks.mjs'
import { bin, environment, isInProductNode, productNode, run } from './project.mjs'

const UNIT = 'test-results/vitest.json'
const JOURNEYS = 'test-results/journeys.json'

if (await isInProductNode('scripts/test.mjs')) {
  rmSync('test-results', { recursive: true, force: true })
  // Side by side: a benchmark keeps one processor busy at most, and the audit waits for the registry.
  console.log('1/3 Checks (format, lint, types, imports, unused code), and benchmarks in their quick form …')
  const [checks, audit, benchmarks] = await Promise.all([
    runChecks(),
    runAudit(),
    runQuickBenchmarks().catch((error) => {
      console.error(error)
      return { passed: 0, failed: 1 }
    }),
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
  const sum = (name) =>
    (checks[name] ?? 0) + audit[name] + unit[name] + (benchmarks[name] ?? 0) + journeys[name]
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  process.exit(sum('failed') === 0 ? 0 : 1)
}

/** A runner that ends badly without naming a failed test (it crashed, a file did not load) counts as one failure. */
async function runner(program, parameters, count) {
  const code = await run(productNode(), [bin(program), ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment({ CI: 'true' }),
  })
  let counted = { passed: 0, failed: 0, skipped: 0 }
  try {
    counted = count()
  } catch (error) {
    console.error(`${program} left no report: ${error.message}`)
    return { ...counted, failed: 1 }
  }
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

function countVitest(report) {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors.length > 0 && stats.unexpected === 0 ? 1 : 0),
    skipped: stats.skipped,
  }
}
