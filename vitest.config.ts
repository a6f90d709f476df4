import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { messages } from './scripts/messages-plugin.ts'
import { isLongRun } from './tests/support/long-run.ts'
import { PATIENCE_MS } from './tests/support/wait-limit.ts'

// The imports of a test show whether it needs PostgreSQL, its first line whether it needs a DOM.
const text = (file: string) => readFileSync(file, 'utf8')
const all = globSync('{src,demo,dev,bench,tests}/**/*.test.{ts,tsx}')
const tests = isLongRun ? all.filter((file) => text(file).includes('support/long-run')) : all
const database = tests.filter(
  (file) =>
    /src[/\\]database[/\\]|tests[/\\]chaos/.test(file) ||
    /from '[^']*\/(testing|support\/(app|database|shop|event-shop))'/.test(text(file)),
)
const mocking = database.find((file) => text(file).includes('vi.mock('))
// Database tests share a process, so the next file would get the mock too.
if (mocking) throw new Error(`${mocking} mocks a module, which database tests must not do`)
const others = tests.filter((file) => !database.includes(file))
const page = others.filter((file) => text(file).startsWith('// @vitest-environment jsdom'))
const unit = others.filter((file) => !page.includes(file))

// By default vitest leaves one processor free, which is half of a small machine. Nothing else runs meanwhile.
const maxWorkers = availableParallelism()

// Dates as text are the same on every machine; tests of other zones name them.
process.env['TZ'] = 'UTC'

export default defineConfig({
  plugins: messages,
  resolve: { tsconfigPaths: true },
  test: {
    passWithNoTests: true,
    // Testing Library cleans up after each test only with a global afterEach.
    globals: true,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    // Longer than several failed waits, so that a test fails with the message of its wait instead of a timeout.
    testTimeout: 4 * PATIENCE_MS,
    hookTimeout: 4 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    setupFiles: ['tests/support/patient-waits.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          maxWorkers,
          // They leave no state for the next file, and a process for each took longer than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: page,
          // They wait for timers a third of the time.
          maxWorkers: maxWorkers + 1,
          // Projects with another number of workers can't run at the same time.
          sequence: { groupOrder: 1 },
          environment: 'jsdom',
          setupFiles: ['tests/support/jsdom-page.ts', 'tests/support/no-network.ts'],
          // Each file has its own context, as isolated as a process, in half the time.
          pool: 'vmForks',
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: database,
          globalSetup: ['tests/support/postgres-server.ts'],
          // The real cost of hashing is tested without this setup, in password-hash.test.ts.
          setupFiles: ['tests/support/quick-hashes.ts'],
          // Not in parallel with the others, since PostgreSQL uses a processor too. One more worker than processors,
          // since each waits for PostgreSQL half of the time.
          sequence: { groupOrder: 2 },
          maxWorkers: Math.min(8, maxWorkers + 1),
          // Each file has its own database and starts what it needs; reloading the server's packages took a third of
          // the time.
          isolate: false,
        },
      },
    ],
  },
})
