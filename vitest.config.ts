import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { messages } from './scripts/messages-plugin.ts'
import { PATIENCE_MS } from './tests/support/patience.ts'

// A test's imports say whether it needs PostgreSQL, its first line whether it needs a page.
const text = (file: string) => readFileSync(file, 'utf8')
const tests = globSync('{src,tests}/**/*.test.{ts,tsx}')
const database = tests.filter(
  (file) =>
    /src[/\\]database[/\\]|tests[/\\]chaos/.test(file) ||
    /from '[^']*\/(testing|support\/(app|database|shop|event-shop))'/.test(text(file)),
)
const mocking = database.find((file) => text(file).includes('vi.mock('))
// They share a process: the next file would get the other module too.
if (mocking)
  throw new Error(`${mocking} puts another module in the place of one, which a database test may not`)
const others = tests.filter((file) => !database.includes(file))
const page = others.filter((file) => text(file).startsWith('// @vitest-environment jsdom'))
const unit = others.filter((file) => !page.includes(file))

// By itself vitest leaves one processor free, which is half of a small machine. Nothing else runs beside these two.
const maxWorkers = availableParallelism()

export default defineConfig({
  plugins: messages,
  resolve: { tsconfigPaths: true },
  test: {
    passWithNoTests: true,
    // Testing Library clears the page after each test only where it finds a global afterEach.
    globals: true,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    // Longer than several failed waits, so that a test fails with the message of its wait and not with a timeout of the test.
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
          // They change nothing that the next file could see, and a process for each took longer than they do.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: page,
          maxWorkers,
          environment: 'jsdom',
          setupFiles: ['tests/support/jsdom-page.ts', 'tests/support/no-network.ts'],
          // Each file has a world of its own, as in a process of its own, for half the time.
          pool: 'vmForks',
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: database,
          globalSetup: ['tests/support/postgres-server.ts'],
          // What a password costs is proven where none of this is set up, in password-hash.test.ts.
          setupFiles: ['tests/support/quick-hashes.ts'],
          // Not beside the others, since PostgreSQL uses a processor too. One worker more than processors, since each waits for it half
          // of the time.
          sequence: { groupOrder: 1 },
          maxWorkers: Math.min(8, maxWorkers + 1),
          // Each file has a database of its own and starts what it needs; to read the server's packages anew took a third of the time.
          isolate: false,
        },
      },
    ],
  },
})
