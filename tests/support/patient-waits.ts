// A wait ends as soon as its condition holds, so a long limit costs a passing test nothing, while a short one fails it on a busy
// machine. `expect.poll` takes its limit from vitest.config.ts; `vi.waitFor` can only be given one here.
import { vi } from 'vitest'
import { PATIENCE_MS } from './patience'

const original = Symbol.for('vi.waitFor as vitest has it')
type Vi = typeof vi & { [original]?: typeof vi.waitFor }

// Files of one worker may share `vi`: wrapped once, not once for each file.
const waitFor = ((vi as Vi)[original] ??= vi.waitFor)
vi.waitFor = (check, options) =>
  waitFor(check, { timeout: PATIENCE_MS, ...(typeof options === 'number' ? { timeout: options } : options) })
