// npm test runs checks, unit and database tests, browser journeys. npm test -- WORDS runs only the files whose path
// contains the words, or else the tests whose title contains them. npm run test:long runs what takes minutes: all
// benchmarks in their quick form, the files of Vitest that import tests/support/long-run, all journeys with axe on every
// screen, and npm run fuzz. The end of the output is enough to act on: failures, times, flaky tests, and one line that
// counts all tests.
import { randomInt } from 'node:crypto'
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { runAudit } from './audit.mjs'
import { runQuickBenchmarks } from './benchmarks.mjs'
import { runChecks } from './checks.mjs'
import { fail, isBuilt, isInProductNode, productNode, run } from './project.mjs'
import { escapePattern, playwright, vitest } from './runners.mjs'
import { giveSecondChance, summarize } from './second-chance.mjs'

const FLAKY = 'test-results/flaky.txt'
/** Characters from the start and the end of each failure to repeat at the end of the output. */
const EXCERPT = 800
const SLOWEST = 10
const UNIT_TESTS = '{src,demo,dev,bench,tests}/**/*.test.{ts,tsx}'

if (await isInProductNode('scripts/test.mjs')) {
  const [mode, ...rest] = process.argv.slice(2)
  for (const left of globSync('test-results/*', { exclude: [FLAKY] })) rmSync(left, { recursive: true })
  mkdirSync('test-results', { recursive: true })
  if (mode === '--long') process.exitCode = await testLong()
  else if (mode === '--fuzz') process.exitCode = await report([await fuzz(rest[0])])
  else process.exitCode = await (mode ? testSelected([mode, ...rest].join(' ')) : testAll())
}

async function testLong() {
  const options = { env: { TEST_RUN: 'long' } }
  return report([
    await runPart('build', build),
    await runPart('benchmarks, quick', () => runQuickBenchmarks()),
    await runTests('unit and database tests', vitest, [], options),
    await runTests('journeys', playwright, [], options),
    await fuzz(),
  ])
}

/** Runs all properties with a fresh seed, or the given one, and ten times the cases. */
function fuzz(seed = randomInt(2 ** 31)) {
  const times = process.env.RANDOM_TIMES ?? '10'
  const files = globSync(UNIT_TESTS).filter((file) =>
    readFileSync(file, 'utf8').includes('support/fast-check'),
  )
  return runTests(`properties, seed ${seed}`, vitest, ['--testTimeout=600000', ...files], {
    name: 'fuzz',
    env: { RANDOM_SEED: String(seed), RANDOM_TIMES: times },
  })
}

async function testAll() {
  console.log('Output of the programs: test-results/*.log')
  return report([
    await runPart('build', build),
    await runPart('checks', async () => {
      // The audit mostly waits for the registry, so it runs beside the checks.
      const [checks, audit] = await Promise.all([runChecks(), runAudit()])
      return sumCounts([checks, audit])
    }),
    // One benchmark shows that the harness works; npm run test:long runs all.
    await runPart('benchmark', () => runQuickBenchmarks(['reads'])),
    await runTests('unit and database tests', vitest),
    await runTests('journeys', playwright),
  ])
}

async function testSelected(words) {
  const all = globSync([UNIT_TESTS, 'tests/journeys/*.spec.ts'])
  const inPath = all.filter((file) => file.includes(words))
  const inTitle = inPath.length > 0 ? [] : all.filter((file) => readFileSync(file, 'utf8').includes(words))
  const files = [...inPath, ...inTitle]
  if (files.length === 0) fail(`No test has "${words}" in its path or title.`)
  const pattern = escapePattern(words)
  const unit = files.filter((file) => !file.endsWith('.spec.ts'))
  const journeys = files.filter((file) => file.endsWith('.spec.ts'))
  const parts = []
  if (unit.length > 0) {
    const title = inTitle.length > 0 ? ['-t', pattern] : []
    parts.push(await runTests('unit and database tests', vitest, [...unit, ...title]))
  }
  if (journeys.length > 0) {
    const title = inTitle.length > 0 ? ['--grep', pattern] : []
    parts.push(await runPart('build', build))
    // Includes the tests that npm test leaves to npm run test:long.
    const options = { env: { TEST_RUN: 'long' } }
    parts.push(await runTests('journeys', playwright, [...journeys, ...title], options))
  }
  return report(parts)
}

async function build() {
  if (isBuilt()) return { passed: 0, failed: 0 }
  const code = await run(productNode(), ['scripts/build.mjs'])
  if (code !== 0) fail('The build failed. See its output above.')
  return { passed: 0, failed: 0 }
}

/** Runs tests as one part; the failed ones get a second chance with the same options. */
function runTests(name, runner, parameters = [], options = {}) {
  return runPart(name, async () => {
    const outcome = await runner.run(parameters, options)
    return { runner, options, outcome, ...summarize(outcome) }
  })
}

/** Runs one part and prints its line. */
async function runPart(name, act) {
  const before = performance.now()
  const counts = await act().catch((error) => ({
    passed: 0,
    failed: 1,
    failures: [`${name}: ${error.stack}`],
  }))
  const seconds = (performance.now() - before) / 1000
  const part = { name, seconds, ...counts }
  const label = part.failed === 0 ? 'ok    ' : 'FAILED'
  console.log(`${label} ${name}: ${part.passed} passed, ${part.failed} failed (${seconds.toFixed(0)} s)`)
  return part
}

/** Prints failures, times and counts, and returns the exit code. */
async function report(parts) {
  const { flaky, failures } = await giveSecondChance(parts)
  for (const failure of failures) console.log(`\nFAILED ${excerpt(failure.trimEnd())}`)
  for (const { text } of flaky) console.log(`\nPassed only when run again: ${excerpt(text.trimEnd())}`)
  printTimes(parts)
  for (const { file, title } of flaky) {
    const line = `FLAKY ${file} > ${title}`
    appendFileSync(FLAKY, `${line}\n`)
    console.log(line)
  }
  const { passed, skipped } = sumCounts(parts)
  const rest = skipped > 0 ? `, ${skipped} skipped` : ''
  console.log(`${passed + flaky.length} passed, ${failures.length} failed${rest}`)
  return failures.length === 0 ? 0 : 1
}

function printTimes(parts) {
  console.log('\nPart                          Seconds')
  for (const { name, seconds } of parts) console.log(`${name.padEnd(30)}${seconds.toFixed(0).padStart(7)}`)
  const files = parts.flatMap(({ outcome }) => [...(outcome?.seconds ?? [])])
  if (files.length === 0) return
  console.log('\nSlowest files')
  for (const [file, seconds] of files.toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST))
    console.log(`${seconds.toFixed(0).padStart(7)} s  ${file}`)
  console.log('')
}

function sumCounts(parts) {
  const sum = (name) => parts.reduce((total, part) => total + (part[name] ?? 0), 0)
  const failures = parts.flatMap((part) => part.failures ?? [])
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures }
}

function excerpt(text) {
  return text.length <= 2 * EXCERPT ? text : `${text.slice(0, EXCERPT)}\n…\n${text.slice(-EXCERPT)}`
}
