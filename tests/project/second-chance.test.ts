import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../support/long-run'

// The test files are inside the project, so that they find its packages.
mkdirSync('test-results', { recursive: true })
const folder = mkdtempSync(resolve('test-results', 'second-chance-'))
const name = basename(folder)
afterAll(() => rmSync(folder, { recursive: true }))

interface Outcome {
  tests: { file: string; title: string; status: string; message: string }[]
  crash?: string
}
interface Runner {
  run: (parameters: string[], options: object) => Promise<Outcome>
}
type Chances = { flaky: { file: string; title: string }[]; failures: string[] }
let runners: { vitest: Runner; playwright: Runner }
let giveSecondChance: (parts: object[]) => Promise<Chances>

beforeAll(async () => {
  // The scripts have no types. TypeScript would check an import with a literal path, so the path is a parameter.
  const load = (path: string) => import(resolve(path))
  runners = await load('scripts/runners.mjs')
  ;({ giveSecondChance } = await load('scripts/second-chance.mjs'))
})

/** Three tests: one passes, one fails each time, one fails the first time only. */
const source = (mark: string) => `
  import { existsSync, writeFileSync } from 'node:fs'
  test('passes', () => {})
  test('fails each time', () => { throw new Error('broken') })
  test('fails once (and only once)', () => {
    if (existsSync('${mark}')) return
    writeFileSync('${mark}', '')
    throw new Error('too slow')
  })`

// Starting Playwright takes seconds.
test.each(isLongRun ? (['vitest', 'playwright'] as const) : (['vitest'] as const))(
  'a test of %s that fails once is flaky, one that always fails is a failure',
  async (program) => {
    const own = join(folder, program)
    mkdirSync(own)
    const library = program === 'vitest' ? 'vitest' : '@playwright/test'
    writeFileSync(join(own, 'some.test.js'), `import { test } from '${library}'${source(join(own, 'mark'))}`)
    const configuration = join(own, 'empty.config.js')
    writeFileSync(configuration, 'export default {}')
    const more = ['--config', configuration, ...(program === 'vitest' ? ['--root', own] : [])]
    const options = { name: `${name}/${program}-results`, more }
    const runner = runners[program]

    const outcome = await runner.run([], options)
    expect(outcome.crash).toBeUndefined()
    expect(outcome.tests.map(({ title, status }) => [title, status])).toEqual([
      ['passes', 'passed'],
      ['fails each time', 'failed'],
      ['fails once (and only once)', 'failed'],
    ])

    const { flaky, failures } = await giveSecondChance([{ runner, options, outcome }])
    expect(flaky.map(({ title }) => title)).toEqual(['fails once (and only once)'])
    expect(failures).toEqual([expect.stringMatching(/fails each time\n[\s\S]*broken/)])
  },
  300_000,
)

test.runIf(isLongRun)(
  'runs journeys again that a failure in a serial file kept from running',
  async () => {
    const own = join(folder, 'serial')
    mkdirSync(own)
    writeFileSync(
      join(own, 'some.test.js'),
      `import { test } from '@playwright/test'
     import { existsSync, writeFileSync } from 'node:fs'
     test.describe.configure({ mode: 'serial' })
     test('fails once', () => {
       if (existsSync('${join(own, 'mark')}')) return
       writeFileSync('${join(own, 'mark')}', '')
       throw new Error('too slow')
     })
     test('passes', () => {})
     test.skip('is skipped', () => {})`,
    )
    const configuration = join(own, 'empty.config.js')
    writeFileSync(configuration, 'export default {}')
    const options = { name: `${name}/serial-results`, more: ['--config', configuration] }
    const outcome = await runners.playwright.run([], options)
    expect(outcome.tests.map(({ title, status }) => [title, status])).toEqual([
      ['fails once', 'failed'],
      ['passes', 'failed'],
      ['is skipped', 'skipped'],
    ])
    const { flaky, failures } = await giveSecondChance([{ runner: runners.playwright, options, outcome }])
    expect(failures).toEqual([])
    expect(flaky.map(({ title }) => title)).toEqual(['fails once', 'passes'])
  },
  300_000,
)

test('an error outside of the tests of Vitest is a failure', async () => {
  const own = join(folder, 'unhandled')
  mkdirSync(own)
  writeFileSync(
    join(own, 'some.test.js'),
    `import { test } from 'vitest'
     test('passes', () => void Promise.reject(new Error('not awaited')))`,
  )
  const configuration = join(own, 'empty.config.js')
  writeFileSync(configuration, 'export default {}')
  const outcome = await runners.vitest.run([], {
    name: `${name}/unhandled-results`,
    more: ['--config', configuration, '--root', own],
  })
  expect(outcome.crash).toMatch(/not awaited/)
}, 60_000)

test('more than ten failures are not retried', async () => {
  const tests = Array.from({ length: 11 }, (_, index) => ({
    file: 'some.test.ts',
    title: `fails ${index}`,
    status: 'failed',
    message: '',
  }))
  const runner = { runAgain: () => Promise.reject(new Error('ran again')) }
  const { flaky, failures } = await giveSecondChance([{ runner, outcome: { tests } }])
  expect(flaky).toEqual([])
  expect(failures).toHaveLength(11)
})

test('a failure outside of the tests is not retried', async () => {
  const { failures } = await giveSecondChance([
    { failures: ['lint'] },
    { outcome: { tests: [], crash: 'out of memory' } },
  ])
  expect(failures).toEqual(['lint', 'out of memory'])
})
