import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// A test that works on PostgreSQL says so by what it imports; all others run without starting one.
const tests = globSync('src/**/*.test.{ts,tsx}')
const onPostgres = /from '[^']*\/testing'/
const database = tests.filter(
  (file) => /src[/\\]database[/\\]/.test(file) || onPostgres.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    passWithNoTests: true,
    // Testing Library clears the page after each test only where it finds a global afterEach.
    globals: true,
    unstubEnvs: true,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: database,
          testTimeout: 10_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: database.length > 0 ? database : ['src/database/*.test.ts'],
          globalSetup: ['src/database/testing-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
