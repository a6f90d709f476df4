// A wait ends as soon as its condition holds, so a long limit costs a passing test nothing, while a short one fails on
// a busy machine. `expect.poll` takes its limit from vitest.config.ts; for `vi.waitFor` it can only be set here.
import { vi } from 'vitest'
import { PATIENCE_MS } from './patience'

const original = Symbol.for('vi.waitFor as vitest has it')
type Vi = typeof vi & { [original]?: typeof vi.waitFor }

// Files of one worker may share `vi`, so it is wrapped only once.
const waitFor = ((vi as Vi)[original] ??= vi.waitFor)
vi.waitFor = (check, options) =>
  waitFor(check, { timeout: PATIENCE_MS, ...(typeof options === 'number' ? { timeout: options } : options) })
