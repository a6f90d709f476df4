// A wait ends as soon as its condition holds, so a long limit costs a passing test nothing, while a short one fails on
// a busy machine. `expect.poll` takes its limit from vitest.config.ts; for `vi.waitFor` and `vi.waitUntil` it can only be set here.
import { vi } from 'vitest'
import { PATIENCE_MS } from './wait-limit'

const original = Symbol.for('the waits as vitest has them')
type Vi = typeof vi & { [original]?: Pick<typeof vi, 'waitFor' | 'waitUntil'> }

// Files of one worker may share `vi`, so it is wrapped only once.
const { waitFor, waitUntil } = ((vi as Vi)[original] ??= { waitFor: vi.waitFor, waitUntil: vi.waitUntil })
type Options = Parameters<typeof vi.waitFor>[1]
const withPatience = (options: Options) => ({
  timeout: PATIENCE_MS,
  ...(typeof options === 'number' ? { timeout: options } : options),
})
vi.waitFor = (check, options) => waitFor(check, withPatience(options))
vi.waitUntil = (check, options) => waitUntil(check, withPatience(options))
