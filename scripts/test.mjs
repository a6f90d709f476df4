// npm test runs everything: checks, unit and database tests, browser journeys. npm test -- WORDS runs only the files
// whose path contains the words, or else the tests whose title contains them. The end of the output is enough to act on:
// failures, times, flaky tests, and one line that counts all tests.
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

if (await isInProductNode('scripts/test.mjs')) {
  const words = process.argv.slice(2).join(' ')
  for (const left of globSync('test-results/*', { exclude: [FLAKY] })) rmSync(left, { recursive: true })
  mkdirSync('test-results', { recursive: true })
  process.exitCode = await (words ? testSelected(words) : testAll())
}

async function testAll() {
  console.log(
    'Checks, benchmarks, unit and database tests, browser journeys. Output of programs: test-results/*.log',
  )
  return report([
    await runPart('build', build),
    await runPart('checks', async () => {
      // The audit waits for the registry.
      const [checks, audit] = await Promise.all([runChecks(), runAudit()])
      return sumCounts([checks, audit])
    }),
    await runPart('benchmarks, quick', () => runQuickBenchmarks()),
    await runPart('unit and database tests', () => vitest.run([]), vitest),
    await runPart('journeys', () => playwright.run([]), playwright),
  ])
}

async function testSelected(words) {
  const all = globSync(['{src,tests}/**/*.test.{ts,tsx}', 'tests/journeys/*.spec.ts'])
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
    parts.push(await runPart('unit and database tests', () => vitest.run([...unit, ...title]), vitest))
  }
  if (journeys.length > 0) {
    const title = inTitle.length > 0 ? ['--grep', pattern] : []
    parts.push(await runPart('build', build))
    parts.push(await runPart('journeys', () => playwright.run([...journeys, ...title]), playwright))
  }
  return report(parts)
}

async function build() {
  if (isBuilt()) return { passed: 0, failed: 0 }
  const code = await run(productNode(), ['scripts/build.mjs'])
  if (code !== 0) fail('The build failed. See its output above.')
  return { passed: 0, failed: 0 }
}

/** Runs one part and prints its line. Parts without a runner return counts; their failures get no second chance. */
async function runPart(name, act, runner) {
  const before = performance.now()
  const outcome = await act().catch((error) => ({
    passed: 0,
    failed: 1,
    failures: [`${name}: ${error.stack}`],
  }))
  const seconds = (performance.now() - before) / 1000
  const part = {
    name,
    seconds,
    runner,
    ...(runner && outcome.tests ? { outcome, ...summarize(outcome) } : outcome),
  }
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
