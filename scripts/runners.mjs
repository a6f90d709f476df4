// Vitest and Playwright behind one shape: both return the outcome of each test, and run a failed test once more, alone.
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { spawn } from 'node:child_process'
import { dirname, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bin, buildEnvironment, productNode, root } from './project.mjs'

const RESULTS = 'test-results'
/** Title of the failure of a file that didn't load. */
export const WHOLE_FILE = '(whole file)'
/** Characters of a program's output to show when it failed without naming a test. */
const TAIL = 4000

/**
 * @typedef {object} Test
 * @property {string} file Path from the root of the project.
 * @property {string} title
 * @property {number} [line] Only of journeys.
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {string} message Why it failed.
 *
 * @typedef {object} Outcome
 * @property {Test[]} tests
 * @property {Map<string, number>} seconds Time of each file.
 * @property {string} [crash] Set when the program failed without naming a failed test.
 */

export const vitest = {
  name: 'vitest',
  /** The tests of a file share a database, so the whole file runs again. */
  repeatsFile: true,
  /** @returns {Promise<Outcome>} */
  run: (parameters, { name = 'vitest', more = [], env = {} } = {}) => {
    const report = resolve(RESULTS, `${name}.json`)
    // The report lacks errors outside of tests, so the output must show them.
    const all = [
      'run',
      '--reporter=dot',
      `--reporter=${resolve(root, 'scripts/failure-reporter.mjs')}`,
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...more,
      ...parameters,
    ]
    return runProgram('vitest', all, { name, env, read: () => parseVitest(readJson(report)) })
  },
  runAgain: ({ file }, { name = 'vitest', ...options } = {}) =>
    vitest.run([resolve(file)], { ...options, name: `${name}-again` }),
}

export const playwright = {
  name: 'playwright',
  /** @returns {Promise<Outcome>} */
  run: (parameters, { name = 'journeys', more = [], env = {} } = {}) => {
    const report = resolve(RESULTS, `${name}.json`)
    const all = ['test', '--reporter=json', `--output=${resolve(RESULTS, name)}`, ...more, ...parameters]
    return runProgram('playwright', all, {
      name,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      read: () => parsePlaywright(readJson(report)),
    })
  },
  runAgain: ({ file, line, title }, { name = 'journeys', ...options } = {}) =>
    playwright.run([`${escapePattern(resolve(file))}:${line}`, '--grep', escapePattern(title)], {
      ...options,
      name: `${name}-again`,
    }),
}

/** Returns the text as a pattern that matches only this text, quoted for a program's parameter. */
export const escapePattern = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

async function runProgram(program, parameters, { name, env = {}, read }) {
  mkdirSync(dirname(`${RESULTS}/${name}`), { recursive: true })
  const log = createWriteStream(`${RESULTS}/${name}.log`)
  let output = ''
  const code = await new Promise((settle, fail) => {
    const child = spawn(productNode(), [bin(program), ...parameters], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: buildEnvironment({ CI: 'true', FORCE_COLOR: '0', ...env }),
    })
    const pass = (signal) => child.kill(signal)
    process.on('SIGINT', pass).on('SIGTERM', pass)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        log.write(chunk)
        output = (output + chunk).slice(-10 * TAIL)
      })
    child.once('error', fail)
    child.once('close', (exitCode) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      settle(exitCode ?? 1)
    })
  })
  log.end()
  await finished(log)
  const tail = () => stripVTControlCharacters(output).slice(-TAIL)
  let outcome
  try {
    outcome = read()
  } catch (error) {
    return { tests: [], seconds: new Map(), crash: `${program} wrote no report: ${error.message}\n${tail()}` }
  }
  const isExplained = code === 0 || outcome.tests.some(({ status }) => status === 'failed')
  // An error outside of a test isn't in the report of vitest.
  if (outcome.crash || !isExplained || output.includes('Unhandled Error'))
    outcome.crash = `${program} failed outside of its tests.\n${outcome.crash ?? tail()}`
  return outcome
}

function parseVitest(report) {
  const seconds = new Map()
  const tests = report.testResults.flatMap(
    ({ name, status, message, startTime, endTime, assertionResults }) => {
      const file = relative(root, name)
      seconds.set(file, (endTime - startTime) / 1000)
      const results = assertionResults.map((test) => ({
        file,
        title: test.fullName,
        status: ['passed', 'failed'].includes(test.status) ? test.status : 'skipped',
        message: test.failureMessages.join('\n'),
      }))
      // A file that didn't load, or whose hook failed, may have no failed test.
      if (status === 'failed' && !results.some((test) => test.status === 'failed'))
        results.push({ file, title: WHOLE_FILE, status: 'failed', message })
      return results
    },
  )
  return { tests, seconds }
}

function parsePlaywright({ suites, errors, config }) {
  const seconds = new Map()
  const tests = suites.flatMap(listSpecs).map(({ file, line, title, ok, tests: runs }) => {
    const path = relative(root, resolve(config.rootDir, file))
    const results = runs.flatMap((run) => run.results)
    const spent = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
    seconds.set(path, (seconds.get(path) ?? 0) + spent)
    const isSkipped = runs.every(({ expectedStatus }) => expectedStatus === 'skipped')
    const hasRun = results.some((result) => result.status !== 'skipped')
    const message = hasRun
      ? results.map(({ error }) => error?.message ?? '').join('\n')
      : 'It did not run, because a test before it in a serial file failed.'
    return {
      file: path,
      line,
      title,
      status: isSkipped ? 'skipped' : ok && hasRun ? 'passed' : 'failed',
      message: stripVTControlCharacters(message),
    }
  })
  return { tests, seconds, crash: errors.map(({ message }) => message).join('\n') || undefined }
}

function listSpecs(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(listSpecs)]
}
